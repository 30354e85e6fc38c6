/**
 * examples/gitops as GitHub would run it: the shell of the workflow's steps, on the example's own files, against a
 * running service. Only GitHub itself is stood for: a server that keeps comments, and a `gh` that talks to it.
 */
import { execFile } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { webhook } from "../alerts/support.ts";
import { keyOf } from "../proposals/support.ts";
import { compiledProgram } from "../support/compiled.ts";
import { makePerson } from "../support/people.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

const example = fileURLToPath(new URL("../../examples/gitops", import.meta.url));

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly if: string; readonly steps: readonly Step[] }>>;
}

interface Comment {
  readonly id: number;
  readonly issue: string;
  readonly user: { readonly login: string };
  body: string;
}

const workflow: Workflow = parse(readFileSync(join(example, ".github/workflows/orgconfig.yaml"), "utf8"));
/** The work tree of a run. */
const tree = mkdtempSync(join(tmpdir(), "orgconfig-gitops-"));
/** The programs that a run finds next to the machine's own. */
const bin = mkdtempSync(join(tmpdir(), "orgconfig-gitops-bin-"));
const comments: Comment[] = [];
/** As many as GitHub's pages hold would make the test long. */
const pageSize = 2;

let test: TestService;
let tenant: Tenant;
let github: Server;
/** What the expressions of the workflow stand for. */
let values: Record<string, string>;

beforeAll(async () => {
  cpSync(example, tree, { recursive: true });
  writeFileSync(
    join(bin, "orgconfig"),
    `#!/bin/sh\nexec '${process.execPath}' '${compiledProgram()}' "$@"\n`,
  );
  chmodSync(join(bin, "orgconfig"), 0o755);
  symlinkSync(fileURLToPath(new URL("../support/gh.mjs", import.meta.url)), join(bin, "gh"));
  test = await startService();
  tenant = await test.makeTenant();
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  github = createServer(answer).listen(0, "127.0.0.1");
  const readKey = await test.makeKey(tenant.organization.id, ["api:config_read"]);
  values = {
    "vars.ORGCONFIG_URL": `http://127.0.0.1:${(test.service.server.server.address() as AddressInfo).port}`,
    "vars.ORGCONFIG_PACKAGE": "orgconfig",
    "secrets.ORGCONFIG_READ_KEY": readKey.value,
    "secrets.ORGCONFIG_ADMIN_KEY": tenant.key.value,
    "secrets.PAGERDUTY_PAYMENTS_KEY": "payments-routing-key",
    "secrets.PAGERDUTY_SHOP_KEY": "shop-routing-key",
    "github.token": "github-token",
    "github.repository": "tidewater/config",
    "github.event.pull_request.number": "7",
    "github.event.pull_request.head.sha": "c0ffee",
    "github.sha": "f00d",
  };
});
afterAll(async () => {
  github.close();
  await test.close();
});

/** GitHub's comments on pull requests: listed in pages, added, and written anew. */
function answer(...[request, response]: Parameters<Parameters<typeof createServer>[1] & object>): void {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://github");
  const [, issue] = /^\/repos\/tidewater\/config\/issues\/(\d+)\/comments$/.exec(pathname) ?? [];
  const [, id] = /^\/repos\/tidewater\/config\/issues\/comments\/(\d+)$/.exec(pathname) ?? [];
  let body = "";
  request.on("data", (chunk) => (body += String(chunk)));
  request.on("end", () => {
    const known = comments.find((comment) => String(comment.id) === id);
    if (request.headers.authorization !== "token github-token") response.writeHead(401).end();
    else if (pathname === "/repos/tidewater/config/commits/f00d/pulls")
      response.writeHead(200).end(JSON.stringify([{ number: 9 }]));
    else if (request.method === "GET" && issue !== undefined) {
      const page = Number(searchParams.get("page") ?? 1);
      const all = comments.filter((comment) => comment.issue === issue);
      const address = `http://${request.headers.host}${pathname}?page=${page + 1}`;
      const more = all.length > page * pageSize ? { link: `<${address}>; rel="next"` } : {};
      response.writeHead(200, more).end(JSON.stringify(all.slice((page - 1) * pageSize, page * pageSize)));
    } else if (request.method === "POST" && issue !== undefined) {
      const user = { login: "github-actions[bot]" };
      comments.push({ id: comments.length + 1, issue, user, body: JSON.parse(body).body });
      response.writeHead(201).end("{}");
    } else if (request.method === "PATCH" && known !== undefined) {
      known.body = JSON.parse(body).body;
      response.writeHead(200).end("{}");
    } else response.writeHead(404).end();
  });
}

