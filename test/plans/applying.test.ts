/** Applying a plan: when it is refused, by whom it may be done, and that it is all or nothing. */
import { afterEach, expect, it, vi } from "vitest";
import { agentOf } from "../mcp/support.ts";
import { contractFor } from "../support/contract.ts";
import type { Answer, Send } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";
import { manyDeletes, type Plan, plannerOf } from "./support.ts";

const contract = contractFor(import.meta.url);
afterEach(() => void vi.useRealTimers());

async function start() {
  const tenant = await contract().tenant();
  return { ...tenant, planner: plannerOf(tenant.api) };
}

/** What a key of the organization with this scope sends to /api/v1. */
async function as(organizationId: string, scope: "api:config_read"): Promise<Send> {
  const { value } = await contract().makeKey(organizationId, [scope]);
  return (method, path, options = {}) =>
    contract().send(method, `/api/v1/${path}`, {
      ...options,
      headers: { authorization: `Bearer ${value}` },
    });
}

const refusal = ({ status, body }: Answer) => [status, body.error, body.reason];
const connector = { name: "AWS", type: "cloud", connector_type: "aws" };

it("applies a plan once", async () => {
  const { planner, api, audit } = await start();
  const plan = await planner.open({ teams: [{ name: "Core" }] });
  await planner.apply(plan.id);
  const records = (await audit()).length;
  expect(refusal(await planner.tryApply(plan.id))).toEqual([409, "conflict", "plan_applied"]);
  expect(await audit()).toHaveLength(records);
  const read = (await api("GET", `plans/${plan.id}`)).body;
  expect([read.status, read.changes]).toEqual(["applied", plan.changes]);
  expect(read.applied_at).not.toBeNull();
});

it("is stale once a row that it names has moved, also back", async () => {
  const { planner, config } = await start();
  const { id } = (await config("POST", "connectors", { body: connector })).body;
  for (const moves of [[{ enabled: false }], [{ enabled: true }, { enabled: false }]]) {
    const plan = await planner.open({ connectors: [{ ...connector, type: "chat" }] });
    for (const body of moves) await config("PUT", `connectors/${id}`, { body });
    const answer = await planner.tryApply(plan.id);
    expect(refusal(answer)).toEqual([409, "conflict", "plan_stale"]);
    expect(answer.body.moved).toEqual([{ resource: "connectors", key: { name: "AWS" }, id }]);
    expect((await config("GET", `connectors/${id}`)).body.type).toBe("cloud");
  }
});

it("is stale once a row that it leaves alone has moved, is gone, or is there already", async () => {
  const { planner, config } = await start();
  const { id } = (await config("POST", "connectors", { body: connector })).body;
  const bundle = { connectors: [connector, { ...connector, name: "GCP" }] };
  const staleAfter = async (write: () => Promise<Answer>) => {
    const plan = await planner.open(bundle);
    const { status, text } = await write();
    expect(status, text).toBeLessThan(300);
    const answer = await planner.tryApply(plan.id);
    expect(refusal(answer)).toEqual([409, "conflict", "plan_stale"]);
    return answer.body.moved.map(({ key }: { key: object }) => key);
  };
  expect(await staleAfter(() => config("PUT", `connectors/${id}`, { body: { enabled: false } }))).toEqual([
    { name: "AWS" },
  ]);
  expect(await staleAfter(() => config("DELETE", `connectors/${id}`))).toEqual([{ name: "AWS" }]);
  expect(
    await staleAfter(() => config("POST", "connectors", { body: { ...connector, name: "GCP" } })),
  ).toEqual([{ name: "GCP" }]);
  expect((await config("GET", "connectors")).body.data.map(({ name }: { name: string }) => name)).toEqual([
    "GCP",
  ]);
});

it("is stale once a row that it points at is gone or has another name", async () => {
  const { planner, config } = await start();
  const bundle = {
    alert_routes: [
      { name: "All", matchers: [`severity="critical"`], destinations: [{ team_id: { name: "Core" } }] },
    ],
  };
  for (const write of [
    (id: string) => config("DELETE", `teams/${id}`),
    (id: string) => config("PUT", `teams/${id}`, { body: { name: "Kernel" } }),
  ]) {
    const { id } = (await config("POST", "teams", { body: { name: "Core" } })).body;
    const plan = await planner.open(bundle);
    expect((await write(id)).status).toBe(200);
    expect(refusal(await planner.tryApply(plan.id))).toEqual([409, "conflict", "plan_stale"]);
  }
  expect((await config("GET", "alert_routes")).body.data).toEqual([]);
});

