/** Codes are made before the database has a record, and checked against what it gives back. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { codeOf } from "../../src/database/failures.ts";
import type { FieldChange } from "../../src/engine/ports/rows.ts";
import { readHeads } from "../../src/features/identity/audit/known-heads.ts";
import type { Json } from "../../src/kernel/field.ts";
import { openTestDatabase } from "../support/database.ts";
import { fc } from "../support/property.ts";
import { newEntry, newNode, newVault, record, reportOf } from "./support.ts";

let database: Database;
const vault = newVault();
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const text = fc.string({ unit: "binary" }).map((value) => value.replaceAll("\0", ""));

it("hold whatever the record says, as the database keeps it", async () => {
  const { audit, logged } = newNode(database, vault);
  // PostgreSQL takes neither NUL nor half of a surrogate pair in JSON; the doors refuse both.
  const json = fc
    .jsonValue()
    .filter((value) => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(value))) as fc.Arbitrary<Json>;
  const entries = fc.record({ before: json, after: json, name: text, rowId: text, address: fc.option(text) });
  await fc.assert(
    fc.asyncProperty(entries, async ({ before, after, name, rowId, address }) => {
      const changes = [{ field: "any", before, after }] as readonly FieldChange[];
      const actor = { kind: "user", id: "user_1", name } as const;
      await record(
        database,
        vault,
        "org_any",
        newEntry({ changes, actor, rowId, address: address ?? undefined }),
      );
    }),
    { numRuns: 200 },
  );
  await record(
    database,
    vault,
    "org_any",
    newEntry({ rowId: "half a pair: \ud800", actor: { kind: "user", id: "\udfff", name: "" } }),
    newEntry({ changes: [{ field: "gone", before: undefined as unknown as Json, after: 1e21 }] }),
  );
  await audit.sealer.flush();
  expect(logged.filter(({ level }) => level === "error")).toEqual([]);
  expect(await reportOf(audit, "org_any")).toMatchObject({ sealed: 202, refused: 0, problems: [] });
});

it("of which the version before has none: its writes are asked to try again", async () => {
  for (const [table, values] of [
    ["audit_outbox (organization_id, sequence)", "('org_1', 1)"],
    ["audit_heads (organization_id, position, seal, code)", "('org_1', 1, 'ab', 'cd')"],
  ]) {
    const former = database.transaction(async (connection) => {
      await connection.execute("SET LOCAL application_name = 'orgconfig'");
      await connection.execute(`INSERT INTO ${table} VALUES ${values}`);
    });
    const error = await former.catch((caught) => caught);
    // Which every version answers with 503 and Retry-After.
    expect([error.code, codeOf(error.cause)]).toEqual(["unavailable", "57P03"]);
  }
});

it("of heads are read from a log with all else that is in it, each head once", async () => {
  const head = { organization_id: "org_1", position: 3, seal: "ab" };
  const lines = [
    "",
    "orgconfig serves at http://localhost:8080",
    '{"level":30,"time":1795324585353,"msg":"a request","seal":"no head"}',
    JSON.stringify({ ...head, time: 1795324585353, msg: "head of the audit chain" }),
    `node-1  | ${JSON.stringify({ time: 1795324585353, heads: [{ ...head, code: "2.cd" }, null, { position: 1, seal: "x" }] })}`,
    JSON.stringify({ at: "2026-11-22T00:00:00.000Z", ...head, code: "2.cd" }),
    JSON.stringify({ ...head, position: "3" }),
    JSON.stringify({ ...head, position: 0 }),
    JSON.stringify(head).slice(0, -4),
  ];
  expect(await readHeads(lines)).toEqual([
    { organization: "org_1", position: 3, seal: "ab", code: undefined, at: "2026-11-22T05:16:25.353Z" },
    { organization: "org_1", position: 3, seal: "ab", code: "2.cd", at: "2026-11-22T05:16:25.353Z" },
  ]);
});
