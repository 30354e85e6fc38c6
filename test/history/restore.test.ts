import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { historyOf, type ShownVersion, versionsOf } from "./support.ts";

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
});
afterAll(() => test.close());

const source = { type: "prometheus", url: "https://prometheus.example.com" };

async function make(kind: string, body: object): Promise<string> {
  const answer = await tenant.config("POST", kind, { body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

async function change(path: string, body: object): Promise<void> {
  const answer = await tenant.config("PUT", path, { body });
  if (answer.status > 201) throw new Error(answer.text);
}

function restore(
  kind: string,
  id: string,
  sequence: unknown,
  by: Pick<Tenant, "api"> = tenant,
): Promise<Answer> {
  return by.api("POST", `history/${kind}/${encodeURIComponent(id)}/restore`, { body: { sequence } });
}

/** Restores the row to the version at this place of its history, 0 the newest, and applies the plan. */
async function restoreTo(kind: string, id: string, place: number): Promise<Answer> {
  const version = (await versionsOf(tenant, kind, id))[place] as ShownVersion;
  const planned = await restore(kind, id, version.sequence);
  expect([planned.status, planned.body.status, planned.body.problems]).toEqual([201, "open", []]);
  const applied = await tenant.api("POST", `plans/${planned.body.id}/apply`, { body: {} });
  expect(applied.status).toBe(200);
  return planned;
}

it("plans to make a row what it was, and changes nothing before that plan is applied", async () => {
  const id = await make("data_sources", { ...source, name: "first" });
  const first = (await tenant.config("GET", `data_sources/${id}`)).body;
  for (const body of [{ name: "second" }, { timeout_ms: 5_000 }, { url: "https://other.example.com" }])
    await change(`data_sources/${id}`, body);
  const versions = await versionsOf(tenant, "data_sources", id);
  const { status, body: plan } = await restore("data_sources", id, versions[3]?.sequence);
  expect(status).toBe(201);
  expect(plan).toMatchObject({
    status: "open",
    summary: { create: 0, update: 1, delete: 0 },
    changes: [
      {
        resource: "data_sources",
        id,
        action: "update",
        fields: [
          { path: "name", before: "second", after: "first" },
          { path: "url", before: "https://other.example.com", after: first.url },
          { path: "timeout_ms", before: 5_000, after: first.timeout_ms },
        ],
        secrets: {},
      },
    ],
    problems: [],
    warnings: [],
  });
  expect(await versionsOf(tenant, "data_sources", id)).toEqual(versions);

  expect((await tenant.api("POST", `plans/${plan.id}/apply`, { body: {} })).status).toBe(200);
  const { updated_at: _, ...restored } = (await tenant.config("GET", `data_sources/${id}`)).body;
  expect(first).toMatchObject(restored);
  const [newest] = await versionsOf(tenant, "data_sources", id);
  expect(newest).toMatchObject({ action: "update_data_source", plan_id: plan.id });
  expect(newest?.configuration).toEqual(versions[3]?.configuration);
});

it("makes a deleted row anew under its id, with what it pointed at", async () => {
  const team = await make("teams", { name: "Phoenix" });
  const id = await make("alert_routes", {
    name: "to phoenix",
    matchers: ['a="b"'],
    destinations: [{ team_id: team }],
    group_by: ["service"],
  });
  const before = (await tenant.config("GET", `alert_routes/${id}`)).body;
  await tenant.config("DELETE", `alert_routes/${id}`);
  await restoreTo("alert_routes", id, 1);
  const { created_at: _, updated_at: __, ...after } = (await tenant.config("GET", `alert_routes/${id}`)).body;
  expect(before).toMatchObject(after);
  const [made] = await versionsOf(tenant, "alert_routes", id);
  expect(made?.action).toBe("create_alert_route");

  // Where the team is gone too, the plan says what is missing.
  await tenant.config("DELETE", `alert_routes/${id}`);
  await tenant.config("DELETE", `teams/${team}`);
  const { body } = await restore("alert_routes", id, made?.sequence);
  expect(body).toMatchObject({
    status: "invalid",
    problems: [{ reason: "missing_reference", field: "destinations[0].team_id" }],
  });
  // The sequence of a deletion means the deletion, which nothing is left to do for.
  const [deleted] = await versionsOf(tenant, "alert_routes", id);
  expect((await restore("alert_routes", id, deleted?.sequence)).body).toMatchObject({
    status: "open",
    changes: [],
  });
});

it("deletes a row again that was brought back", async () => {
  const id = await make("teams", { name: "Twice" });
  await tenant.config("DELETE", `teams/${id}`);
  await restoreTo("teams", id, 1);
  expect((await tenant.config("GET", `teams/${id}`)).status).toBe(200);
  const planned = await restoreTo("teams", id, 1);
  expect(planned.body.changes).toMatchObject([{ action: "delete", id }]);
  expect((await tenant.config("GET", `teams/${id}`)).status).toBe(404);
});

it("restores a setting", async () => {
  const kind = "status_page_settings";
  await change(kind, { title: "Before" });
  await change(kind, { title: "After", description: "Added." });
  await restoreTo(kind, kind, 1);
  expect((await tenant.config("GET", kind)).body).toMatchObject({ title: "Before", description: null });
});

it("warns of every secret that does not come back, and leaves them as they are", async () => {
  const body = { ...source, name: "secrets", token: "t-1", password: "p-1" };
  const id = await make("data_sources", body);
  await change(`data_sources/${id}`, { name: "secret", token: "t-2", password: null });
  const planned = await restoreTo("data_sources", id, 1);
  const lost = { resource: "data_sources", key: { name: "secrets" }, reason: "secret_not_restored" };
  expect(planned.body.warnings).toMatchObject([
    { ...lost, field: "token", message: expect.stringContaining("was changed since") },
    { ...lost, field: "password", message: expect.stringContaining("set it again") },
  ]);
  const row = (await tenant.config("GET", `data_sources/${id}`)).body;
  expect(row).toMatchObject({ name: "secrets", token_set: true, password_set: false });

  await tenant.config("DELETE", `data_sources/${id}`);
  const gone = await restoreTo("data_sources", id, 1);
  expect(gone.body.warnings).toMatchObject([{ ...lost, field: "token" }]);
  expect((await tenant.config("GET", `data_sources/${id}`)).body).toMatchObject({ token_set: false });
});

it("is refused at the apply where the row moved meanwhile", async () => {
  const id = await make("teams", { name: "One" });
  await change(`teams/${id}`, { name: "Two" });
  const [, made] = await versionsOf(tenant, "teams", id);
  const { body: plan } = await restore("teams", id, made?.sequence);
  await change(`teams/${id}`, { name: "Three" });
  const applied = await tenant.api("POST", `plans/${plan.id}/apply`, { body: {} });
  expect([applied.status, applied.body.reason]).toEqual([409, "plan_stale"]);
  expect((await tenant.config("GET", `teams/${id}`)).body.name).toBe("Three");
});

it("may be planned by those who may only read, who cannot apply it", async () => {
  const id = await make("teams", { name: "Read" });
  const [made] = await versionsOf(tenant, "teams", id);
  const { value } = await test.makeKey(tenant.organization.id, ["api:config_read"]);
  const headers = { authorization: `Bearer ${value}` };
  const body = { sequence: made?.sequence };
  const planned = await tenant.api("POST", `history/teams/${id}/restore`, { headers, body });
  expect(planned.status).toBe(201);
  const applied = await tenant.api("POST", `plans/${planned.body.id}/apply`, { headers, body: {} });
  expect([applied.status, applied.body.error]).toEqual([403, "read_only_key"]);
});

describe("is refused", () => {
  it("for a sequence that is no record of the row", async () => {
    const id = await make("teams", { name: "Mine" });
    const other = await make("teams", { name: "Other" });
    const [foreign] = await versionsOf(tenant, "teams", other);
    for (const sequence of [1, Number.MAX_SAFE_INTEGER, foreign?.sequence]) {
      const answer = await restore("teams", id, sequence);
      expect([answer.status, answer.body.field]).toEqual([422, "sequence"]);
      expect(answer.body.message).not.toContain("retention");
    }
    for (const sequence of [0, -1, 1.5, "1", null, undefined]) {
      const answer = await restore("teams", id, sequence);
      expect([answer.status, answer.body.field]).toEqual([422, "sequence"]);
    }
  });

  it("for rows of nobody and of others, and unknown kinds", async () => {
    const id = await make("teams", { name: "Hidden" });
    const [made] = await versionsOf(tenant, "teams", id);
    const other = await test.makeTenant();
    const answers = [
      await restore("teams", id, made?.sequence, other),
      await restore("teams", "team_none", made?.sequence, other),
    ].map(({ status, body: { message } }) => [status, message]);
    expect(answers[0]).toEqual([404, expect.any(String)]);
    expect(answers[1]).toEqual(answers[0]);
    expect((await restore("none", id, "x")).status).toBe(404);
  });

  it("for what the service sets by itself", async () => {
    await tenant.api("POST", "config/aws_external_id/rotate");
    const [rotated] = await versionsOf(tenant, "aws_external_id", "aws_external_id");
    expect(rotated).toMatchObject({ action: "rotate_aws_external_id", configuration: {} });
    const answer = await restore("aws_external_id", "aws_external_id", rotated?.sequence);
    expect([answer.status, answer.body.reason, answer.body.field]).toEqual([422, "not_restorable", "kind"]);
  });
});

it("restores from what retention has left, and says where it took the record", async () => {
  const id = await make("teams", { name: "Old" });
  const [made] = await versionsOf(tenant, "teams", id);
  await until(() => Date.now() > Date.parse(made?.at ?? ""));
  await change(`teams/${id}`, { name: "Older" });
  await change(`teams/${id}`, { name: "Oldest" });
  const [, second] = await versionsOf(tenant, "teams", id);
  const year = 365 * 24 * 3_600_000;
  await test.service.audit.sealer.flush();
  await test.service.audit.retention.run(new Date(Date.parse(second?.at ?? "") + year));

  expect((await historyOf(tenant, "teams", id)).body).toMatchObject({ complete: false });
  const answer = await restore("teams", id, made?.sequence);
  expect([answer.status, answer.body.field]).toEqual([422, "sequence"]);
  expect(answer.body.message).toContain("retention");
  await restoreTo("teams", id, 1);
  expect((await tenant.config("GET", `teams/${id}`)).body.name).toBe("Older");
});
