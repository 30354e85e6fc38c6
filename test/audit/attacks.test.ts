/**
 * What a database's owner can do to the audit log who has every right but not the installation's secret keys,
 * and what `orgconfig audit verify` then says. Each attack is on an organization of its own; those that can be
 * reported in the same way share an installation, because starting one is what takes time.
 */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newSecretKey } from "../../src/database/vault.ts";
import type { Organization } from "../../src/engine/context.ts";
import type { AuditReport, ChainReport } from "../../src/features/identity/audit/verify.ts";
import type { Ended } from "../support/command.ts";
import { type Installation, makeInstallation, type Running } from "./installation.ts";
import { ask } from "./support.ts";

const tables = ["records", "outbox", "seals", "heads", "checkpoints", "refused"];
/** Attacks that only heads show. */
const unseen = ["set back", "set back and gone on", "removed with its organization"] as const;
/** Attacks on whole chains, or their beginnings, of organizations that are known: reported without heads, too. */
const seen = ["removed", "begun anew", "begun anew and ended", "cut at its beginning"] as const;
/** Forged records, by what the service and the command say of each. */
const forgeries = {
  "without a code": "was not written by the service: it has no code",
  "with another record's code": "was not written by the service as it stands",
  "as a copy": "is a copy of record",
  "as a copy with a lower number": "is a copy of record",
  "as a copy from another organization": "was not written by the service as it stands",
  "once more": "waits for a seal and has one",
} as const;
type Forgery = keyof typeof forgeries;
const names = ["honest", "crowded", ...unseen, ...seen, ...(Object.keys(forgeries) as Forgery[])] as const;
type Name = (typeof names)[number];

/** From the start, the attacker keeps every code that is ever given. */
const spy = `
  CREATE TABLE seen_codes (organization_id text, sequence bigint, code text);
  CREATE FUNCTION see_code() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO seen_codes VALUES (NEW.organization_id, NEW.sequence, NEW.code); RETURN NULL; END $$;
  CREATE TRIGGER see_code AFTER INSERT ON audit_outbox FOR EACH ROW EXECUTE FUNCTION see_code();`;
/** And, once, the log's tables as they were. */
const keepState = tables.map((table) => `CREATE TABLE earlier_${table} AS TABLE audit_${table}`);

let original: Installation;
const organizations = {} as Record<Name, Organization>;
/** The whole log of the service, all of its lines. */
let log: string[];
/** A number that no record got, as after a change that failed. */
let unused: number;
const copies: Installation[] = [];

beforeAll(async () => {
  original = await makeInstallation();
  log = await original.serve(async ({ database, service, makeOrganization, makeTeam }) => {
    await database.execute(spy);
    const [burnt] = await ask<{ n: number }>(database, "SELECT nextval('audit_sequence')::int AS n");
    unused = burnt?.n as number;
    const change = async (team: string) => {
      for (const name of names) await makeTeam(organizations[name], team);
      await service.audit.sealer.flush();
    };
    for (const name of names) organizations[name] = await makeOrganization(name);
    for (const team of ["Core", "Edge"]) await change(team);
    for (const statement of keepState) await database.execute(statement);
    for (const team of ["Data", "Web"]) await change(team);
  });
});
afterAll(async () => {
  for (const copy of [original, ...copies]) await copy.drop();
});

const idOf = (name: Name) => organizations[name].id;
async function copied(): Promise<Installation> {
  const copy = await original.copy();
  copies.push(copy);
  return copy;
}

const verify = (here: Installation, ...args: readonly string[]) => here.command(["audit", "verify", ...args]);
const verifyBy = (here: Installation, lines: readonly string[], ...args: readonly string[]) =>
  here.command(["audit", "verify", "--heads", "-", ...args], lines.join(""));
/** What the command's JSON says of one chain. */
function chainIn({ stdout }: Ended, organizationId: string): ChainReport {
  const { organizations: chains } = JSON.parse(stdout) as AuditReport;
  const found = chains.find(({ organization }) => organization === organizationId);
  if (found === undefined) throw new Error(`${organizationId} is not in the report`);
  return found;
}
const listed = (...which: readonly Name[]) => which.map((name) => `'${idOf(name)}'`).join(", ");
const removal = (...which: readonly Name[]) =>
  tables.map((table) => `DELETE FROM audit_${table} WHERE organization_id IN (${listed(...which)})`);
