/** `orgconfig plan`, `apply`, `drift`, `history` and `restore` as they are typed, against a running service. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, request as requestTo } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ontoFullDisk } from "../support/command.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { listen, makeTypist, type Typist } from "./typed.ts";

let test: TestService;
let url: string;
beforeAll(async () => {
  test = await startService();
  url = await listen(test);
});
afterAll(() => test.close());

let tenant: Tenant;
let readKey: string;
let folder: string;
let orgconfig: Typist["orgconfig"];
beforeEach(async () => {
  ({ tenant, readKey, folder, orgconfig } = await makeTypist(test, url));
});

function write(name: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

async function names(kind: string): Promise<string[]> {
  const { body } = await tenant.config("GET", kind);
  return body.data.map(({ name }: { name: string }) => name);
}

it("applies with a key that is asked, once who types it has said yes", async () => {
  write("teams.yaml", "teams:\n  - name: Careful\n");
  const { value } = await test.makeKey(tenant.organization.id, ["api:admin"], { ask: true });
  const applied = await orgconfig(["apply", "-f", folder, "--auto-approve"], { ORGCONFIG_KEY: value });
  expect(applied).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Applied \S+: 1 created\.\n$/) });
  expect(await names("teams")).toContain("Careful");
});

it("plans with a reading key, applies with another, and then has nothing to do", async () => {
  write("teams.yaml", "teams:\n  - name: Platform\n  - name: Payments\n");
  write(
    "outbound/pagers.json",
    '{"outbound_configs": [{"name": "pager", "kind": "pagerduty", "secret": {"env": "PD_KEY"}}]}',
  );
  const files = ["-f", folder, "--set", "shop"];
  const secrets = { PD_KEY: "routing-key" };
  const planned = await orgconfig(["plan", ...files, "--detailed-exitcode"], {
    ...secrets,
    ORGCONFIG_KEY: readKey,
  });
  expect(planned.code).toBe(2);
  expect(planned.stdout).toContain('+ teams "Platform"\n');
  expect(planned.stdout).toContain("    + secret: (secret set)\n");
  expect(planned.stdout).toMatch(/\n\nPlan: 3 to create\.\n$/);
  expect(planned.stdout + planned.stderr).not.toContain("routing-key");
  const saved = /orgconfig apply --plan (\S+)\n$/.exec(planned.stderr)?.[1] as string;

  const refused = await orgconfig(["apply", "--plan", saved, "--auto-approve"], { ORGCONFIG_KEY: readKey });
  expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("may only read") });
  expect(await names("teams")).toEqual([]);

  const applied = await orgconfig(["apply", "--plan", saved, "--auto-approve", "--detailed-exitcode"]);
  expect(applied).toMatchObject({ code: 2, stdout: `Applied ${saved}: 3 created.\n` });
  expect(applied.stderr).toContain('+ outbound_configs "pager"\n');
  const { sets } = (await tenant.api("GET", "plans")).body;
  expect(sets).toEqual([expect.objectContaining({ name: "shop", rows: 3, plan_id: saved })]);

  const again = await orgconfig(
    ["apply", ...files, "--auto-approve", "--detailed-exitcode", "--json"],
    secrets,
  );
  expect(again).toMatchObject({ code: 0, stderr: "Plan: nothing to change, 3 unchanged.\n" });
  expect(JSON.parse(again.stdout)).toMatchObject({ status: "applied", changes: [] });
});

it.each([
  [["plan", "-f", "F"]],
  [["plan", "-f", "F", "--json"]],
  [["apply", "-f", "F", "--auto-approve"]],
  [["export", "--format", "json"]],
  [["export", "--format", "yaml"]],
])("%j onto a full disk ends with one line about it, and 1", async (args) => {
  write("teams.yaml", "teams:\n  - name: Platform\n");
  const env = { ORGCONFIG_URL: url, ORGCONFIG_KEY: tenant.key.value };
  const typed = args.map((word) => (word === "F" ? folder : word));
  const { code, stderr } = await ontoFullDisk(typed, env);
  expect(code, stderr).toBe(1);
  expect(stderr).toMatch(/^orgconfig: the standard output could not be written: ENOSPC.*\n$/m);
  expect(stderr).not.toMatch(/^ +at /m);
});

it("has engines asked with --query, and names the option where they were not", async () => {
  const source = "data_sources:\n  - {name: logs, type: loki, url: https://logs.example.com}\n";
  const sli =
    "slis:\n  - {name: errors, service: shop, kind: ratio, bad_query: b, total_query: t, data_source_id: {name: logs}}\n";
  const slo =
    "slos:\n  - {name: errors, service: shop, target_percent: 99, sli_id: {service: shop, name: errors}}\n";
  write("slos.yaml", source + sli + slo);
  expect((await orgconfig(["plan", "-f", folder])).stdout).toContain("(orgconfig plan --query) asks");
  expect((await orgconfig(["plan", "-f", folder, "--query"])).stdout).toContain("of type loki");
});

it("takes what export writes at its standard input, and finds nothing to change", async () => {
  await tenant.config("POST", "teams", { body: { name: "Platform" } });
  const { stdout } = await orgconfig(["export", "--format", "json"]);
  const planned = await orgconfig(["plan", "-f", "-", "--detailed-exitcode"], {}, stdout);
  expect(planned).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Plan: nothing to change, \d+ unch/),
  });
});

it("shows every problem of the service at its place, as JSON too", async () => {
  await tenant.config("POST", "teams", { body: { name: "Taken" } });
  write(
    "routes.yaml",
    `
alert_routes:
  - name: one
    matchers: [severity="critical"]
    destinations:
      - email: oncall@shop.example
      - team_id:
          name: Nobody
  - name: two
    matchers: [severity="critical"]
    destinations: none
    colour: red
teams:
  - name: Taken
taems: []
`,
  );
  write("more.json", '{\n\t"slack_settings": {\n\t\t"enabled": "yes"\n\t}\n}\n');
  const { code, stdout, stderr } = await orgconfig([
    "plan",
    "-f",
    folder,
    "--set",
    "s",
    "--markdown",
    join(folder, "plan.md"),
  ]);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr.split("\n").map((line) => line.replace(/(names no row of teams|of no set).*/, "$1"))).toEqual(
    [
      'routes.yaml:15:1: taems: is not a known kind of resource; did you mean "teams"?',
      'routes.yaml:14:5: teams "Taken": is a row of no set',
      'routes.yaml:7:9: alert_routes "one": destinations[1].team_id: names no row of teams',
      'routes.yaml:11:5: alert_routes "two": destinations: must be a list, not text',
      'routes.yaml:12:5: alert_routes "two": colour: is not a known field',
      "more.json:3:3: slack_settings: enabled: must be true or false, not text",
      "To take rows over, give --adopt: alone for all that the files name, or with names such as teams/Platform.",
      "orgconfig: this cannot be applied: 6 problems",
      "",
    ],
  );
  expect(readFileSync(join(folder, "plan.md"), "utf8")).toContain("routes.yaml:7:9: alert_routes");
  const json = await orgconfig(["plan", "-f", join(folder, "routes.yaml"), "--set", "s", "--json"]);
  expect(json.code).toBe(1);
  const { status, problems } = JSON.parse(json.stdout);
  expect(status).toBe("invalid");
  expect(problems).toContainEqual(
    expect.objectContaining({
      resource: "alert_routes",
      field: "colour",
      file: join(folder, "routes.yaml"),
      line: 12,
      column: 5,
    }),
  );
});

