import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePerson } from "../support/people.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { historyOf, versionsOf } from "./support.ts";

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
});
afterAll(() => test.close());

const source = { name: "Metrics", type: "prometheus", url: "https://prometheus.example.com" };

async function makeSource(name: string): Promise<string> {
  const answer = await tenant.config("POST", "data_sources", { body: { ...source, name, token: "t-1" } });
  return answer.body.id;
}

it("shows every version of a row, newest first, with the whole row as it was then", async () => {
  const id = await makeSource("first");
  await tenant.config("PUT", `data_sources/${id}`, { body: { timeout_ms: 5_000, token: "t-2" } });
  await tenant.config("PUT", `data_sources/${id}`, { body: { name: "renamed", token: null } });
  const { status, body } = await historyOf(tenant, "data_sources", id);
  expect(status).toBe(200);
  const { data, ...head } = body;
  expect(head).toEqual({
    kind: "data_sources",
    resource: "data_sources",
    id,
    key: { name: "renamed" },
    present: true,
    complete: true,
    kept_since: null,
    next_cursor: null,
  });
  const first = data[2].configuration;
  expect(first).toMatchObject({ ...source, name: "first" });
  expect(Object.keys(first)).not.toContain("token");
  expect(data).toEqual([
    {
      sequence: expect.any(Number),
      at: expect.any(String),
      actor: { kind: "key", id: tenant.key.id, name: "test" },
      door: "rest",
      action: "update_data_source",
      run: null,
      plan_id: null,
      fields: [{ path: "name", before: "first", after: "renamed" }],
      secrets: { token: "cleared" },
      configuration: { ...first, name: "renamed", timeout_ms: 5_000 },
    },
    expect.objectContaining({
      action: "update_data_source",
      fields: [{ path: "timeout_ms", before: first.timeout_ms, after: 5_000 }],
      secrets: { token: "changed" },
      configuration: { ...first, timeout_ms: 5_000 },
    }),
    expect.objectContaining({ action: "create_data_source", secrets: { token: "set" } }),
  ]);
});

it("shows those of a deleted row, whose key it had last", async () => {
  const team = (await tenant.config("POST", "teams", { body: { name: "Gone" } })).body;
  const email = "ada@example.com";
  await makePerson(test.database, tenant.organization.id, email);
  const member = (await tenant.config("POST", "team_members", { body: { team_id: team.id, email } })).body;
  expect((await historyOf(tenant, "team_members", member.id)).body).toMatchObject({
    present: true,
    key: { team_id: { name: "Gone" }, email },
  });
  await tenant.config("PUT", `teams/${team.id}`, { body: { name: "Long gone" } });
  await tenant.config("DELETE", `teams/${team.id}`);
  const { body } = await historyOf(tenant, "teams", team.id);
  expect(body).toMatchObject({ present: false, complete: true, key: { name: "Long gone" } });
  expect(body.data.map(({ configuration }: { configuration: unknown }) => configuration)).toEqual([
    null,
    { name: "Long gone" },
    { name: "Gone" },
  ]);
  // The member went with its team, which is not there any more to be named by its key.
  expect((await historyOf(tenant, "team_members", member.id)).body).toMatchObject({
    present: false,
    key: { team_id: team.id, email },
    data: [{ action: "remove_team_member", configuration: null }, { action: "add_team_member" }],
  });
});

it("shows the lives of a row whose id is its key one after the other", async () => {
  const path = "service_bindings/lives%40prod";
  await tenant.config("PUT", path, { body: { region: "eu-west-1" } });
  await tenant.config("DELETE", path);
  await tenant.config("PUT", path, { body: { log_filter: "x" } });
  const versions = await versionsOf(tenant, "service_bindings", "lives@prod");
  expect(versions.map(({ configuration }) => [configuration?.region, configuration?.log_filter])).toEqual([
    [null, "x"],
    [undefined, undefined],
    ["eu-west-1", ""],
  ]);
});

it("knows a setting by its kind, saved or not", async () => {
  const fresh = await test.makeTenant();
  const empty = await historyOf(fresh, "deploy_policies", "deploy_policies");
  expect(empty.status).toBe(404);
  expect((await historyOf(fresh, "ai_settings", "ai_settings")).body).toEqual({
    kind: "ai_settings",
    resource: "ai_settings",
    id: "ai_settings",
    key: {},
    present: true,
    complete: true,
    kept_since: null,
    data: [],
    next_cursor: null,
  });
  expect((await historyOf(fresh, "ai_settings", "other")).status).toBe(404);
  const before = (await fresh.config("GET", "status_page_settings")).body;
  await fresh.config("PUT", "status_page_settings", { body: { title: "Our status" } });
  const { body } = await historyOf(fresh, "status_page_settings", "status_page_settings");
  expect(body.data).toMatchObject([
    {
      action: "update_status_page_settings",
      fields: [{ path: "title", before: before.title, after: "Our status" }],
    },
  ]);
});

it("leaves out refusals, and is open to those who may only read", async () => {
  const id = await makeSource("refused");
  const reader = await test.makeKey(tenant.organization.id, ["api:config_read"]);
  const headers = { authorization: `Bearer ${reader.value}` };
  const refused = await tenant.config("PUT", `data_sources/${id}`, { headers, body: { name: "mine" } });
  expect(refused.status).toBe(403);
  const kept = await tenant.api("GET", `audit?id=${id}`);
  expect(kept.body.data).toMatchObject([{ outcome: "refused" }, { outcome: "success" }]);
  const shown = await tenant.api("GET", `history/data_sources/${id}`, { headers });
  expect(shown.body.data).toMatchObject([{ action: "create_data_source" }]);
  expect((await tenant.api("GET", "audit", { headers })).status).toBe(403);
});

