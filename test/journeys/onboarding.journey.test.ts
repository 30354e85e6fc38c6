/** The main job on real input: a shop's whole set-up applied with curl and jq, twice, to a fresh start. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Program, root, startProgram } from "../support/program.ts";

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

let program: Program;
let key: string;
beforeAll(async () => {
  program = await startProgram();
  key = program.firstKey();
});
afterAll(async () => {
  expect(await program.stop()).toBe(0);
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

it("mends a row that somebody changed by hand", async () => {
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

async function apply(): Promise<string[]> {
  const { stdout } = await run("bash", [join(folder, "apply.sh")], {
    env: {
      ...process.env,
      ORGCONFIG_URL: program.url,
      ORGCONFIG_KEY: key,
      ORGCONFIG_OPERATOR_TOKEN: readFileSync(join(program.directory, "operator-token"), "utf8").trim(),
      ORGCONFIG_NEW_PASSWORD: "a long first password",
      KUBERNETES_TOKEN: "kubernetes-token",
      PAGERDUTY_PAYMENTS_KEY: "payments-routing-key",
      PAGERDUTY_SHOP_KEY: "shop-routing-key",
      WEBHOOK_SECRET: "webhook-secret",
    },
  });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.trim());
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads answers of every shape
async function get(path: string): Promise<any> {
  const answer = await fetch(`${program.url}/api/v1/config/${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return answer.json();
}

async function allEtags(): Promise<Record<string, unknown>> {
  const entries = await Promise.all(
    kinds.map(async (kind) => [kind, (await get(`${kind}?etags=true`)).etags] as const),
  );
  const settings = await Promise.all(
    ["organization_settings", "notification_settings"].map(async (kind) => {
      const answer = await fetch(`${program.url}/api/v1/config/${kind}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      return [kind, answer.headers.get("etag")] as const;
    }),
  );
  return Object.fromEntries([...entries, ...settings]);
}

async function auditCount(): Promise<number> {
  const answer = await fetch(`${program.url}/api/v1/audit?limit=1000`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { data, next_cursor } = (await answer.json()) as { data: unknown[]; next_cursor: unknown };
  expect(next_cursor).toBeNull();
  return data.length;
}

function members(): unknown[] {
  return JSON.parse(readFileSync(join(folder, "members.json"), "utf8"));
}

function expectedRows(): number {
  return kinds.reduce(
    (sum, kind) => sum + JSON.parse(readFileSync(join(folder, `${kind}.json`), "utf8")).length,
    0,
  );
}
