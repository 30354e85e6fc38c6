import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import type { AuditStore } from "../../src/engine/ports/audit.ts";
import { type Audit, createAudit } from "../../src/features/identity/audit/index.ts";
import { createAuditStore } from "../../src/features/identity/audit/store.ts";
import { openTestDatabase } from "../support/database.ts";
import { ask, newEntry, newNode, newVault, record, reportOf, tamper } from "./support.ts";

let database: Database;
let audit: Audit;
const vault = newVault();
beforeAll(async () => {
  database = await openTestDatabase();
  ({ audit } = newNode(database, vault));
});
afterAll(() => database.close());

const columns =
  "organization_id, sequence, at, actor_kind, actor_id, actor_name, door, action, resource, row_id, outcome, changes, request_id, address";

let made = 0;
/** An organization with six sealed records at positions 1 to 6; $1 of the statements below. */
async function sealedChain(): Promise<string> {
  made += 1;
  const organization = `org_${made}`;
  for (let number = 1; number <= 6; number += 1) {
    await record(
      database,
      vault,
      organization,
      newEntry({ rowId: `team_${number}`, requestId: `req_${number}` }),
    );
  }
  await audit.sealer.flush();
  expect(await reportOf(audit, organization)).toMatchObject({
    records: 6,
    sealed: 6,
    unsealed: 0,
    problems: [],
  });
  return organization;
}

async function kindsAfter(...statements: readonly string[]): Promise<string[]> {
  const organization = await sealedChain();
  for (const statement of statements) await tamper(database, statement, [organization]);
  const { verified } = await audit.verify();
  const { problems } = await reportOf(audit, organization);
  expect(verified).toBe(false);
  await forget(organization);
  return [...new Set(problems.map(({ kind }) => kind))].sort();
}

/** Leaves no trace of an organization, so that the next report is not about it. */
async function forget(organization: string): Promise<void> {
  for (const table of ["records", "seals", "heads", "checkpoints", "outbox", "refused"]) {
    await tamper(database, `DELETE FROM audit_${table} WHERE organization_id = $1`, [organization]);
  }
}

const recordAt = (position: number) =>
  `organization_id = $1 AND sequence = (SELECT sequence FROM audit_seals WHERE organization_id = $1 AND position = ${position})`;
const copied = (position: number, sequence = "nextval('audit_sequence')") =>
  `INSERT INTO audit_records (${columns}) SELECT ${columns.replace("sequence", sequence)} FROM audit_records WHERE ${recordAt(position)}`;
const removeRecord = (position: number) => `DELETE FROM audit_records WHERE ${recordAt(position)}`;
const removeLink = (position: number) =>
  `DELETE FROM audit_seals WHERE organization_id = $1 AND position = ${position}`;

describe("an altered record", () => {
  it.each([
    "at = at + interval '1 millisecond'",
    "at = 'infinity'",
    "actor_kind = 'user'",
    "actor_id = 'key_2'",
    "actor_name = 'nobody'",
    "door = 'console'",
    "action = 'delete_team'",
    "resource = 'slos'",
    "row_id = 'team_9'",
    "outcome = 'refused'",
    "changes = '[]'",
    "changes = jsonb_set(changes, '{0,after}', '\"Other\"')",
    "changes = 'null'",
    "request_id = 'req_9'",
    "address = NULL",
    "address = ''",
    "plan_records = 0",
  ])("%s", async (change) => {
    for (const position of [1, 3, 6]) {
      expect(await kindsAfter(`UPDATE audit_records SET ${change} WHERE ${recordAt(position)}`)).toEqual([
        "mismatch",
      ]);
    }
  });

  it("is named", async () => {
    const organization = await sealedChain();
    await tamper(database, `UPDATE audit_records SET row_id = 'x' WHERE ${recordAt(3)}`, [organization]);
    const { problems } = await reportOf(audit, organization);
    expect(problems).toEqual([
      {
        kind: "mismatch",
        position: 3,
        sequence: expect.any(Number),
        message: expect.stringContaining("at position 3"),
      },
    ]);
  });

  it("that was moved to another sequence or organization", async () => {
    expect(
      await kindsAfter(`UPDATE audit_records SET sequence = nextval('audit_sequence') WHERE ${recordAt(3)}`),
    ).toEqual(["missing_record", "unsealed_record"]);
    expect(
      await kindsAfter(`UPDATE audit_records SET organization_id = 'org_0' WHERE ${recordAt(3)}`),
    ).toEqual(["missing_record"]);
    await tamper(database, "DELETE FROM audit_records WHERE organization_id = 'org_0'");
  });
});

