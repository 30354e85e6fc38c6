import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { KeyRing } from "../../src/database/vault.ts";
import type { ChainPoint } from "../../src/engine/ports/audit.ts";
import { startService, type TestService } from "../support/service.ts";
import { ask, creationOf, newEntry, newNode, record, reportOf, tamper, vaultOf } from "./support.ts";

const day = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day);

let test: TestService;
let vault: KeyRing;
beforeAll(async () => {
  // Its own first look, a minute after the start, never comes: these tests count what theirs remove.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  test = await startService();
  vault = vaultOf(test);
  vi.useRealTimers();
});
afterAll(() => test.close());

/** An organization with one sealed record of each age in days; the first is that of its own making. */
async function chainOf(ages: readonly number[]) {
  const tenant = await test.makeTenant();
  const { id } = tenant.organization;
  for (const [place, age] of ages.entries()) {
    const entry = newEntry({ at: daysAgo(age), rowId: `age_${age}` });
    await record(test.database, vault, id, place === 0 ? creationOf(id, entry.at) : entry);
  }
  await test.service.audit.sealer.flush();
  const left = async () =>
    (
      await ask<{ age: string }>(
        test.database,
        "SELECT 'age_' || extract(day FROM now() - at) AS age FROM audit_records WHERE organization_id = $1 AND resource <> 'organization_settings' ORDER BY sequence",
        [id],
      )
    ).map(({ age }) => age);
  return { tenant, id, left };
}

it("removes what is older than a year, and leaves a chain that verifies and goes on", async () => {
  const { audit } = test.service;
  const { id, left, tenant } = await chainOf([400, 366, 364, 1]);
  expect(await audit.retention.run(new Date())).toBe(2);
  expect(await left()).toEqual(["age_364", "age_1"]);
  expect(await reportOf(audit, id)).toMatchObject({
    records: 2,
    sealed: 2,
    head: { position: 4 },
    problems: [],
  });
  expect(
    await ask(test.database, "SELECT position::int FROM audit_checkpoints WHERE organization_id = $1", [id]),
  ).toEqual([{ position: 2 }]);
  await tenant.config("POST", "teams", { body: { name: "Core" } });
  await audit.sealer.flush();
  expect(await reportOf(audit, id)).toMatchObject({
    records: 3,
    sealed: 3,
    head: { position: 5 },
    problems: [],
  });
  expect(await audit.retention.run(new Date())).toBe(0);
});

it("seals no copy of a record that it removed", async () => {
  const { audit } = test.service;
  const { id } = await chainOf([500, 400]);
  await record(test.database, vault, id, newEntry({ at: daysAgo(450), rowId: "kept aside" }));
  const [copy] = await ask<Record<string, unknown>>(
    test.database,
    `SELECT to_jsonb(record) AS record, entry.code, record.sequence
     FROM audit_records AS record JOIN audit_outbox AS entry USING (organization_id, sequence) WHERE organization_id = $1`,
    [id],
  );
  await audit.sealer.flush();
  expect(await audit.retention.run(new Date())).toBe(3);
  await tamper(
    test.database,
    "INSERT INTO audit_records SELECT * FROM jsonb_populate_record(NULL::audit_records, $1)",
    [copy?.record],
  );
  await tamper(test.database, "INSERT INTO audit_outbox VALUES ($1, $2, $3)", [
    id,
    copy?.sequence,
    copy?.code,
  ]);
  await audit.sealer.flush();
  expect(await reportOf(audit, id)).toMatchObject({
    sealed: 0,
    refused: 1,
    problems: [
      { kind: "unproven_record", message: expect.stringContaining("older than what retention removed") },
    ],
  });
  expect((await test.send("GET", "/metrics")).text).toContain("orgconfig_audit_records_refused 1");
  await tamper(test.database, "DELETE FROM audit_refused");
  await tamper(test.database, "DELETE FROM audit_records WHERE organization_id = $1", [id]);
});