it("is no longer applied after an hour", async () => {
  const { planner, api, config } = await start();
  const plan = await planner.open({ teams: [{ name: "Core" }] });
  expect(Date.parse(plan.expires_at) - Date.parse(plan.created_at)).toBe(3_600_000);
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.parse(plan.expires_at) - 1_000);
  expect((await api("GET", `plans/${plan.id}`)).body.status).toBe("open");
  vi.setSystemTime(Date.parse(plan.expires_at) + 1_000);
  expect((await api("GET", `plans/${plan.id}`)).body.status).toBe("expired");
  expect(refusal(await planner.tryApply(plan.id))).toEqual([409, "conflict", "plan_expired"]);
  expect((await config("GET", "teams")).body.data).toEqual([]);
});

it("belongs to its organization alone", async () => {
  const [one, other] = [await start(), await start()];
  const { id } = await one.planner.open({ teams: [{ name: "Core" }] });
  for (const answer of [
    await other.api("GET", `plans/${id}`),
    await other.planner.tryApply(id),
    await other.api("POST", `plans/${id}/undo`, {}),
    await one.api("GET", "plans/plan_01h00000000000000000000000"),
  ])
    expect([answer.status, answer.body.error]).toEqual([404, "not_found"]);
  expect((await other.api("GET", "plans")).body.data).toEqual([]);
  expect((await one.api("GET", "plans")).body.data.map((plan: { id: string }) => plan.id)).toEqual([id]);
});

it("is made by a key that only reads, and applied by another", async () => {
  const { organization, planner, config } = await start();
  const reader = plannerOf(await as(organization.id, "api:config_read"));
  const plan = await reader.open({ teams: [{ name: "Core" }] });
  expect(refusal(await reader.tryApply(plan.id))).toEqual([403, "read_only_key", undefined]);
  expect((await config("GET", "teams")).body.data).toEqual([]);
  await planner.apply(plan.id);
});

it("leaves a secret as it is that its maker was not allowed to compare", async () => {
  const { organization, planner, config, audit } = await start();
  const reader = plannerOf(await as(organization.id, "api:config_read"));
  const entry = { ...connector, config: { role_arn: "arn" } };
  const { id } = (await config("POST", "connectors", { body: entry })).body;
  const [etag, records] = [(await config("GET", `connectors/${id}`)).headers.etag, (await audit()).length];
  const plan = await reader.open({ connectors: [entry], teams: [{ name: "Core" }] });
  expect(plan.summary).toMatchObject({ create: 1, update: 0, unchanged: 1 });
  const applied = await planner.apply(plan.id);
  expect(applied.body.changes.map(({ resource }: { resource: string }) => resource)).toEqual(["teams"]);
  expect((await config("GET", `connectors/${id}`)).headers.etag).toBe(etag);
  expect(await audit()).toHaveLength(records + 1);
});

it("answers a reader the same whether a secret is the stored one or not, and leaves it when applied", async () => {
  const { organization, planner, config } = await start();
  const reader = plannerOf(await as(organization.id, "api:config_read"));
  const entry = (role_arn: string) => ({ ...connector, config: { role_arn } });
  const { id } = (await config("POST", "connectors", { body: entry("arn") })).body;
  const etag = (await config("GET", `connectors/${id}`)).headers.etag;
  const shown = ({ summary, changes, warnings }: Plan) => ({ summary, changes, warnings });
  const same = await reader.open({ connectors: [entry("arn")] });
  const other = await reader.open({ connectors: [entry("other")] });
  expect(shown(other)).toEqual(shown(same));
  expect(other.changes).toEqual([]);
  expect(other.warnings).toMatchObject([
    { reason: "secrets_not_compared", message: expect.stringMatching(/^1 secret was not compared/) },
  ]);
  await planner.apply(other.id);
  expect((await config("GET", `connectors/${id}`)).headers.etag).toBe(etag);
  expect((await planner.open({ connectors: [entry("other")] })).changes).toMatchObject([
    { action: "update", secrets: { config: "changed" } },
  ]);
  // Whether a secret is set, every reader sees at the row.
  const cleared = await reader.open({ connectors: [{ ...connector, config: null }] });
  expect(cleared.changes).toMatchObject([{ secrets: { config: "cleared" } }]);
});