describe("a removed record", () => {
  it.each([1, 3, 6])("at position %i", async (position) => {
    expect(await kindsAfter(removeRecord(position))).toEqual(["missing_record"]);
  });

  it("with its link, from the beginning, the middle and the end", async () => {
    for (const position of [1, 3, 6]) {
      expect(await kindsAfter(removeRecord(position), removeLink(position))).toEqual(["missing_link"]);
    }
  });

  it("with its link, the ones after it moved up", async () => {
    const moveUp = "UPDATE audit_seals SET position = -position WHERE organization_id = $1 AND position > 3";
    const close =
      "UPDATE audit_seals SET position = -position - 1 WHERE organization_id = $1 AND position < 0";
    expect(await kindsAfter(removeRecord(3), removeLink(3), moveUp, close)).toEqual([
      "mismatch",
      "missing_link",
    ]);
  });

  it("with everything after it, and the head set back", async () => {
    const rest = [
      "DELETE FROM audit_records WHERE organization_id = $1 AND sequence IN (SELECT sequence FROM audit_seals WHERE organization_id = $1 AND position > 3)",
      "DELETE FROM audit_seals WHERE organization_id = $1 AND position > 3",
    ];
    const headBack =
      "UPDATE audit_heads SET position = 3, seal = (SELECT seal FROM audit_seals WHERE organization_id = $1 AND position = 3) WHERE organization_id = $1";
    expect(await kindsAfter(...rest)).toEqual(["missing_link"]);
    expect(await kindsAfter(...rest, headBack)).toEqual(["wrong_head"]);
    expect(await kindsAfter(...rest, "DELETE FROM audit_heads WHERE organization_id = $1")).toEqual([
      "wrong_head",
    ]);
  });

  it("before it was sealed, but not asked to the outbox", async () => {
    const organization = await sealedChain();
    await record(database, vault, organization, newEntry({ rowId: "team_7" }));
    await tamper(database, "DELETE FROM audit_records WHERE organization_id = $1 AND row_id = 'team_7'", [
      organization,
    ]);
    const { problems } = await reportOf(audit, organization);
    expect(problems.map(({ kind }) => kind)).toEqual(["missing_record"]);
  });
});

describe("an added record", () => {
  it("without a seal", async () => {
    expect(await kindsAfter(copied(3))).toEqual(["unsealed_record"]);
  });

  it("with a link that was made up, at the end or outside of the chain", async () => {
    const link = (position: string) =>
      `INSERT INTO audit_seals (organization_id, position, sequence, seal)
       SELECT $1, ${position}, max(sequence), md5('a') || md5('b') FROM audit_records WHERE organization_id = $1`;
    expect(await kindsAfter(copied(3), link("7"))).toEqual(["mismatch", "stray_link"]);
    expect(await kindsAfter(copied(3), link("0"))).toEqual(["stray_link"]);
    expect(await kindsAfter(copied(3), link("-5"))).toEqual(["stray_link"]);
    expect(await kindsAfter(copied(3), link("9223372036854775807"))).toEqual(["stray_link"]);
    expect(await kindsAfter(copied(3), link("100"))).toEqual(["missing_link", "stray_link"]);
  });

  it("in place of another", async () => {
    expect(
      await kindsAfter(
        "UPDATE audit_records SET row_id = 'moved', sequence = -1 WHERE organization_id = $1 AND row_id = 'team_3'",
        copied(2, "(SELECT sequence FROM audit_seals WHERE organization_id = $1 AND position = 3)"),
        "DELETE FROM audit_records WHERE organization_id = $1 AND sequence = -1",
      ),
    ).toEqual(["mismatch"]);
  });
});