const goOn = (here: Installation, ...which: readonly Name[]) =>
  here.serve(async ({ makeTeam }) => {
    for (const name of which) await makeTeam(organizations[name], "Later");
  });

describe("an honest log", () => {
  it("is verified, and says what that does not prove", async () => {
    const { code, stdout } = await verify(original);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\nverified\n$/)]);
    expect(stdout).toMatch(/^not proven: .*set back to an earlier state.*removed whole.*--heads FILE/m);
  });

  it("stands behind every head in its log, whoever collected that", async () => {
    const file = join(tmpdir(), `orgconfig-heads-${process.pid}.log`);
    writeFileSync(file, log.map((line) => `orgconfig-1  | ${line}`).join(""));
    const { code, stdout } = await verify(original, "--heads", file);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/heads: \d+ found at their places;/)]);
    expect(stdout).not.toContain("set back");
  });

  it("stands behind heads that were saved, each of which the answer in JSON names", async () => {
    const saved = await original.command(["audit", "heads"]);
    expect(saved.code).toBe(0);
    const held = await verifyBy(original, [saved.stdout], "--json");
    const report: AuditReport = JSON.parse(held.stdout);
    expect([held.code, report.verified, report.organizations.length]).toEqual([0, true, names.length]);
    for (const { head, heads } of report.organizations)
      expect(heads).toEqual([{ ...head, at: expect.any(String), state: "found" }]);
  });

  it("has heads in the service's log with what proves them, the last when it stopped", () => {
    const heads = log.flatMap((line) => JSON.parse(line).heads ?? []);
    const honest = heads.filter((head) => head.organization_id === idOf("honest"));
    expect(honest.at(-1)).toEqual({
      organization_id: idOf("honest"),
      position: 5,
      seal: expect.stringMatching(/^[0-9a-f]{64}$/),
      code: expect.stringMatching(/^2\.[0-9a-f]{64}$/),
    });
  });

  it("is not called tampered with where the heads cannot be read, or are no heads", async () => {
    expect(await verify(original, "--heads", "/nowhere/at/all")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("could not be read"),
    });
    expect(await verifyBy(original, ['{"level":30,"msg":"serves"}\n'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("holds no head"),
    });
  });

  it("is reported from a head that was changed where it was kept", async () => {
    const saved = log.filter((text) => text.includes('"heads"')).at(-1) as string;
    const changed = saved.replace(/"position":5/, '"position":4');
    expect(changed).not.toBe(saved);
    const { code, stdout } = await verifyBy(original, [changed]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("forged_head: the head at position 4 of")]);
  });
});

describe("a chain", () => {
  let alone: Ended;
  let held: Ended;
  beforeAll(async () => {
    const here = await copied();
    const putBack = tables.map(
      (table) =>
        `INSERT INTO audit_${table} SELECT * FROM earlier_${table}
         WHERE organization_id IN (${listed("set back", "set back and gone on")})`,
    );
    const forget = `DELETE FROM organizations WHERE id = '${idOf("removed with its organization")}'`;
    await here.attack(...removal(...unseen), ...putBack, forget);
    const later = await here.serve(async ({ makeTeam }) => {
      for (const team of ["A", "B", "C"]) await makeTeam(organizations["set back and gone on"], team);
    });
    alone = await verify(here);
    held = await verifyBy(here, [...log, ...later], "--json");
  });

  it("that was set back or removed with its organization is not reported without heads, which the command says", () => {
    expect([alone.code, alone.stdout]).toEqual([
      0,
      expect.stringMatching(
        /not proven: that no chain was set back .* and that none was removed whole together with its organization/,
      ),
    ]);
  });

  it.each<[Name, string]>([
    ["set back", "vanished_head"],
    ["set back and gone on", "changed_head"],
    ["removed with its organization", "chain_gone"],
  ])("that was %s is reported by the heads of the log: %s", (name, kind) => {
    expect(held.code).toBe(1);
    expect(chainIn(held, idOf(name)).problems).toContainEqual(
      expect.objectContaining({
        kind,
        position: 5,
        message: expect.stringMatching(/^the head at position 5 of 20/),
      }),
    );
  });

  it("that nobody touched is in order next to them", () => {
    expect(chainIn(held, idOf("honest"))).toMatchObject({ problems: [], head: { position: 5 } });
  });
});