it("says what is wrong with files before anything is sent", async () => {
  write("a.yaml", "teams:\n\t- name: A\n");
  write("b.yaml", "outbound_configs:\n  - {name: pager, kind: pagerduty, secret: {env: NOT_SET_HERE}}\n");
  const { code, stdout, stderr } = await orgconfig(
    ["plan", "-f", folder, "--markdown", join(folder, "plan.md")],
    { ORGCONFIG_URL: "http://127.0.0.1:1" },
  );
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toBe(
    "a.yaml:2:1: Tabs are not allowed as indentation\n" +
      "b.yaml:2:44: the environment variable NOT_SET_HERE is not set; a secret is read from it\n" +
      "orgconfig: 2 problems in the files; nothing was sent\n",
  );
  expect(readFileSync(join(folder, "plan.md"), "utf8")).toContain("b.yaml:2:44: the environment");
  const json = await orgconfig(["plan", "-f", folder, "--json"]);
  expect([json.code, JSON.parse(json.stdout)]).toEqual([
    1,
    {
      error: "refused",
      message: "2 problems in the files; nothing was sent",
      problems: [
        expect.objectContaining({ file: join(folder, "a.yaml"), line: 2, column: 1 }),
        expect.objectContaining({ file: join(folder, "b.yaml"), line: 2, column: 44 }),
      ],
    },
  ]);
  write("bytes.json", Buffer.from([0xff]));
  symlinkSync(join(folder, "gone"), join(folder, "link"));
  for (const [name, message] of [
    ["none", "there is no such file or directory"],
    ["bytes.json", "is not UTF-8"],
    ["link", "is a link to nothing; remove it, or make what it leads to"],
    [".", "is a link to nothing; remove it, or make what it leads to"],
  ] as const) {
    const path = name === "." ? folder : join(folder, name);
    const file = name === "." ? join(folder, "link") : path;
    const ended = await orgconfig(["plan", "-f", path, "--json"]);
    expect([ended.code, JSON.parse(ended.stdout).problems]).toEqual([
      1,
      [{ file, line: null, column: null, message }],
    ]);
  }
});

