/** A commit writes rows, references, names and audit records together, or nothing at all. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { createRowStore } from "../../src/database/store.ts";
import { createVault } from "../../src/database/vault.ts";
import {
  type AuditEntry,
  type Change,
  type Commit,
  LostRace,
  type NewRow,
  type Store,
} from "../../src/engine/ports/rows.ts";
import { createRecordCodes } from "../../src/features/identity/audit/record-codes.ts";
import { createAuditStore } from "../../src/features/identity/audit/store.ts";
import { newId } from "../../src/kernel/ids.ts";
import { openTestDatabase } from "../support/database.ts";

let database: Database;
let store: Store;
const organizationId = newId("org");
const at = new Date("2026-03-10T12:00:00.000Z");

beforeAll(async () => {
  database = await openTestDatabase();
  store = createRowStore(
    database,
    createRecordCodes(createVault([{ id: "test", bytes: randomBytes(32) }])).signRecord,
  );
  await database.execute(
    `INSERT INTO organizations (id, slug, name, plan, created_at) VALUES ('${organizationId}', 'acme', 'Acme', 'business', now())`,
  );
});
afterAll(() => database.close());

/** A record that the audit log cannot take: its request has no id. */
const faulty = { requestId: null as unknown as string };

function auditOf(rowId: string, overrides: Partial<AuditEntry> = {}): AuditEntry {
  const actor = { kind: "key", id: "key_1", name: "test" } as const;
  const what = { door: "rest", action: "create_thing", kind: "things", outcome: "success" } as const;
  return { at, actor, ...what, rowId, changes: [], requestId: "req_1", address: undefined, ...overrides };
}

function rowOf(id: string, overrides: Partial<NewRow> = {}): NewRow {
  return {
    kind: "things",
    id,
    naturalKey: id,
    sortKey: id,
    searchText: id,
    configuration: { name: id },
    secrets: {},
    state: {},
    keyHeldUntil: null,
    references: [],
    at,
    ...overrides,
  };
}

function insertOf(id: string, row: Partial<NewRow> = {}, audit: Partial<AuditEntry> = {}): Change {
  return { op: "insert", row: rowOf(id, row), audit: auditOf(id, audit) };
}

async function counts() {
  const [found] = await database.queryText<Record<string, string>>(
    {
      name: "test-counts",
      text: `SELECT (SELECT count(*) FROM rows) AS rows, (SELECT count(*) FROM row_references) AS references,
        (SELECT count(*) FROM audit_records) AS records, (SELECT count(*) FROM audit_outbox) AS outbox,
        (SELECT count(*) FROM service_names) AS names,
        (SELECT string_agg(name, ',') FROM organizations) AS organizations`,
    },
    [],
  );
  return found;
}

async function unchangedBy(commit: Omit<Commit, "organizationId">): Promise<unknown> {
  const before = await counts();
  const outcome = await store.commit({ organizationId, ...commit }).catch((error: Error) => error);
  expect(await counts()).toEqual(before);
  return outcome;
}

it("writes a row with its record and its place in the outbox", async () => {
  const before = await counts();
  const revisions = await store.commit({ organizationId, changes: [insertOf("first")] });
  expect(revisions).toHaveLength(1);
  const after = await counts();
  for (const table of ["rows", "records", "outbox"])
    expect(Number(after?.[table])).toBe(Number(before?.[table]) + 1);
});

it("writes with every sort of change which plan it is of", async () => {
  const plan = { id: newId("plan"), records: 5 };
  const audit = auditOf("planned", { plan });
  const made = { op: "insert", row: rowOf("planned"), audit } as const;
  const [first = ""] = await store.commit({ organizationId, changes: [made] });
  const row = rowOf("planned", { configuration: { name: "changed" } });
  const update = (expected: string, sameReferences: boolean) =>
    ({ op: "update", row, expected, sameReferences, audit }) as const;
  const [second = ""] = (await store.commit({
    organizationId,
    changes: [update(first, false)],
  })) as string[];
  const [third = ""] = await store.commit({ organizationId, changes: [update(second, true)] });
  const { kind, id } = row;
  await store.commit({
    organizationId,
    changes: [
      { op: "state", kind, id, state: { seen: true }, expected: third, audit },
      { op: "delete", kind, id, expected: third, audit },
      insertOf("extra"),
    ],
  });
  const records = await createAuditStore(database).recordsOfPlan(organizationId, plan.id);
  expect(records.map((record) => record.plan)).toEqual(Array(5).fill(plan));
  expect(records.map(({ rowId, sealed }) => [rowId, sealed])).toEqual(Array(5).fill(["planned", false]));
  const sequences = records.map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
});

it("leaves nothing of an insert whose record fails", async () => {
  const outcome = await unchangedBy({ changes: [insertOf("a", {}, faulty)] });
  expect(outcome).toBeInstanceOf(Error);
  expect(await store.row(organizationId, "things", "a")).toBeUndefined();
});

it("leaves nothing of an update whose record fails", async () => {
  const [revision = ""] = await store.commit({ organizationId, changes: [insertOf("b")] });
  const row = rowOf("b", { configuration: { name: "changed" } });
  await unchangedBy({ changes: [{ op: "update", row, expected: revision, audit: auditOf("b", faulty) }] });
  expect(await store.row(organizationId, "things", "b")).toMatchObject({
    revision,
    configuration: { name: "b" },
  });
});

it("leaves nothing of a delete whose record fails", async () => {
  const [revision = ""] = await store.commit({ organizationId, changes: [insertOf("c")] });
  await unchangedBy({
    changes: [{ op: "delete", kind: "things", id: "c", expected: revision, audit: auditOf("c", faulty) }],
  });
  expect(await store.row(organizationId, "things", "c")).toMatchObject({ revision });
});