describe("a chain of an organization that is known", () => {
  let gone: Ended;
  let alone: Ended;
  let held: Ended;
  let plain: Ended;
  beforeAll(async () => {
    const here = await copied();
    await here.attack(
      ...removal("removed", "begun anew", "begun anew and ended"),
      ...["records", "seals"].map(
        (table) =>
          `DELETE FROM audit_${table} WHERE organization_id = '${idOf("cut at its beginning")}'
           AND sequence = (SELECT min(sequence) FROM earlier_seals
             WHERE organization_id = '${idOf("cut at its beginning")}')`,
      ),
    );
    gone = await verify(here, "--json");
    const later = await here.serve(async ({ service, makeTeam }) => {
      for (const name of ["begun anew", "begun anew and ended"] as const)
        await makeTeam(organizations[name], "A");
      await service.audit.sealer.flush();
      const answer = await service.server.inject({
        method: "DELETE",
        url: `/api/v1/operator/organizations/${idOf("begun anew and ended")}`,
        headers: { authorization: "Bearer operator-token-of-a-test" },
      });
      expect(answer.statusCode).toBe(200);
    });
    alone = await verify(here, "--json");
    plain = await verify(here);
    held = await verifyBy(here, [...log, ...later], "--json");
  });
  const kindsIn = (ended: Ended, name: Name) => chainIn(ended, idOf(name)).problems.map(({ kind }) => kind);

  it("is missed as soon as it was removed whole", () => {
    expect(gone.code).toBe(1);
    for (const name of ["removed", "begun anew", "begun anew and ended"] as const)
      expect(chainIn(gone, idOf(name))).toMatchObject({
        records: 0,
        head: null,
        problems: [{ kind: "no_chain", message: expect.stringContaining("the whole log was removed") }],
      });
  });

  it.each<[Name, string, string]>([
    ["removed", "no_chain", "chain_gone"],
    ["begun anew", "no_beginning", "vanished_head"],
    ["begun anew and ended", "no_beginning", "vanished_head"],
    ["cut at its beginning", "no_beginning", "no_beginning"],
  ])("is reported without heads when it was %s: %s, and with them: %s", (name, without, withHeads) => {
    expect([alone.code, held.code]).toEqual([1, 1]);
    expect(kindsIn(alone, name)).toContain(without);
    expect(kindsIn(held, name)).toContain(withHeads);
    expect(kindsIn(alone, "honest")).toEqual([]);
  });

  it("is named by the command's own words", () => {
    expect(plain.stdout).toMatch(/\n {2}no_chain: the organization exists, but its log is empty/);
    expect(plain.stdout).toMatch(/\nNOT VERIFIED\n$/);
  });
});