it("adopts rows by their names, prunes what the files leave out, and holds back many deletes", async () => {
  for (const name of ["Old", "Older"]) await tenant.config("POST", "teams", { body: { name } });
  const rows = Array.from({ length: 11 }, (_, index) => `  - service: s${index}\n`).join("");
  write("a.yaml", `teams:\n  - name: Old\n  - name: Older\ndeploy_policies:\n${rows}`);
  const set = ["-f", folder, "--set", "s", "--auto-approve"];
  const wrong = await orgconfig(["apply", ...set, "--adopt", "teams/None"]);
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("the files name no teams/None") });
  const half = await orgconfig(["apply", ...set, "--adopt", "teams/Old"]);
  expect(half.stderr).toContain('a.yaml:3:5: teams "Older": is a row of no set');
  const both = await orgconfig(["apply", ...set, "--adopt", "teams/Old", "teams/Older"]);
  expect(both.stdout).toMatch(/: 11 created, 2 adopted\.\n$/);
  expect(both.stderr).toContain('~ teams "Old" (joins the set)\n    ~ managed_by: none → "s"\n');

  write("a.yaml", "teams:\n  - name: Old\n");
  const held = await orgconfig(["apply", ...set, "--prune", "delete"]);
  expect(held).toMatchObject({ code: 1, stderr: expect.stringContaining("--allow-deletes 12\n") });
  const pruned = await orgconfig(["apply", ...set, "--prune", "delete", "--allow-deletes", "12"]);
  expect(pruned.stdout).toMatch(/: 12 deleted, 1 unchanged\.\n$/);
  expect(await names("teams")).toEqual(["Old"]);
});

it("names the tests that an apply would break, and makes the changes for a reason", async () => {
  const files = `outbound_configs:
  - { name: pager, kind: pagerduty, secret: { env: PD_KEY } }
alert_routes:
  - { name: Shop, matchers: ['service="shop"'], destinations: [{ outbound_config_id: { name: pager } }] }
tests:
  - { name: The shop pages, alert: { labels: { service: shop } }, expect: { notified: [pager] } }
`;
  write("a.yaml", files);
  const apply = ["apply", "-f", folder, "--auto-approve"];
  const secrets = { PD_KEY: "routing-key" };
  expect((await orgconfig(apply, secrets)).stdout).toMatch(/: 3 created\.\n$/);
  write("a.yaml", files.replace("service=", "team="));
  const held = await orgconfig(apply, secrets);
  expect(held).toMatchObject({ code: 1, stdout: "" });
  expect(held.stderr).toMatch(
    /a\.yaml:6:5: behaviour_tests "The shop pages": would fail: "pager" is not notified/,
  );
  expect(held.stderr).toMatch(/test failed: The shop pages: .*the route "Shop" .* does not take it/);
  expect(held.stderr).toContain('--override-tests "REASON"');
  const made = await orgconfig([...apply, "--override-tests", "The shop is closed"], secrets);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/: 1 updated, 2 unchanged\.\n$/) });
});