it("seals what is new although a clock that was wrong let all records go", async () => {
  const { audit } = test.service;
  const { id } = await chainOf([3, 1]);
  expect(await audit.retention.run(daysAgo(-800))).toBeGreaterThanOrEqual(2);
  await record(test.database, vault, id, newEntry({ at: daysAgo(2) }), newEntry());
  expect((await reportOf(audit, id)).problems).toMatchObject([
    { kind: "unproven_record", message: expect.stringContaining("older than what retention removed") },
  ]);
  await audit.sealer.flush();
  expect(await reportOf(audit, id)).toMatchObject({ sealed: 1, refused: 1, head: { position: 3 } });
  await tamper(test.database, "DELETE FROM audit_refused");
  await tamper(test.database, "DELETE FROM audit_records WHERE organization_id = $1", [id]);
});

it("leaves no broken plan behind when it cuts one in two", async () => {
  const { audit } = test.service;
  const { id } = await chainOf([500]);
  const ofPlan = newEntry({ at: daysAgo(400), plan: { id: "plan_1", records: 2 } });
  // What another change of a later time stands between is cut only up to there.
  for (const entry of [ofPlan, newEntry({ at: daysAgo(1) }), ofPlan])
    await record(test.database, vault, id, entry);
  await audit.sealer.flush();
  expect(await audit.retention.run(new Date())).toBe(2);
  expect(await reportOf(audit, id)).toMatchObject({ records: 2, sealed: 2, problems: [] });
  await record(test.database, vault, id, newEntry({ plan: { id: "plan_2", records: 2 } }));
  await audit.sealer.flush();
  expect((await reportOf(audit, id)).problems).toMatchObject([{ kind: "incomplete_plan", plan: "plan_2" }]);
  await tamper(test.database, "DELETE FROM audit_records WHERE organization_id = $1", [id]);
});

it("distinguishes heads of before the place where it cut from those that vanished", async () => {
  const { audit } = test.service;
  const { id } = await chainOf([500]);
  const headOf = async () => ({ organization: id, ...((await reportOf(audit, id)).head as ChainPoint) });
  const first = await headOf();
  for (const age of [400, 1]) {
    await record(test.database, vault, id, newEntry({ at: daysAgo(age) }));
    await audit.sealer.flush();
  }
  const last = await headOf();
  expect(await audit.retention.run(new Date())).toBe(2);
  const report = await reportOf(audit, id, [last, first, { ...last, position: 9 }]);
  expect(report.heads).toMatchObject([
    { position: 1, state: "cut" },
    { position: 3, state: "found" },
    { position: 9, state: "vanished" },
  ]);
  expect(report.problems).toMatchObject([{ kind: "vanished_head", position: 9 }]);
});

it("keeps as long as the organization's setting says", async () => {
  const { audit } = test.service;
  const short = await chainOf([40, 31, 29]);
  const long = await chainOf([800, 500]);
  expect(
    (await short.tenant.config("PUT", "organization_settings", { body: { audit_retention_days: 30 } }))
      .status,
  ).toBe(201);
  expect(
    (await long.tenant.config("PUT", "organization_settings", { body: { audit_retention_days: 600 } }))
      .status,
  ).toBe(201);
  await audit.sealer.flush();
  expect(await audit.retention.run(new Date())).toBe(3);
  expect(await short.left()).toEqual(["age_29"]);
  expect(await long.left()).toEqual(["age_500"]);
  for (const { id } of [short, long]) expect((await reportOf(audit, id)).problems).toEqual([]);
});

it("removes from the beginning only: an old record behind a young one waits for it", async () => {
  const { audit } = test.service;
  const { id, left } = await chainOf([500, 10, 450, 5]);
  expect(await audit.retention.run(new Date())).toBe(1);
  expect(await left()).toEqual(["age_10", "age_450", "age_5"]);
  expect((await reportOf(audit, id)).problems).toEqual([]);
});