describe("a record that the service did not write", () => {
  let lines: Record<string, unknown>[];
  let held: Ended;
  let metrics: string;

  /** The organization's last record once more, under another number. */
  const copy = (name: Name, sequence = "nextval('audit_sequence')", of = name) => `
    INSERT INTO audit_records (organization_id, sequence, at, actor_kind, actor_id, actor_name, door, action, resource, row_id, outcome, changes, request_id, address, id)
    SELECT '${idOf(name)}', ${sequence}, at, actor_kind, actor_id, actor_name, door, action, resource, row_id, outcome, changes, request_id, address, id
    FROM (SELECT * FROM audit_records WHERE organization_id = '${idOf(of)}' ORDER BY sequence DESC LIMIT 1) AS model`;
  const codeOf = (name: Name) =>
    `(SELECT code FROM seen_codes WHERE organization_id = '${idOf(name)}' ORDER BY sequence DESC LIMIT 1)`;
  const queued = (name: Name, code: string, sequence = "currval('audit_sequence')") =>
    `INSERT INTO audit_outbox (organization_id, sequence, code) VALUES ('${idOf(name)}', ${sequence}, ${code})`;
  const attacks: Readonly<Record<Forgery, () => readonly string[]>> = {
    "without a code": () => [copy("without a code"), queued("without a code", "NULL")],
    "with another record's code": () => [
      copy("with another record's code"),
      "UPDATE audit_records SET actor_name = 'eve@example.com' WHERE sequence = currval('audit_sequence')",
      queued("with another record's code", codeOf("with another record's code")),
    ],
    "as a copy": () => [copy("as a copy"), queued("as a copy", codeOf("as a copy"))],
    "as a copy with a lower number": () => [
      copy("as a copy with a lower number", String(unused)),
      queued("as a copy with a lower number", codeOf("as a copy with a lower number"), String(unused)),
    ],
    "as a copy from another organization": () => [
      copy("as a copy from another organization", undefined, "honest"),
      queued("as a copy from another organization", codeOf("honest")),
    ],
    "once more": () => [
      `INSERT INTO audit_outbox SELECT * FROM seen_codes WHERE organization_id = '${idOf("once more")}' ORDER BY sequence DESC LIMIT 1`,
    ],
  };
  /** More than the sealer takes at a time. */
  const crowd = 700;

  beforeAll(async () => {
    const here = await copied();
    await here.attack(
      ...Object.values(attacks).flatMap((attack) => attack()),
      `WITH made AS (
         INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource, row_id, outcome, changes, request_id)
         SELECT '${idOf("crowded")}', now() + n * interval '1 second', 'key', 'k', 'n', 'rest', 'a', 'r', n::text, 'success', '[]', 'q' FROM generate_series(1, ${crowd}) AS n
         RETURNING sequence
       ) INSERT INTO audit_outbox SELECT '${idOf("crowded")}', sequence, 'abc' FROM made`,
    );
    const all = await here.serve(async ({ service, makeTeam }: Running) => {
      for (const name of names) await makeTeam(organizations[name], "Later");
      await service.audit.sealer.flush();
      metrics = (await service.server.inject("/metrics")).body;
    });
    lines = all.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
    held = await verifyBy(here, [...log, ...all], "--json");
  });

  it.each(Object.entries(forgeries) as [Forgery, string][])(
    "is never sealed %s, and what is genuine is: it %s",
    (name, why) => {
      expect(held.code).toBe(1);
      const chain = chainIn(held, idOf(name));
      expect(chain).toMatchObject({ sealed: 6, unsealed: 0, refused: 1, head: { position: 6 } });
      expect(chain.problems).toEqual([
        {
          kind: "unproven_record",
          sequence: expect.any(Number),
          message: expect.stringContaining(why),
        },
      ]);
      expect(lines.filter((line) => line.organization_id === idOf(name))).toMatchObject([
        {
          msg: "audit records were refused a seal; see `orgconfig audit verify`",
          refused: 1,
          records: [{ sequence: chain.problems[0]?.sequence, why: expect.stringContaining(why) }],
        },
      ]);
    },
  );

  it("holds up nothing however many there are, is logged in few lines, and counted", () => {
    expect(chainIn(held, idOf("crowded"))).toMatchObject({ sealed: 6, unsealed: 0, refused: crowd });
    // A line for each batch of 100, and one that is smaller.
    const reported = lines.filter((line) => line.organization_id === idOf("crowded")).length;
    expect(reported).toBeLessThan(crowd / 100 + 3);
    const refused = crowd + Object.keys(forgeries).length;
    expect(metrics).toContain(`orgconfig_audit_records_refused ${refused}\n`);
  });
});