it("names the rows that moved since a plan was made", async () => {
  const { body: team } = await tenant.config("POST", "teams", { body: { name: "A" } });
  write("a.yaml", "organization_settings:\n  timezone: Europe/Stockholm\nteams:\n  - name: A\n");
  const planned = await orgconfig(["plan", "-f", folder, "--json"]);
  const { id } = JSON.parse(planned.stdout);
  await tenant.config("PUT", `teams/${team.id}`, { body: { name: "B" } });
  const stale = await orgconfig(["apply", "--plan", id, "--auto-approve"]);
  expect(stale).toMatchObject({ code: 1, stdout: "" });
  expect(stale.stderr).toContain(`moved: teams "A" (${team.id})\n`);
  expect(stale.stderr).toMatch(/Plan again/);
});

it("shows drift, shows a row's history, and restores it", async () => {
  write("a.yaml", "deploy_policies:\n  - service: checkout\n    error_budget_threshold: 25\n");
  await orgconfig(["apply", "-f", folder, "--set", "shop", "--auto-approve"]);
  const reading = { ORGCONFIG_KEY: readKey };
  const drift = ["drift", "--set", "shop", "--detailed-exitcode"];
  expect(await orgconfig(drift, reading)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^No drift/),
  });

  const { id } = (await tenant.config("GET", "deploy_policies?service=checkout")).body.data[0];
  await tenant.config("PUT", `deploy_policies/${id}`, { body: { error_budget_threshold: 5 } });
  const drifted = await orgconfig(drift, reading);
  expect(drifted).toMatchObject({ code: 2, stderr: "" });
  expect(drifted.stdout).toContain('~ deploy_policies "checkout"\n    ~ error_budget_threshold: 5 → 25\n');
  const who = /^ {6}update_deploy_policy by test \(key, rest\), .+ UTC$/m;
  expect(drifted.stdout).toMatch(who);
  expect(JSON.parse((await orgconfig([...drift, "--json"], reading)).stdout)).toMatchObject({
    drifted: true,
    changes: [{ last_change: { action: "update_deploy_policy", actor: { kind: "key", name: "test" } } }],
  });

  const history = await orgconfig(["history", "deploy_policies", id], reading);
  expect(await orgconfig(["history", "deploy_policies", "checkout"], reading)).toEqual(history);
  expect(history).toMatchObject({ code: 0, stderr: "" });
  const heads = history.stdout.split("\n").filter((line) => /^\S /.test(line));
  expect(heads).toEqual([
    expect.stringMatching(
      /^~ \d+ {2}.+ UTC {2}deploy_policies "checkout" {2}update_deploy_policy by test \(key, rest\)$/,
    ),
    expect.stringMatching(/^\+ \d+ {2}.+ create_deploy_policy by test \(key, rest\), plan plan_\w+$/),
  ]);
  expect(history.stdout).toContain("    ~ error_budget_threshold: 25 → 5\n");

  const first = /^\S (\d+)/.exec(heads[1] as string)?.[1] as string;
  const restored = await orgconfig([
    "restore",
    "deploy_policies",
    "checkout",
    "--to",
    first,
    "--auto-approve",
  ]);
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringMatching(/: 1 updated\.\n$/) });
  const { body } = await tenant.config("GET", `deploy_policies/${id}`);
  expect(body.error_budget_threshold).toBe(25);
});