describe("links", () => {
  const between = (one: number, other: number) => `organization_id = $1 AND position IN (${one}, ${other})`;

  it("whose seals were swapped", async () => {
    const swap = (one: number, other: number) =>
      `UPDATE audit_seals AS link
       SET seal = (SELECT seal FROM audit_seals WHERE organization_id = $1 AND position = ${one + other} - link.position)
       WHERE ${between(one, other)}`;
    expect(await kindsAfter(swap(2, 3))).toEqual(["mismatch"]);
    expect(await kindsAfter(swap(1, 6))).toEqual(["mismatch", "wrong_head"]);
  });

  it("whose records were swapped", async () => {
    const park = `UPDATE audit_seals SET sequence = -sequence WHERE ${between(2, 5)}`;
    const cross = `UPDATE audit_seals AS link
      SET sequence = (SELECT -sequence FROM audit_seals AS twin WHERE organization_id = $1 AND twin.position = 7 - link.position)
      WHERE ${between(2, 5)}`;
    expect(await kindsAfter(park, cross)).toEqual(["mismatch"]);
  });

  it("that changed places", async () => {
    const park = `UPDATE audit_seals SET position = -position WHERE ${between(3, 4)}`;
    expect(
      await kindsAfter(
        park,
        "UPDATE audit_seals SET position = position + 7 WHERE organization_id = $1 AND position < 0",
      ),
    ).toEqual(["mismatch"]);
  });

  it("with another seal", async () => {
    const change = (position: number) =>
      `UPDATE audit_seals SET seal = repeat('0', 64) WHERE organization_id = $1 AND position = ${position}`;
    expect(await kindsAfter(change(1))).toEqual(["mismatch"]);
    expect(await kindsAfter(change(6))).toEqual(["mismatch", "wrong_head"]);
  });

  it("that were removed, their records left", async () => {
    expect(await kindsAfter(removeLink(1))).toEqual(["missing_link", "unsealed_record"]);
    expect(await kindsAfter(removeLink(4))).toEqual(["missing_link", "unsealed_record"]);
    expect(await kindsAfter(removeLink(6))).toEqual(["missing_link", "unsealed_record"]);
    expect(await kindsAfter("DELETE FROM audit_seals WHERE organization_id = $1")).toEqual([
      "missing_link",
      "unsealed_record",
    ]);
  });

  it("that were removed, and are never sealed again as if new", async () => {
    const organization = await sealedChain();
    await tamper(database, removeLink(6), [organization]);
    await tamper(
      database,
      `INSERT INTO audit_outbox SELECT organization_id, sequence FROM audit_records WHERE organization_id = $1
      ON CONFLICT DO NOTHING`,
      [organization],
    );
    await tamper(
      database,
      "DELETE FROM audit_outbox AS o USING audit_seals AS s WHERE o.organization_id = $1 AND s.sequence = o.sequence",
      [organization],
    );
    await audit.sealer.flush();
    const { problems } = await reportOf(audit, organization);
    expect(problems).toMatchObject([{ kind: "missing_link", position: 6 }, { kind: "unproven_record" }]);
  });
});

describe("heads and checkpoints", () => {
  it("of which the service knows nothing", async () => {
    expect(
      await kindsAfter("UPDATE audit_heads SET code = repeat('0', 64) WHERE organization_id = $1"),
    ).toEqual(["wrong_head"]);
    expect(await kindsAfter("UPDATE audit_heads SET position = 7 WHERE organization_id = $1")).toEqual([
      "missing_link",
      "wrong_head",
    ]);
    expect(await kindsAfter("DELETE FROM audit_heads WHERE organization_id = $1")).toEqual(["wrong_head"]);
    const forged = `INSERT INTO audit_checkpoints SELECT $1, position, seal, seal, now() FROM audit_seals WHERE organization_id = $1 AND position = 2`;
    expect(await kindsAfter(removeRecord(1), removeRecord(2), forged, removeLink(1), removeLink(2))).toEqual([
      "wrong_checkpoint",
    ]);
  });

  it("hold up sealing once they were tampered with, and are logged", async () => {
    const node = newNode(database, vault);
    const organization = await sealedChain();
    await tamper(database, "UPDATE audit_heads SET position = 3 WHERE organization_id = $1", [organization]);
    await record(database, vault, organization, newEntry());
    await node.audit.sealer.flush();
    expect(node.logged.filter(({ level }) => level === "error")).toMatchObject([
      { details: { organization_id: organization, err: { message: expect.stringContaining("tampered") } } },
    ]);
    expect(await reportOf(audit, organization)).toMatchObject({ records: 7, sealed: 6, unsealed: 1 });
    await tamper(database, "DELETE FROM audit_outbox WHERE organization_id = $1", [organization]);
  });
});