describe("a record that waits for its seal", () => {
  let before: Ended;
  let after: Ended;
  const waiting = ["honest", "crowded", "removed"] as const;
  const [untouched, changed, aside] = waiting;
  beforeAll(async () => {
    const here = await copied();
    // The service ends before it has sealed its last changes.
    await here.serve(async ({ service, makeTeam }) => {
      await service.audit.sealer.stop();
      for (const name of waiting) await makeTeam(organizations[name], "Waiting");
    });
    await here.attack(
      `UPDATE audit_records SET actor_name = 'eve@example.com'
       WHERE sequence = (SELECT sequence FROM audit_outbox WHERE organization_id = '${idOf(changed)}')`,
      `INSERT INTO audit_refused SELECT organization_id, sequence, code, now() FROM audit_outbox WHERE organization_id = '${idOf(aside)}'`,
      `DELETE FROM audit_outbox WHERE organization_id = '${idOf(aside)}'`,
    );
    before = await verify(here, "--json");
    await goOn(here, ...waiting);
    after = await verify(here, "--json");
  });

  it("is reported as that, and sealed by the next start", () => {
    expect(chainIn(before, idOf(untouched))).toMatchObject({ sealed: 5, unsealed: 1, problems: [] });
    expect(chainIn(after, idOf(untouched))).toMatchObject({ sealed: 7, unsealed: 0, problems: [] });
  });

  it("is refused once it was changed", () => {
    const problem = { kind: "unproven_record", message: expect.stringContaining("as it stands") };
    expect(chainIn(before, idOf(changed))).toMatchObject({ unsealed: 1, problems: [problem] });
    expect(chainIn(after, idOf(changed))).toMatchObject({ sealed: 6, refused: 1, problems: [problem] });
  });

  it("and was put aside although it is genuine is reported, and sealed by the next start", () => {
    expect(chainIn(before, idOf(aside)).problems).toMatchObject([
      { message: expect.stringContaining("was written by the service, but was refused a seal") },
    ]);
    expect(chainIn(after, idOf(aside))).toMatchObject({ sealed: 7, refused: 0, problems: [] });
  });

  it("is sealed after the secret keys were rotated", async () => {
    const [old, fresh] = [newSecretKey(), newSecretKey()];
    const here = await makeInstallation([old]);
    copies.push(here);
    await here.serve(async ({ service, makeOrganization }) => {
      await makeOrganization("Sealed");
      await service.audit.sealer.flush();
      await service.audit.sealer.stop();
      await makeOrganization("Waiting");
    });
    const rotated = await here.withKeys([fresh, old]).command(["secrets", "rotate"]);
    expect(rotated.stdout).toContain("1 audit records that wait for a seal have codes of it");
    const alone = here.withKeys([fresh]);
    await alone.serve(async () => {});
    expect(await verify(alone)).toMatchObject({ code: 0, stdout: expect.stringContaining(" 0 waiting") });
  });
});