it("says who deleted a row of a set, and takes the set's last plan back", async () => {
  write("a.yaml", "teams:\n  - name: A\n  - name: B\n");
  await orgconfig(["apply", "-f", folder, "--set", "shop", "--auto-approve"]);
  const { data } = (await tenant.config("GET", "teams?name=A")).body;
  await tenant.config("DELETE", `teams/${data[0].id}`);
  const drifted = await orgconfig(["drift", "--set", "shop"]);
  expect(drifted.stdout).toMatch(/^\+ teams "A"\n( {4}.*\n)* {6}delete_team by test \(key, rest\), .+ UTC\n/);

  expect((await orgconfig(["undo", "--set", "none", "--auto-approve"])).stderr).toContain("a set none");
  for (const args of [[], ["plan_1", "--set", "shop"]])
    expect(await orgconfig(["undo", ...args, "--auto-approve"])).toMatchObject({ code: 2, stdout: "" });
  const undone = await orgconfig(["undo", "--set", "shop", "--auto-approve", "--json"]);
  expect([undone.code, JSON.parse(undone.stdout).summary.delete]).toEqual([0, 1]);
  expect(await names("teams")).toEqual([]);
});

it("says of a set whose plan was taken back that it was, by whom, and who changed each row", async () => {
  const rows = Array.from({ length: 60 }, (_, n) => `  - name: Team ${n}\n`).join("");
  write("a.yaml", `teams:\n${rows}`);
  await orgconfig(["apply", "-f", folder, "--set", "shop", "--auto-approve"]);
  const undone = await orgconfig([
    "undo",
    "--set",
    "shop",
    "--auto-approve",
    "--allow-deletes",
    "60",
    "--json",
  ]);
  expect(undone.code, undone.stderr).toBe(0);
  const drifted = await orgconfig(["drift", "--set", "shop"]);
  const wanted =
    /^Undone: shop differs from .+, because that was taken back by test \(key\) at .+, with plan_\w+\./m;
  expect(drifted.stdout).toMatch(wanted);
  expect(drifted.stdout).not.toContain("Applying it again");
  expect(drifted.stdout.match(/^ {6}delete_team by test \(key, rest\)/gm)).toHaveLength(60);

  const again = await orgconfig(["undo", JSON.parse(undone.stdout).id, "--auto-approve"]);
  expect(again.code, again.stderr).toBe(0);
  expect((await orgconfig(["drift", "--set", "shop"])).stdout).not.toContain("Undone");
});

it.each([
  [["plan", "-f", "x", "--bogus", "--detailed-exitcode"], 1, "unknown option"],
  [["plan", "--detailed-exitcode"], 1, "name the files or directories with -f"],
  [["apply", "-f", "x"], 2, "no terminal to ask at; give --auto-approve"],
  [["apply", "--auto-approve", "--plan", "p", "-f", "x"], 2, "--plan takes no files"],
] as const)("%j is wrong use", async (args, code, words) => {
  const ended = await orgconfig(args);
  expect(ended).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(words) });
});

it("prunes by no files that name no kind, and names each", async () => {
  write("teams.yaml", "teams:\n  - name: Kept\n");
  const set = ["--set", "s", "--prune", "delete", "--auto-approve"];
  expect((await orgconfig(["apply", "-f", folder, ...set])).code).toBe(0);
  write("zero.yaml", "");
  write("notes.yaml", "# nothing\nx-team: {}\n");
  const message = "names no kind, so that every row of the set would be pruned";
  for (const prune of ["delete", "detach"])
    for (const [paths, input] of [
      [["zero.yaml", "notes.yaml"].map((name) => join(folder, name)), ""],
      [["-"], "\n"],
      [["-"], "{}"],
    ] as const) {
      const refused = await orgconfig(
        ["apply", "-f", ...paths, ...set.with(3, prune), "--in-parts"],
        {},
        input,
      );
      expect(refused).toMatchObject({ code: 1, stdout: "" });
      const lines = refused.stderr.split("\n").filter((line) => line.includes(message));
      const named = paths.map((path) => (path === "-" ? "(standard input)" : path.replace(`${folder}/`, "")));
      expect(lines.map((line) => line.split(": ")[0])).toEqual(named);
    }
  expect(await names("teams")).toEqual(["Kept"]);
  const some = await orgconfig(["apply", "-f", folder, ...set]);
  expect(some).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(
      "warning: zero.yaml: names no kind; rows that it named before are pruned",
    ),
  });
  const meant = await orgconfig(["apply", "-f", "-", ...set], {}, "teams: []");
  expect(meant).toMatchObject({ code: 0, stdout: expect.stringContaining("1 deleted") });
});