it("shows what other actions did, and takes only what they moved of the row for its configuration", async () => {
  const { id } = (await tenant.config("POST", "deploy_policies", { body: { service: "checkout" } })).body;
  await tenant.api("POST", "deploy_gate/override", {
    body: { service: "checkout", allow: true, reason: "a fix" },
  });
  const [override, made] = await versionsOf(tenant, "deploy_policies", id);
  expect(override?.action).toBe("override_deploy_gate");
  expect(override?.fields).toContainEqual({ path: "override_allow", before: null, after: true });
  expect(override?.configuration).toEqual(made?.configuration);
  // Without a policy the record names the service, which is no row.
  await tenant.api("POST", "deploy_gate/override", {
    body: { service: "bare", allow: true, reason: "a fix" },
  });
  expect((await historyOf(tenant, "deploy_policies", "bare")).status).toBe(404);
});

it("comes in pages", async () => {
  const id = await makeSource("page 0");
  for (let number = 1; number <= 6; number += 1)
    await tenant.config("PUT", `data_sources/${id}`, { body: { name: `page ${number}` } });
  const names: string[][] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = `?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const { body } = await historyOf(tenant, "data_sources", id, query);
    names.push(body.data.map(({ configuration }: { configuration: { name: string } }) => configuration.name));
    expect(body.key).toEqual({ name: "page 6" });
    cursor = body.next_cursor;
  }
  expect(names).toEqual([["page 6", "page 5", "page 4"], ["page 3", "page 2", "page 1"], ["page 0"]]);
});

it("fits together while the row is written to", async () => {
  const id = await makeSource("busy");
  const writes = Array.from({ length: 12 }, (_, number) =>
    tenant.config("PUT", `data_sources/${id}`, { body: { timeout_ms: 1_000 + number } }),
  );
  const reads = Array.from({ length: 8 }, () => versionsOf(tenant, "data_sources", id));
  for (const versions of await Promise.all(reads)) {
    for (const [place, { fields, configuration }] of versions.entries()) {
      for (const { path, before, after } of fields) {
        expect(configuration?.[path]).toEqual(after);
        const older = versions[place + 1];
        if (older !== undefined) expect(older.configuration?.[path]).toEqual(before);
      }
    }
  }
  const answers = await Promise.all(writes);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await versionsOf(tenant, "data_sources", id)).toHaveLength(13);
});

describe("answers alike", () => {
  it("for a row of another organization and one that never was", async () => {
    const id = await makeSource("mine alone");
    const other = await test.makeTenant();
    const [foreign, none] = [
      await historyOf(other, "data_sources", id),
      await historyOf(other, "data_sources", "ds_none"),
    ];
    expect(foreign.status).toBe(404);
    const { request_id: _, ...said } = foreign.body;
    expect(none.body).toMatchObject(said);
    await tenant.config("DELETE", `data_sources/${id}`);
    expect((await historyOf(other, "data_sources", id)).body).toMatchObject(said);
  });

  it.each([
    ["/history/none/x", 404, undefined],
    ["/history/none/x?limit=0", 404, undefined],
    ["/history/constructor/x", 404, undefined],
    ["/history/teams/x?limit=0", 422, "limit"],
    ["/history/teams/x?limit=101", 422, "limit"],
    ["/history/teams/x?cursor=x", 422, "cursor"],
    ["/history/teams/x?page=2", 422, "page"],
    [`/history/teams/${"x".repeat(513)}`, 422, "id"],
    ["/history/teams/%00", 404, undefined],
    ["/history/teams/x", 404, undefined],
  ])("%s: %i", async (path, status, field) => {
    const answer = await tenant.api("GET", path.slice(1));
    expect([answer.status, answer.body.field]).toEqual([status, field]);
  });
});

it("says where retention took older versions, and where it cannot have", async () => {
  const own = await test.makeTenant();
  const id = (await own.config("POST", "teams", { body: { name: "old" } })).body.id;
  const old = (await own.config("POST", "teams", { body: { name: "gone" } })).body.id;
  await own.config("DELETE", `teams/${old}`);
  const [created] = await versionsOf(own, "teams", old);
  await until(() => Date.now() > Date.parse(created?.at ?? ""));
  await own.config("PUT", `teams/${id}`, { body: { name: "renamed" } });
  const young = (await own.config("POST", "teams", { body: { name: "young" } })).body.id;
  const [kept] = await versionsOf(own, "teams", id);
  const year = 365 * 24 * 3_600_000;
  await test.service.audit.sealer.flush();
  await test.service.audit.retention.run(new Date(Date.parse(kept?.at ?? "") + year));

  const { body } = await historyOf(own, "teams", id);
  expect(body).toMatchObject({ present: true, complete: false, kept_since: kept?.at });
  expect(body.data).toEqual([kept]);
  expect((await historyOf(own, "teams", young)).body).toMatchObject({ complete: true, kept_since: null });
  expect((await historyOf(own, "ai_settings", "ai_settings")).body).toMatchObject({
    complete: true,
    data: [],
  });
  // Of a row that was deleted, nothing is left to show.
  expect((await historyOf(own, "teams", old)).status).toBe(404);
});