it("is applied by who may write what changes, next to a secret that stays and is not theirs", async () => {
  const { organization, planner, config } = await start();
  const agent = agentOf(contract(), (await contract().makeKey(organization.id, ["mcp:write"])).value);
  const entry = { ...connector, config: { role_arn: "arn" } };
  expect((await config("POST", "connectors", { body: entry })).status).toBe(201);
  const mute = { pattern: "*a*", reason: "Migration", duration_minutes: 60 };
  const { id } = await planner.open({ connectors: [entry], alert_mutes: [mute] });
  const applied = await agent.call("apply_plan", { id, confirm: id });
  expect(applied.isError, JSON.stringify(applied)).not.toBe(true);
  expect((await config("GET", "alert_mutes")).body.data).toHaveLength(1);
});

it("keeps the newest hundred plans of who applies none, and none for long", async () => {
  const { planner, api } = await start();
  const first = await planner.open({ teams: [{ name: "Core" }] });
  const applied = await planner.bring({ teams: [{ name: "Shop" }] });
  const second = await planner.open({});
  const newest = [];
  for (let count = 0; count < 99; count += 1) newest.push(await planner.open({}));
  const status = async (id: string) => (await api("GET", `plans/${id}`)).status;
  expect([await status(first.id), await status(second.id), await status(applied.id)]).toEqual([
    404, 200, 200,
  ]);
  vi.useFakeTimers({ toFake: ["Date"] });
  const day = 24 * 3_600_000;
  vi.setSystemTime(Date.now() + 29 * day);
  await planner.open({});
  expect([await status(second.id), await status(applied.id)]).toEqual([404, 200]);
  vi.setSystemTime(Date.now() + 2 * day);
  await planner.open({});
  expect(await status(applied.id)).toBe(404);
});

it("needs the level of each of its writes", async () => {
  const { organization, planner, config } = await start();
  const agent = agentOf(contract(), (await contract().makeKey(organization.id, ["mcp:write"])).value);
  const member = await siteOf(contract()).makeMember(organization.id, "member");
  const mute = (pattern: string) => ({ pattern, reason: "Migration", duration_minutes: 60 });
  const [mutes, teams] = [
    await planner.open({ alert_mutes: [mute("*a*")] }),
    await planner.open({ alert_mutes: [mute("*b*")], teams: [{ name: "Core" }] }),
  ];
  const refused = await agent.call("apply_plan", { id: teams.id, confirm: teams.id });
  expect(refused.isError, JSON.stringify(refused)).toBe(true);
  expect(JSON.stringify(refused)).toContain('"reason":"level"');
  expect((await config("GET", "alert_mutes")).body.data).toEqual([]);
  const applied = await agent.call("apply_plan", { id: mutes.id, confirm: mutes.id });
  expect(applied.isError, JSON.stringify(applied)).not.toBe(true);
  expect((await config("GET", "alert_mutes")).body.data).toHaveLength(1);
  const path = `organizations/${organization.slug}/actions/apply_plan`;
  const byMember = await member.send("POST", path, { body: { id: teams.id, confirm: teams.id } });
  expect([byMember.status, byMember.body.reason], byMember.text).toEqual([403, "level"]);
});