it("says one fault at many places once, names the marks of a merge, and what a secret is called here", async () => {
  const rows = Array.from({ length: 200 }, (_, index) => `  - {name: t${index}, webhook_url: x}`);
  write("targets.yaml", `outbound_configs:\n${rows.join("\n")}\n`);
  const repeated = await orgconfig(["plan", "-f", folder]);
  expect(repeated.code).toBe(1);
  const lines = repeated.stderr.split("\n").filter((line) => line.includes("webhook_url"));
  expect(lines).toEqual([
    expect.stringMatching(/targets.yaml:2:.*did you mean "secret"\?.*\(and the same at 199 other places\)$/),
  ]);
  write("targets.yaml", "teams:\n<<<<<<< HEAD\n  - name: A\n=======\n  - name: B\n>>>>>>> main\n");
  const marked = await orgconfig(["plan", "-f", folder]);
  expect(marked.stderr).toContain("targets.yaml:2:1: is the mark of a merge that is not done");
});

it("asks what became of its plan where the answer to apply is lost", async () => {
  write("teams.yaml", "teams:\n  - name: Lost\n");
  const proxy = createServer((request, response) => {
    const { method = "GET", headers } = request;
    const onward = requestTo(new URL(request.url ?? "/", url), { method, headers }, (answer) => {
      if (request.url?.includes("/apply") === true) {
        answer.resume().on("end", () => request.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  const { port } = proxy.address() as AddressInfo;
  const applied = await orgconfig(["apply", "-f", folder, "--auto-approve"], {
    ORGCONFIG_URL: `http://127.0.0.1:${port}`,
  });
  proxy.close();
  expect(applied, applied.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("1 created") });
  expect(applied.stderr).toContain("The answer was lost: asking what became of the plan.");
  expect(await names("teams")).toEqual(["Lost"]);
});

it("shows what a run did and takes it back, by its name or as the CI calls it", async () => {
  write("a.yaml", "teams:\n  - name: A\n");
  const apply = ["apply", "-f", folder, "--auto-approve"];
  expect((await orgconfig(apply, { ORGCONFIG_RUN: "nightly 7" })).code).toBe(0);
  write("a.yaml", "teams:\n  - name: B\n");
  const ci = { CI_PROJECT_PATH: "acme/infra", CI_JOB_ID: "4711" };
  expect((await orgconfig(apply, ci)).code).toBe(0);
  const did = await orgconfig(["history", "--run", "gitlab acme/infra/4711"]);
  expect(did.stdout).toMatch(
    /^\+ \d+ {2}[^\n]+ UTC {2}teams team_\w+ {2}create_team by test \(key, rest\)\n {4}\+ name: "B"\n/m,
  );
  expect(did.stdout).not.toContain('"A"');
  const { data } = JSON.parse((await orgconfig(["history", "--run", "nightly 7", "--json"])).stdout);
  expect(data).toMatchObject([{ action: "create_team", run: "nightly 7" }]);
  expect((await orgconfig(["history", "--run", "none"])).stderr).toContain("no record of a run none");
  expect((await orgconfig(["history", "teams", data[0].row_id])).stdout).toContain(", run nightly 7");

  const undone = await orgconfig(["undo", "--run", "nightly 7", "--auto-approve"]);
  expect(undone).toMatchObject({ code: 0, stdout: expect.stringMatching(/: 1 deleted\.\n$/) });
  expect(await names("teams")).toEqual(["B"]);
  expect((await orgconfig(["undo", "--run", "none", "--auto-approve"])).code).toBe(1);
  for (const args of [
    ["undo", "plan_1", "--run", "x", "--auto-approve"],
    ["history"],
    ["history", "teams", "t", "--run", "x"],
  ])
    expect(await orgconfig(args)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("--run"),
    });
  expect(await orgconfig(apply, { ORGCONFIG_RUN: "a".repeat(201) })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("ORGCONFIG_RUN is not the name of a run"),
  });
});