interface Ran {
  readonly code: number;
  readonly log: string;
}

/** Runs a job's own steps as the runner does, until one fails; a step for `!cancelled()` runs all the same. */
async function runJob(name: string): Promise<Ran> {
  let [code, log] = [0, ""];
  for (const { run, env = {}, ...step } of workflow.jobs[name]?.steps ?? []) {
    // npm would fetch the package; the program of this tree is in the PATH already.
    if (run === undefined || step.name === "Install") continue;
    const always = "if" in step && String(step.if).includes("!cancelled()");
    if (code !== 0 && !always) continue;
    const ran = await runStep(run, { ...workflow.env, ...env });
    code ||= ran.code;
    log += ran.log;
  }
  return { code, log };
}

function runStep(script: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  const file = join(bin, "step.sh");
  writeFileSync(file, script);
  return new Promise((resolve) => {
    execFile(
      "bash",
      ["-e", file],
      {
        cwd: tree,
        env: {
          PATH: `${bin}:${process.env.PATH}`,
          GITHUB_API_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
          ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)])),
        },
      },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), log: stdout + stderr }),
    );
  });
}

function filled(text: string): string {
  return String(text).replace(/\$\{\{ *([\w.]+) *\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the test has no ${name}`);
    return value;
  });
}

function write(name: string, text: string): void {
  mkdirSync(join(tree, name, ".."), { recursive: true });
  writeFileSync(join(tree, name), text);
}

it("gives no expression to a shell, pins what it uses, and gives pull requests no key that changes anything", () => {
  for (const [name, { steps }] of Object.entries(workflow.jobs)) {
    for (const { run = "", uses = "actions/x@0000000000000000000000000000000000000000", env = {} } of steps) {
      expect(run).not.toContain("${{");
      expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
      if (name !== "apply") expect(JSON.stringify(env)).not.toContain("ADMIN_KEY");
    }
  }
  expect(workflow.jobs.plan?.if).toContain("head.repo.full_name == github.repository");
});

it("says why a pull request from a fork is not planned", async () => {
  expect(workflow.jobs.forked?.if).toContain("head.repo.full_name != github.repository");
  expect(await runJob("forked")).toMatchObject({
    code: 0,
    log: expect.stringMatching(/^::warning::.+ fork /),
  });
});

// One after the other: the life of a repository.
it("comments the plan of a pull request", async () => {
  comments.push({
    id: 1,
    issue: "7",
    user: { login: "ada" },
    body: "<!-- orgconfig plan of shop --> not mine",
  });
  const opened = await runJob("plan");
  expect(opened).toMatchObject({ code: 0, log: expect.stringContaining('+ teams "Payments"') });
  expect(comments.length).toBe(2);
  expect(comments[1]?.body).toMatch(
    /^<!-- orgconfig plan of shop -->\n### orgconfig\n\n\*\*Plan: \d+ to create\.\*\*/,
  );
  expect(comments[1]?.body).toContain("\n```diff\n");
  expect(comments[1]?.body).toContain("\n+ slos checkout/availability\n");
  expect(comments[1]?.body).toMatch(/Planned for c0ffee\.\n$/);
});

it("writes the same comment anew, with what is wrong", async () => {
  comments.push({ id: 3, issue: "7", user: { login: "ada" }, body: "I see." });
  write("config/slos/cart.yaml", "slos:\n  - service: cart\n    name: latency\n    target_percent: 200\n");
  const broken = await runJob("plan");
  expect(broken).toMatchObject({
    code: 1,
    log: expect.stringContaining("config/slos/cart.yaml:4:5: slos cart/latency"),
  });
  expect(comments.length).toBe(3);
  expect(comments[1]?.body).toContain("- config/slos/cart.yaml:4:5: slos cart/latency: target_percent");

  write("config/slos/cart.yaml", "slos: [\n");
  expect((await runJob("plan")).code).toBe(1);
  expect(comments[1]?.body).toContain("The files cannot be read: 1 problem.");
});

it("applies on merge", async () => {
  write("config/slos/cart.yaml", "slos: []\n");
  const merged = await runJob("apply");
  expect(merged).toMatchObject({ code: 0, log: expect.stringMatching(/Applied plan_\w+: \d+ created\.\n/) });
  expect(merged.log).not.toContain("routing-key");
});

it("says first in the comment what the change would have meant for the alerts of the last days", async () => {
  const made = await tenant.config("POST", "connectors", {
    body: { name: "alertmanager", type: "observability", connector_type: "alertmanager" },
  });
  const startsAt = new Date(Date.now() - 3_600_000).toISOString();
  const labels = { service: "checkout", severity: "error" };
  await tenant.api("POST", `intake/alertmanager/${made.body.id}`, {
    body: webhook({ receiver: "orgconfig" }, [{ name: "CartSlow", startsAt, labels }]),
  });
  await test.service.alerts.flush();
  const routing = readFileSync(join(tree, "config/routing.yaml"), "utf8");
  write("config/routing.yaml", routing.replace('severity=~"error|critical"', 'severity="critical"'));
  const plan = workflow.jobs.plan?.steps.find(({ name }) => name === "Plan");
  await runStep(plan?.run ?? "", { ...workflow.env, ...plan?.env });
  expect(readFileSync(join(tree, "plan.md"), "utf8")).toMatch(
    /\nEffects:\n\n```text\n- Replay of the 1 alert of the last 30 days:\n- +1 alert that reached somebody would have reached nobody\n[\s\S]*\nChanges:\n/,
  );
  write("config/routing.yaml", routing);
});

it("has the tests as a report for other pipelines", async () => {
  const [, text = ""] =
    /```yaml\n(test:[\s\S]*?)```/.exec(readFileSync(join(example, "README.md"), "utf8")) ?? [];
  const { script, artifacts } = parse(text).test;
  expect(await runStep(script, {})).toEqual({ code: 0, log: "" });
  const report = readFileSync(join(tree, artifacts.reports.junit), "utf8");
  expect(report).toMatch(/<testsuites tests="\d+" failures="0" skipped="0">/);
  expect(report).toContain('<testcase classname="orgconfig" name="A broken checkout pages at night"');
});

it("deletes what the files no longer name, after it was seen in another pull request", async () => {
  write("config/slos/storefront.yaml", "slos: []\n");
  values["github.event.pull_request.number"] = "8";
  const next = await runJob("plan");
  expect(next.code).toBe(0);
  expect(comments.length).toBe(4);
  expect(comments[3]?.body).toContain("\n- slos storefront/availability\n");
  expect((await runJob("apply")).log).toMatch(/: .*2 deleted, /);
});

it("finds drift", async () => {
  expect(await runJob("drift")).toMatchObject({ code: 0, log: expect.stringMatching(/^No drift: shop/) });
  const { data } = (await tenant.config("GET", "deploy_policies?service=checkout")).body;
  const path = `deploy_policies/${data[0].id}`;
  // The repository's tests are held to at every door.
  expect((await tenant.config("DELETE", path)).body.reason).toBe("test_failed");
  await tenant.config("DELETE", `${path}?override_tests=Outage`);
  const drifted = await runJob("drift");
  expect(drifted).toMatchObject({ code: 2, log: expect.stringContaining('+ deploy_policies "checkout"') });
});

it("proposes what a change policy holds, comments where it waits, and has nothing to do once it was applied", async () => {
  const email = "approver@example.com";
  await makePerson(test.database, tenant.organization.id, email, "org_admin");
  const approver = await keyOf(test, tenant.organization.id, email);
  expect((await runJob("apply")).log).not.toContain("Proposed");
  const routing = readFileSync(join(tree, "config/routing.yaml"), "utf8");
  write("config/routing.yaml", routing.replace("min_severity: error", "min_severity: warning"));
  const merged = await runJob("apply");
  expect(merged, merged.log).toMatchObject({
    code: 0,
    log: expect.stringContaining("Who is paged, and by what"),
  });
  const [, id = "", link = ""] = /Proposed (prop_\w+): Change \w.*\n(http\S+)\n/.exec(merged.log) ?? [];
  expect(merged.log).toContain(`::notice::${link}`);
  expect(comments.at(-1)).toMatchObject({ issue: "9", body: expect.stringContaining(link) });
  const rule = async () => {
    const { data } = (await tenant.config("GET", "outbound_rules")).body;
    return data.find(({ name }: { name: string }) => name === "shop pages in the day").min_severity;
  };
  expect(await rule()).toBe("error");
  expect((await runJob("apply")).log).toContain(`Proposed ${id}: `);
  const { digest } = (await approver("GET", `proposals/${id}`)).body;
  for (const act of ["approve", "apply"]) {
    const answer = await approver("POST", `proposals/${id}/${act}`, { body: { digest } });
    expect(answer.status, answer.text).toBe(200);
  }
  expect(await rule()).toBe("warning");
  rmSync(join(tree, "proposal.txt"));
  expect(await runJob("apply")).toMatchObject({ code: 0, log: expect.not.stringContaining("Proposed") });
});