it("leaves nothing of several changes when one of them fails", async () => {
  const link = { field: "to", toKind: "things", toId: "d1", cascade: false };
  const outcomes = [
    await unchangedBy({
      changes: [insertOf("d1"), insertOf("d2", { references: [link] }), insertOf("d3", {}, faulty)],
    }),
    await unchangedBy({ changes: [insertOf("d1"), insertOf("d1")] }),
    await unchangedBy({
      changes: [insertOf("d1", { references: [{ ...link, toId: "nothing" }] }), insertOf("d2")],
    }),
    await unchangedBy({
      changes: [insertOf("d1"), { op: "update", row: rowOf("d9"), expected: "1", audit: auditOf("d9") }],
    }),
    await unchangedBy({
      changes: [
        insertOf("d1"),
        { op: "delete", kind: "things", id: "d9", expected: "1", audit: auditOf("d9") },
      ],
    }),
    await unchangedBy({
      changes: [insertOf("d1", { naturalKey: "one" }), insertOf("d2", { naturalKey: "one" })],
    }),
  ];
  expect(outcomes[0]).toBeInstanceOf(Error);
  expect(outcomes.slice(1)).toEqual(Array(5).fill(expect.any(LostRace)));
});

it("leaves nothing of the organization's columns and names when the record fails", async () => {
  const organization = {
    name: "Other",
    ipAllowlist: ["192.0.2.0/24"],
    sessionTtlHours: 1,
    secondFactorRequired: true,
  };
  const serviceName = { kind: "things", field: "slug", value: "acme" };
  await unchangedBy({ changes: [insertOf("e", {}, faulty)], organization, serviceName });
  await unchangedBy({ changes: [insertOf("e"), insertOf("e")], organization, serviceName });
  await store.commit({ organizationId, changes: [insertOf("e")], serviceName });
  await unchangedBy({ changes: [insertOf("f", {}, faulty)], serviceName: { ...serviceName, value: null } });
});

it("leaves nothing of a transaction whose later write fails, or that gives up", async () => {
  const before = await counts();
  const failing = store.transaction(["lock"], async (writer) => {
    await writer.commit({ organizationId, changes: [insertOf("g1")] });
    await writer.commit({ organizationId, changes: [insertOf("g2", {}, faulty)] });
    return "done";
  });
  await expect(failing).rejects.toThrow();
  expect(await counts()).toEqual(before);
  const racing = store.transaction([], async (writer) => {
    await writer.commit({ organizationId, changes: [insertOf("g1")] });
    await writer.commit({ organizationId, changes: [insertOf("g1")] });
  });
  await expect(racing).rejects.toThrow(LostRace);
  expect(await counts()).toEqual(before);
  const givingUp = store.transaction([], async (writer) => {
    await writer.commit({ organizationId, changes: [insertOf("g1")] });
    throw new LostRace();
  });
  await expect(givingUp).rejects.toThrow(LostRace);
  expect(await counts()).toEqual(before);
});

it("writes over no revision but the one that was decided on", async () => {
  const [revision = ""] = await store.commit({ organizationId, changes: [insertOf("h")] });
  const update: Change = { op: "update", row: rowOf("h"), expected: revision, audit: auditOf("h") };
  const [next = ""] = await store.commit({ organizationId, changes: [update] });
  expect(BigInt(next)).toBeGreaterThan(BigInt(revision));
  expect(await unchangedBy({ changes: [update] })).toBeInstanceOf(LostRace);
});

it("moves references with the row, and holds back what they name", async () => {
  const to = (toId: string) => [{ field: "to", toKind: "things", toId, cascade: false }];
  const [i1 = "", , i3 = ""] = (await store.commit({
    organizationId,
    changes: [insertOf("i1"), insertOf("i2"), insertOf("i3", { references: to("i1") })],
  })) as string[];
  const gone = (id: string, expected: string): Change => ({
    op: "delete",
    kind: "things",
    id,
    expected,
    audit: auditOf(id),
  });
  expect(await unchangedBy({ changes: [gone("i1", i1)] })).toBeInstanceOf(LostRace);
  expect(await store.referrers(organizationId, "things", "i1")).toEqual([
    { kind: "things", id: "i3", field: "to", cascade: false },
  ]);
  await store.commit({
    organizationId,
    changes: [
      { op: "update", row: rowOf("i3", { references: to("i2") }), expected: i3, audit: auditOf("i3") },
    ],
  });
  expect(await store.referrers(organizationId, "things", "i1")).toEqual([]);
  expect(await store.commit({ organizationId, changes: [gone("i1", i1)] })).toHaveLength(1);
});

it("keeps audit records as they were written", async () => {
  for (const statement of [
    "UPDATE audit_records SET outcome = 'refused'",
    "DELETE FROM audit_records",
    "TRUNCATE audit_records",
  ]) {
    await expect(database.execute(statement)).rejects.toThrow(/append-only/);
  }
});

it("never gives a revision out twice, not even when its write was undone", async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    const undone = store.transaction([], async (writer) => {
      const [revision = ""] = await writer.commit({ organizationId, changes: [insertOf("j")] });
      seen.add(revision);
      throw new LostRace();
    });
    await expect(undone).rejects.toThrow(LostRace);
  }
  const [kept = ""] = await store.commit({ organizationId, changes: [insertOf("j")] });
  seen.add(kept);
  expect(seen.size).toBe(4);
});