describe("a plan", () => {
  let before: Ended;
  let after: Ended;
  const [untouched, shortened, fitted, stripped, joined] = [
    "honest",
    "crowded",
    "removed",
    "begun anew",
    "set back",
  ] as const;
  const plans = {} as Record<Name, string>;
  /** One of its three records. */
  const middle = (name: Name) =>
    `organization_id = '${idOf(name)}' AND sequence = (SELECT sequence FROM audit_records
       WHERE organization_id = '${idOf(name)}' AND plan_id = '${plans[name]}' ORDER BY sequence OFFSET 1 LIMIT 1)`;
  const unwritten = (name: Name) => [
    `DELETE FROM audit_outbox WHERE ${middle(name)}`,
    `DELETE FROM audit_records WHERE ${middle(name)}`,
  ];

  beforeAll(async () => {
    const here = await copied();
    await here.serve(async ({ service, applyPlan }) => {
      const apply = async (...which: readonly Name[]) => {
        for (const name of which) plans[name] = await applyPlan(organizations[name], ["One", "Two", "Three"]);
      };
      await apply(stripped, joined);
      await service.audit.sealer.flush();
      await service.audit.sealer.stop();
      await apply(untouched, shortened, fitted);
    });
    await here.attack(
      ...unwritten(shortened),
      ...unwritten(fitted),
      `UPDATE audit_records SET plan_records = 2 WHERE plan_id = '${plans[fitted]}'`,
      `UPDATE audit_records SET plan_id = NULL, plan_records = NULL WHERE ${middle(stripped)}`,
      `UPDATE audit_records SET plan_id = '${plans[joined]}', plan_records = 4
       WHERE organization_id = '${idOf(joined)}' AND action = 'create_organization'`,
    );
    before = await verify(here);
    await goOn(here, shortened);
    after = await verify(here, "--json");
  });
  const problemsAfter = (name: Name) => chainIn(after, idOf(name)).problems;

  it("is whole while its records wait for their seals, and when they have them", () => {
    expect(before.stdout).toContain(`${idOf(untouched)}: 8 records, 5 sealed, 3 waiting, 0 refused`);
    expect(before.stdout).not.toContain(plans[untouched]);
    expect(chainIn(after, idOf(untouched))).toMatchObject({ unsealed: 0, problems: [] });
  });

  it("that lost a record before it was sealed is named", () => {
    const message = `plan ${plans[shortened]} has 2 of its 3 records: the others were removed`;
    expect([before.code, after.code]).toEqual([1, 1]);
    expect(before.stdout).toContain(`\n  incomplete_plan: ${message}\n`);
    expect(problemsAfter(shortened)).toEqual([{ kind: "incomplete_plan", plan: plans[shortened], message }]);
  });

  it("whose records were fitted to their lower number has records that nobody proves", () => {
    expect(chainIn(after, idOf(fitted))).toMatchObject({ refused: 2 });
    expect(problemsAfter(fitted).map(({ kind }) => kind)).toEqual(["unproven_record", "unproven_record"]);
  });

  it("that a sealed record was taken from, or given to, is named next to the record", () => {
    expect(problemsAfter(stripped)).toMatchObject([
      { kind: "mismatch" },
      { kind: "incomplete_plan", plan: plans[stripped] },
    ]);
    expect(problemsAfter(joined)).toMatchObject([
      { kind: "mismatch", position: 1 },
      {
        kind: "wrong_plan",
        plan: plans[joined],
        message: expect.stringContaining("one says that they are 3, another 4"),
      },
    ]);
  });
});

it("the key of the heads is not made anew when it was removed, nor is what has no code taken for old", async () => {
  const here = await copied();
  await here.attack(
    "DELETE FROM installation WHERE name = 'audit_head_key'",
    `WITH made AS (
       INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource, row_id, outcome, changes, request_id)
       VALUES ('${idOf("honest")}', now(), 'key', 'k', 'n', 'rest', 'a', 'r', '1', 'success', '[]', 'q') RETURNING sequence
     ) INSERT INTO audit_outbox (organization_id, sequence) SELECT '${idOf("honest")}', sequence FROM made`,
  );
  const lines = await goOn(here, "honest");
  expect(lines.join("")).toContain("the keys of the chains are not in the installation");
  const { code, stdout } = await verify(here);
  expect([code, stdout]).toEqual([1, expect.stringContaining("5 sealed, 2 waiting")]);
});

it("an installation that was made to look like one of 0.1.0, all chains and keys gone, is reported by heads", async () => {
  const here = await copied();
  const creation = `organization_id = '${idOf("honest")}' AND action = 'create_organization'`;
  const others = names.filter((name) => name !== "honest");
  await here.attack(
    ...removal(...others),
    `DELETE FROM organizations WHERE id IN (${listed(...others)})`,
    `DELETE FROM audit_records WHERE NOT (${creation})`,
    "DELETE FROM audit_seals",
    "DELETE FROM audit_heads",
    `UPDATE audit_records SET id = NULL, actor_name = 'eve@example.com' WHERE ${creation}`,
    `INSERT INTO audit_outbox (organization_id, sequence) SELECT organization_id, sequence FROM audit_records WHERE ${creation}`,
    "DELETE FROM installation WHERE name IN ('audit_chain_key', 'audit_head_key')",
  );
  await goOn(here, "honest");
  const alone = await verify(here);
  expect([alone.code, alone.stdout]).toEqual([
    0,
    expect.stringMatching(/^not proven: .*that not all were replaced together with their keys/m),
  ]);
  const held = await verifyBy(here, log, "--json");
  expect(held.code).toBe(1);
  expect(chainIn(held, idOf("honest")).problems).toContainEqual(
    expect.objectContaining({ kind: "forged_head", position: 5 }),
  );
});