it("deletes more than ten rows only where it is given how many", async () => {
  const { planner, config } = await start();
  const teams = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Team ${at}` }));
  await planner.bring({ teams: teams(25) }, { set: "s" });
  const prune = (count: number) => planner.open({ teams: teams(count) }, { set: "s", prune: "delete" });
  const eleven = await prune(14);
  expect(eleven.summary.delete).toBe(11);
  expect(refusal(await planner.tryApply(eleven.id))).toEqual([409, "conflict", "too_many_deletes"]);
  expect(refusal(await planner.tryApply(eleven.id, { allow_deletes: 10 }))).toEqual([
    409,
    "conflict",
    "too_many_deletes",
  ]);
  await planner.apply(eleven.id, { allow_deletes: 11 });
  await planner.apply((await prune(4)).id);
  expect((await config("GET", "teams")).body.data).toHaveLength(4);
});

it("takes 2,000 changes and no more, and 5 MiB and no more", { timeout: 180_000 }, async () => {
  const { planner, api } = await start();
  const teams = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Team ${at}` }));
  const plan = await planner.open({ teams: teams(2_000) });
  const { body } = await planner.apply(plan.id);
  expect([plan.summary.create, body.changes.length]).toEqual([2_000, 2_000]);
  const tooMany = await planner.ask({ connectors: teams(2_001).map((team) => ({ ...connector, ...team })) });
  expect([tooMany.status, tooMany.body.field, tooMany.body.reason]).toEqual([
    422,
    "bundle",
    "too_many_changes",
  ]);
  expect(tooMany.body.message).toContain("2001 changes");
  // Whoever is answered may have no command line.
  expect(tooMany.body.message).not.toContain("orgconfig");
  const tooLong = await planner.ask({ teams: [{ name: "a".repeat(5.5 * 1_048_576) }] });
  expect([tooLong.status, tooLong.body.error]).toEqual([413, "payload_too_large"]);
  expect((await api("GET", "plans")).body.data).toHaveLength(1);
});

it("is all or nothing where a write is refused in the middle", async () => {
  const [one, other] = [await start(), await start()];
  await other.config("PUT", "status_page_settings", { body: { slug: "taken-page" } });
  const plan = await one.planner.plan({
    teams: [{ name: "Core" }],
    status_page_settings: { slug: "taken-page" },
  });
  const applied = await one.planner.tryApply(plan.id, { allow_deletes: manyDeletes });
  expect([409, 422]).toContain(applied.status);
  expect((await one.config("GET", "teams")).body.data).toEqual([]);
});

it("loses nobody's name to a page of another organization that came first", async () => {
  const [one, other] = [await start(), await start()];
  const plan = await one.planner.open({
    teams: [{ name: "Core" }],
    status_page_settings: { slug: "raced-page" },
  });
  await other.config("PUT", "status_page_settings", { body: { slug: "raced-page" } });
  const applied = await one.planner.tryApply(plan.id);
  expect([409, 422]).toContain(applied.status);
  expect((await one.config("GET", "teams")).body.data).toEqual([]);
});

it("leaves audit logs that verify", async () => {
  const { planner, organization } = await start();
  await planner.bring({ teams: [{ name: "Core" }], connectors: [connector] }, { set: "s" });
  await planner.bring({ connectors: [connector] }, { set: "t", adopt: true });
  await planner.bring({}, { set: "s", prune: "delete" });
  const { audit } = contract().service;
  await audit.sealer.flush();
  const { organizations } = await audit.verify();
  const chain = organizations.find((report) => report.organization === organization.id);
  expect(chain).toMatchObject({ sealed: 4, unsealed: 0 });
  // The organization was made straight in the database, which leaves no record of it.
  expect(chain?.problems.map(({ kind }) => kind)).toEqual(["no_beginning"]);
});

it("is stale once a setting has changed that new rows are filled from, and names it", async () => {
  const { planner, config } = await start();
  const data_source = { name: "Prom", type: "prometheus", url: "https://prometheus.example" };
  const sli = { name: "up", service: "shop", kind: "ratio", bad_query: "bad", total_query: "total" };
  const slo = { name: "up", service: "shop", target_percent: 99, window_days: 7 };
  const plan = await planner.open({
    data_sources: [data_source],
    slis: [{ ...sli, data_source_id: { name: "Prom" } }],
    slos: [{ ...slo, sli_id: { service: "shop", name: "up" } }],
  });
  const body = { missing_after_minutes: 33 };
  expect((await config("PUT", "organization_settings", { body })).status).toBeLessThan(300);
  const answer = await planner.tryApply(plan.id);
  expect(refusal(answer)).toEqual([409, "conflict", "plan_stale"]);
  const kind = "organization_settings";
  expect(answer.body.moved).toEqual([{ resource: kind, key: null, id: kind }]);
  expect(answer.body.message).toContain("(organization_settings);");
});