it("empties a chain whole, batch by batch, and the chain goes on from where it stood", async () => {
  const { audit } = test.service;
  const { id } = await test.makeOrganization();
  const old = Array.from({ length: 1_200 }, (_, number) =>
    newEntry({ at: daysAgo(730), rowId: String(number) }),
  );
  await test.database.transaction((connection) => record(connection, vault, id, ...old));
  await audit.sealer.flush();
  expect(await audit.retention.run(new Date())).toBe(1_200);
  expect(await reportOf(audit, id)).toMatchObject({
    records: 0,
    sealed: 0,
    head: { position: 1_200 },
    problems: [],
  });
  expect(
    await ask(test.database, "SELECT position::int FROM audit_checkpoints WHERE organization_id = $1", [id]),
  ).toEqual([{ position: 1_200 }]);
  await record(test.database, vault, id, newEntry());
  await audit.sealer.flush();
  expect(await reportOf(audit, id)).toMatchObject({
    records: 1,
    sealed: 1,
    head: { position: 1_201 },
    problems: [],
  });
});

it("leaves records that are not sealed yet", async () => {
  const database = test.database;
  const { id } = await test.makeOrganization();
  const { audit } = test.service;
  await database.transaction(async (connection) => {
    await record(connection, vault, id, newEntry({ at: daysAgo(900) }));
    // A node that sees the record while nobody else does, so that nobody seals it.
    const within = newNode({ ...database, ...connection, transaction: (work) => work(connection) }, vault);
    expect(await within.audit.retention.run(new Date())).toBe(0);
  });
  await audit.sealer.flush();
  expect(await audit.retention.run(new Date())).toBe(1);
});

it("removes no evidence: at what was tampered with it stops, and says so", async () => {
  const { audit } = test.service;
  const { id, left } = await chainOf([500, 450, 400, 1]);
  const kept = await reportOf(audit, id);
  await tamper(
    test.database,
    "UPDATE audit_records SET door = 'mcp' WHERE organization_id = $1 AND row_id = 'age_450'",
    [id],
  );
  expect(await audit.retention.run(new Date())).toBe(0);
  expect(await left()).toHaveLength(4);
  expect((await reportOf(audit, id)).problems).toMatchObject([{ kind: "mismatch", position: 2 }]);
  expect(test.logs.join("")).toContain("audit records past their time were not removed");
  await tamper(test.database, "UPDATE audit_records SET door = 'rest' WHERE organization_id = $1", [id]);
  expect(await reportOf(audit, id)).toEqual(kept);
  expect(await audit.retention.run(new Date())).toBe(3);
});

it.each([
  [
    "a record after the cut",
    "UPDATE audit_records SET row_id = 'x' WHERE organization_id = $1 AND row_id = 'age_2'",
    "mismatch",
  ],
  [
    "the first link after the cut",
    "DELETE FROM audit_seals WHERE organization_id = $1 AND position = 3",
    "missing_link",
  ],
  [
    "the checkpoint",
    "UPDATE audit_checkpoints SET position = position + 1 WHERE organization_id = $1",
    "wrong_checkpoint",
  ],
  ["the checkpoint's place", "DELETE FROM audit_checkpoints WHERE organization_id = $1", "missing_link"],
])("tampering with %s is found", async (_what, statement, kind) => {
  const { audit } = test.service;
  const { id } = await chainOf([500, 400, 2, 1]);
  expect(await audit.retention.run(new Date())).toBe(2);
  await tamper(test.database, statement, [id]);
  const { problems } = await reportOf(audit, id);
  expect(problems.map((problem) => problem.kind)).toContain(kind);
});

it("outlives its organization, whose records go after a year", async () => {
  const { audit } = test.service;
  const { id, left } = await chainOf([400, 100]);
  await ask(test.database, "DELETE FROM organizations WHERE id = $1", [id]);
  expect(await left()).toEqual(["age_400", "age_100"]);
  expect(await audit.retention.run(new Date())).toBe(1);
  expect((await reportOf(audit, id)).problems).toEqual([]);
});
