/**
 * The main job on real input: a shop's whole set-up applied to a fresh start, twice; with curl and jq, and with
 * `orgconfig apply`. Both ways end in the same set-up.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mainFile, type Program, root, startProgram } from "../support/program.ts";

const run = promisify(execFile);
const folder = join(root, "examples/onboarding");
const kinds = [
  "teams",
  "team_members",
  "connectors",
  "service_bindings",
  "deploy_policies",
  "repo_settings",
  "outbound_configs",
  "outbound_rules",
];

const secrets = {
  KUBERNETES_TOKEN: "kubernetes-token",
  PAGERDUTY_PAYMENTS_KEY: "payments-routing-key",
  PAGERDUTY_SHOP_KEY: "shop-routing-key",
  WEBHOOK_SECRET: "webhook-secret",
};

let program: Program;
let key: string;
let other: Program;
beforeAll(async () => {
  program = await startProgram();
  key = program.firstKey();
  other = await startProgram();
});
afterAll(async () => {
  expect(await program.stop()).toBe(0);
  expect(await other.stop()).toBe(0);
});

it("applies the whole set-up, and the second time changes nothing", async () => {
  const first = await apply();
  expect(first.filter((line) => line.startsWith("created")).length).toBe(expectedRows() + members().length);
  expect(first.filter((line) => line.startsWith("changed"))).toEqual([
    "changed  config/organization_settings",
    "changed  config/notification_settings",
  ]);
  const [etags, records] = [await allEtags(), await auditCount()];

  const second = await apply();
  expect(second.every((line) => line.startsWith("agrees"))).toBe(true);
  expect(second.length).toBe(first.length);
  expect(await allEtags()).toEqual(etags);
  expect(await auditCount()).toBe(records);
});

it("fixes a row that somebody changed by hand", async () => {
  const { data } = await get("deploy_policies?service=checkout");
  await fetch(`${program.url}/api/v1/config/deploy_policies/${data[0].id}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ error_budget_threshold: 1 }),
  });
  const lines = await apply();
  expect(lines.filter((line) => !line.startsWith("agrees"))).toEqual([
    `changed  config/deploy_policies/${data[0].id}`,
  ]);
  expect((await get("deploy_policies?service=checkout")).data[0].error_budget_threshold).toBe(25);
});

it("ends in the same set-up by one orgconfig apply, and the second time changes nothing", async () => {
  const files = ["-f", join(folder, "config"), "-f", join(folder, "people")];
  const rows = expectedRows() + 2;
  const onOther = (args: readonly string[]) => orgconfig(other, args);
  const [{ slug }] = JSON.parse(await onOther(["orgs", "list", "--json"])).data;
  for (const { email, name, role } of members())
    await onOther(["members", "add", slug, email, "--name", name, "--role", role]);

  const first = await onOther(["apply", ...files, "--auto-approve"]);
  expect(first).toMatch(new RegExp(`: ${rows} created\\.\n$`));
  const [etags, records] = [await allEtags(other), await auditCount(other)];
  const second = await onOther(["apply", ...files, "--auto-approve"]);
  expect(second).toMatch(new RegExp(`: nothing to change, ${rows} unchanged\\.\n$`));
  expect(await allEtags(other)).toEqual(etags);
  expect(await auditCount(other)).toBe(records);

  expect(await orgconfig(program, ["plan", ...files])).toBe(`Plan: nothing to change, ${rows} unchanged.\n`);
});

async function apply(): Promise<string[]> {
  const { stdout } = await run("bash", [join(folder, "apply.sh")], { env: environment(program) });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.trim());
}

/** What the program printed; one that does not end with 0 is an error. */
async function orgconfig(to: Program, args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [mainFile, ...args], { env: environment(to) });
  return stdout;
}

function environment({ url, directory, firstKey }: Program): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ORGCONFIG_URL: url,
    ORGCONFIG_KEY: firstKey(),
    ORGCONFIG_OPERATOR_TOKEN: readFileSync(join(directory, "operator-token"), "utf8").trim(),
    ORGCONFIG_NEW_PASSWORD: "a long first password",
    ...secrets,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers of every shape
async function get(path: string, from = program): Promise<any> {
  return (await ask(from, `config/${path}`)).json();
}

function ask({ url, firstKey }: Program, path: string): Promise<Response> {
  return fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Bearer ${firstKey()}` } });
}

async function allEtags(from = program): Promise<Record<string, unknown>> {
  const entries = await Promise.all(
    kinds.map(async (kind) => [kind, (await get(`${kind}?etags=true`, from)).etags] as const),
  );
  const settings = await Promise.all(
    ["organization_settings", "notification_settings"].map(
      async (kind) => [kind, (await ask(from, `config/${kind}`)).headers.get("etag")] as const,
    ),
  );
  return Object.fromEntries([...entries, ...settings]);
}

async function auditCount(from = program): Promise<number> {
  const { data, next_cursor } = (await (await ask(from, "audit?limit=1000")).json()) as {
    data: unknown[];
    next_cursor: unknown;
  };
  expect(next_cursor).toBeNull();
  return data.length;
}

function members(): { email: string; name: string; role: string }[] {
  return JSON.parse(readFileSync(join(folder, "members.json"), "utf8"));
}

function expectedRows(): number {
  return kinds.reduce(
    (sum, kind) => sum + JSON.parse(readFileSync(join(folder, `${kind}.json`), "utf8")).length,
    0,
  );
}