describe("a chain that was rewritten or removed whole", () => {
  it("is reported by a head from the log", async () => {
    const organization = await sealedChain();
    const { head } = await reportOf(audit, organization);
    if (head === null) throw new Error("the chain has a head");
    const logged = { organization, ...head };
    await record(database, vault, organization, newEntry());
    await audit.sealer.flush();
    expect(await reportOf(audit, organization, [logged])).toMatchObject({ sealed: 7, problems: [] });

    const rewritten = await reportOf(audit, organization, [{ ...logged, seal: "f".repeat(64) }]);
    expect(rewritten.problems).toMatchObject([{ kind: "changed_head", position: 6 }]);
    await forget(organization);
    expect((await audit.verify()).organizations.map((report) => report.organization)).not.toContain(
      organization,
    );
    expect(await reportOf(audit, organization, [logged])).toMatchObject({
      problems: [{ kind: "chain_gone" }],
    });
  });
});

it("the chain key being gone is found, and no other is made in its place", async () => {
  const own = await openTestDatabase();
  const node = newNode(own, vault);
  await record(own, vault, "org_1", newEntry());
  await node.audit.sealer.flush();
  expect((await node.audit.verify()).verified).toBe(true);
  await ask(own, "DELETE FROM installation");
  const { verified, organizations } = await node.audit.verify();
  expect([verified, organizations[0]?.problems.map(({ kind }) => kind)]).toEqual([false, ["missing_key"]]);
  expect(await ask(own, "SELECT FROM installation")).toEqual([]);
  await own.close();
});

it("a chain that is begun while it is looked at is in order", async () => {
  const own = await openTestDatabase();
  const node = newNode(own, vault);
  await record(own, vault, "org_1", newEntry());
  const store = createAuditStore(own);
  // The keys are made, and the record is sealed, when the look has begun.
  const late: AuditStore = {
    ...store,
    nextOrganization: (after) => node.audit.sealer.flush().then(() => store.nextOrganization(after)),
  };
  const looking = createAudit({ database: own, vault, log: { info() {}, error() {} } }, late);
  expect(await looking.verify()).toMatchObject({ verified: true, organizations: [{ sealed: 1 }] });
  await own.close();
});

it("at most a hundred problems of a chain are reported", async () => {
  for (let number = 0; number < 150; number += 1)
    await record(database, vault, "org_many", newEntry({ rowId: String(number) }));
  await audit.sealer.flush();
  await tamper(database, "UPDATE audit_records SET door = 'mcp' WHERE organization_id = 'org_many'");
  const report = await reportOf(audit, "org_many");
  expect([report.problems.length, report.moreProblems]).toEqual([100, true]);
});

describe("the database itself", () => {
  it.each(["audit_records", "audit_seals", "audit_checkpoints"])(
    "refuses UPDATE, DELETE and TRUNCATE of %s",
    async (table) => {
      const organization = await sealedChain();
      await tamper(database, "INSERT INTO audit_checkpoints VALUES ($1, 0, 'a', 'b', now())", [organization]);
      const before = await ask(database, `SELECT * FROM ${table} ORDER BY 1, 2`);
      for (const statement of [
        `UPDATE ${table} SET organization_id = 'org_x' WHERE organization_id = '${organization}'`,
        `DELETE FROM ${table} WHERE organization_id = '${organization}'`,
        `TRUNCATE ${table}`,
      ]) {
        await expect(ask(database, statement), statement).rejects.toThrow("append-only");
      }
      const duringRetention = database.transaction(async (connection) => {
        await connection.execute("SET LOCAL orgconfig.retention = 'on'");
        await ask(
          connection,
          `UPDATE ${table} SET organization_id = 'org_x' WHERE organization_id = '${organization}'`,
        );
      });
      await expect(duringRetention).rejects.toThrow("append-only");
      expect(await ask(database, `SELECT * FROM ${table} ORDER BY 1, 2`)).toEqual(before);
    },
  );
});
