/**
 * What a database's owner can do to the audit log who has every right but not the installation's secret keys,
 * and what `orgconfig audit verify` then says.
 */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Organization } from "../../src/engine/context.ts";
import { newSecretKey } from "../../src/storage/vault.ts";
import { type Installation, makeInstallation } from "./installation.ts";
import { ask } from "./support.ts";

const tables = ["records", "outbox", "seals", "heads", "checkpoints", "refused"];

let original: Installation;
let acme: Organization;
let other: Organization;
/** The whole log of the service, all of its lines. */
let log: string[];
/** A number that no record got, as after a change that failed. */
let unused: number;

/** From the start, the attacker keeps every code that is ever given, and a copy of the log's tables as they were. */
const spy = `
  CREATE TABLE seen_codes (organization_id text, sequence bigint, code text);
  CREATE FUNCTION see_code() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO seen_codes VALUES (NEW.organization_id, NEW.sequence, NEW.code); RETURN NULL; END $$;
  CREATE TRIGGER see_code AFTER INSERT ON audit_outbox FOR EACH ROW EXECUTE FUNCTION see_code();`;
const keepState = tables.map((table) => `CREATE TABLE earlier_${table} AS TABLE audit_${table}`);
const setBack = tables.flatMap((table) => [
  `DELETE FROM audit_${table} WHERE organization_id IN (SELECT organization_id FROM earlier_heads)`,
  `INSERT INTO audit_${table} SELECT * FROM earlier_${table}`,
]);

beforeAll(async () => {
  original = await makeInstallation();
  log = await original.serve(async ({ database, service, makeOrganization, makeTeam }) => {
    await database.execute(spy);
    acme = await makeOrganization("Acme");
    other = await makeOrganization("Other");
    const [burnt] = await ask<{ n: number }>(database, "SELECT nextval('audit_sequence')::int AS n");
    unused = burnt?.n as number;
    for (const name of ["Core", "Edge", "Data"]) await makeTeam(acme, name);
    await service.audit.sealer.flush();
    for (const statement of keepState) await database.execute(statement);
    for (const name of ["Web", "Search"]) await makeTeam(acme, name);
  });
});
afterAll(() => original.drop());

let here: Installation;
beforeEach(async () => {
  here = await original.copy();
});
afterEach(() => here.drop());

const verify = (...args: readonly string[]) => here.command(["audit", "verify", ...args]);
const verifyBy = (lines: readonly string[], ...args: readonly string[]) =>
  here.command(["audit", "verify", "--heads", "-", ...args], lines.join(""));
/** Has the service seal what there is to seal, and one genuine change after it. */
const goOn = () => here.serve(({ makeTeam }) => makeTeam(acme, "Later"));

const forged = (sequence: string, change = "") => `
  INSERT INTO audit_records (organization_id, sequence, at, actor_kind, actor_id, actor_name, door, action, resource, row_id, outcome, changes, request_id, address, id)
  SELECT organization_id, ${sequence}, at, actor_kind, actor_id, actor_name, door, action, resource, row_id, outcome, changes, request_id, address, id
  FROM (SELECT * FROM audit_records WHERE organization_id = '${acme.id}' ORDER BY sequence DESC LIMIT 1) AS model;
  ${change}`;
const codeOfModel = () =>
  `(SELECT code FROM seen_codes WHERE organization_id = '${acme.id}' ORDER BY sequence DESC LIMIT 1)`;

describe("an honest log", () => {
  it("is verified, and says what that does not prove", async () => {
    const { code, stdout } = await verify();
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\nverified\n$/)]);
    expect(stdout).toMatch(/^not proven: .*set back to an earlier state.*removed whole.*--heads FILE/m);
  });

  it("stands behind every head in its log, whoever collected that, and behind saved heads", async () => {
    const file = join(tmpdir(), `orgconfig-heads-${process.pid}.log`);
    writeFileSync(file, log.map((line) => `orgconfig-1  | ${line}`).join(""));
    const whole = await verify("--heads", file);
    expect([whole.code, whole.stdout]).toEqual([
      0,
      expect.stringMatching(/heads: \d+ found at their places;/),
    ]);
    expect(whole.stdout).not.toContain("was set back to an earlier state");

    const saved = await here.command(["audit", "heads"]);
    expect(saved.code).toBe(0);
    const held = await verifyBy([saved.stdout], "--json");
    const { verified, organizations } = JSON.parse(held.stdout);
    expect([held.code, verified]).toEqual([0, true]);
    for (const { organization, head, heads } of organizations) {
      const { position, seal } = head;
      expect([organization, heads]).toEqual([
        organization,
        [{ position, seal, at: expect.any(String), state: "found" }],
      ]);
    }
  });

  it("has heads in the service's log with what proves them, the last when it stopped", () => {
    const heads = log.flatMap((line) => JSON.parse(line).heads ?? []);
    const ofAcme = heads.filter((head) => head.organization_id === acme.id);
    expect(ofAcme.at(-1)).toEqual({
      organization_id: acme.id,
      position: 6,
      seal: expect.stringMatching(/^[0-9a-f]{64}$/),
      code: expect.stringMatching(/^2\.[0-9a-f]{64}$/),
    });
  });

  it("is not called tampered with where the heads cannot be read, or are none", async () => {
    expect(await verify("--heads", "/nowhere/at/all")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("could not be read"),
    });
    expect(await verifyBy(['{"level":30,"msg":"serves"}\n'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("holds no head"),
    });
  });
});

describe("a chain that is set back to an earlier state of itself", () => {
  it("is told by the heads of the log", async () => {
    await here.attack(...setBack);
    const alone = await verify();
    expect([alone.code, alone.stdout]).toEqual([
      0,
      expect.stringContaining("not proven: that no chain was set back"),
    ]);
    const held = await verifyBy(log);
    expect(held.code).toBe(1);
    expect(held.stdout).toMatch(/vanished_head: the head at position 6 of \S+ is not in the chain any more/);
    expect(held.stdout).toMatch(/NOT VERIFIED\n$/);
  });

  it("and then goes on is told, too", async () => {
    await here.attack(...setBack);
    await here.serve(async ({ makeTeam }) => {
      for (const name of ["A", "B", "C"]) await makeTeam(acme, name);
    });
    expect((await verify()).code).toBe(0);
    const held = await verifyBy(log);
    expect([held.code, held.stdout]).toEqual([
      1,
      expect.stringMatching(
        /changed_head: the head at position 6 of \S+ is not the one that stands there now/,
      ),
    ]);
  });
});

describe("a chain that is removed whole", () => {
  const remove = () =>
    tables.map((table) => `DELETE FROM audit_${table} WHERE organization_id = '${acme.id}'`);

  it.each([
    ["alone", () => []],
    ["with its organization", () => [`DELETE FROM organizations WHERE id = '${acme.id}'`]],
    ["and begun anew by the service", () => []],
  ])("%s", async (how, more) => {
    await here.attack(...remove(), ...more());
    if (how.endsWith("anew by the service")) await goOn();
    const alone = await verify();
    expect([alone.code, alone.stdout]).toEqual([
      0,
      expect.stringContaining("and that none was removed whole"),
    ]);
    const held = await verifyBy(log);
    expect(held.code).toBe(1);
    expect(held.stdout).toMatch(how.endsWith("anew by the service") ? /vanished_head/ : /chain_gone/);
    expect(held.stdout).toContain(acme.id);
  });
});

describe("a record that the service did not write", () => {
  /** The service goes on sealing what is genuine, reports the rest, and the command names it. */
  async function isRefused(why: RegExp, refused = 1): Promise<void> {
    const lines = await goOn();
    const told = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
    expect(told).toMatchObject([{ msg: expect.stringContaining("refused a seal"), refused }]);
    expect(told[0].records[0].why).toMatch(why);
    const held = await verifyBy([...log, ...lines]);
    expect(held.code).toBe(1);
    expect(held.stdout).toMatch(new RegExp(`unproven_record: record \\d+ ${why.source}`));
    expect(held.stdout).toMatch(
      new RegExp(`${acme.id}: \\d+ records, 7 sealed, 0 waiting, ${refused} refused, head 7 `),
    );
    expect(held.stdout.match(/unproven_record/g)).toHaveLength(refused);
  }
  const next = "nextval('audit_sequence')";
  const queued = (code: string) =>
    `INSERT INTO audit_outbox (organization_id, sequence, code) VALUES ('${acme.id}', currval('audit_sequence'), ${code})`;

  it("is never sealed, without a code", async () => {
    await here.attack(forged(next, queued("NULL")));
    await isRefused(/was not written by the service: it has no code/);
  });

  it("is never sealed, with another record's code", async () => {
    const altered =
      "UPDATE audit_records SET actor_name = 'eve@example.com' WHERE sequence = currval('audit_sequence')";
    await here.attack(forged(next, `${altered}; ${queued(codeOfModel())}`));
    await isRefused(/was not written by the service as it stands/);
  });

  it("is never sealed as a copy of one that was written", async () => {
    await here.attack(forged(next, queued(codeOfModel())));
    await isRefused(/is a copy of record \d+/);
  });

  it("is never sealed as a copy with a number before the original's", async () => {
    const queuedThere = `INSERT INTO audit_outbox (organization_id, sequence, code) VALUES ('${acme.id}', ${unused}, ${codeOfModel()})`;
    await here.attack(forged(String(unused), queuedThere));
    await isRefused(/is a copy of record \d+/);
  });

  it("is never sealed in another organization", async () => {
    await here.attack(
      forged(next),
      `UPDATE audit_records SET organization_id = '${other.id}' WHERE sequence = currval('audit_sequence')`,
      `INSERT INTO audit_outbox (organization_id, sequence, code) VALUES ('${other.id}', currval('audit_sequence'), ${codeOfModel()})`,
    );
    await goOn();
    const held = await verifyBy(log);
    expect([held.code, held.stdout]).toEqual([
      1,
      expect.stringMatching(/unproven_record: record \d+ was not written by the service as it stands/),
    ]);
  });

  it("is never sealed twice", async () => {
    await here.attack(
      `INSERT INTO audit_outbox SELECT * FROM seen_codes WHERE sequence = (SELECT max(sequence) FROM seen_codes)`,
    );
    await isRefused(/waits for a seal and has one/);
  });

  it("holds up nothing however many there are", async () => {
    await here.attack(
      `WITH made AS (
         INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource, row_id, outcome, changes, request_id)
         SELECT '${acme.id}', now() + n * interval '1 second', 'key', 'k', 'n', 'rest', 'a', 'r', n::text, 'success', '[]', 'q' FROM generate_series(1, 1200) AS n
         RETURNING sequence
       ) INSERT INTO audit_outbox SELECT '${acme.id}', sequence, 'abc' FROM made`,
    );
    await goOn();
    const { code, stdout } = await verify();
    expect([code, stdout]).toEqual([1, expect.stringMatching(/7 sealed, 0 waiting, 1200 refused, head 7 /)]);
  });
});

describe("a record that waits for its seal", () => {
  /** Stops the service before it has sealed its last change. */
  async function leaveOne(): Promise<void> {
    await here.serve(async ({ service, makeTeam }) => {
      await service.audit.sealer.stop();
      await makeTeam(acme, "Waiting");
    });
    expect((await verify()).stdout).toContain("6 sealed, 1 waiting, 0 refused");
  }
  const last = () =>
    `sequence = (SELECT max(sequence) FROM audit_records WHERE organization_id = '${acme.id}')`;

  it("is refused once it was changed", async () => {
    await leaveOne();
    await here.attack(`UPDATE audit_records SET actor_name = 'eve@example.com' WHERE ${last()}`);
    expect((await verify()).stdout).toContain("was not written by the service as it stands");
    await goOn();
    const { code, stdout } = await verify();
    expect([code, stdout]).toEqual([1, expect.stringContaining("7 sealed, 0 waiting, 1 refused")]);
  });

  it("and is put aside although it is genuine is told, and sealed after the next start", async () => {
    await leaveOne();
    await here.attack(
      `INSERT INTO audit_refused SELECT organization_id, sequence, code, now() FROM audit_outbox`,
      "DELETE FROM audit_outbox",
    );
    const { code, stdout } = await verify();
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining("was written by the service, and is kept from its seal"),
    ]);
    await goOn();
    expect(await verify()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("8 sealed, 0 waiting, 0 refused"),
    });
  });

  it("is sealed after the secret keys were rotated", async () => {
    const [old, fresh] = [newSecretKey(), newSecretKey()];
    await here.drop();
    here = await makeInstallation([old]);
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
    expect(await alone.command(["audit", "verify"])).toMatchObject({ code: 0 });
  });
});

describe("the keys of the chains", () => {
  it("are not made anew when one of them was removed, and what has no code is not taken for old", async () => {
    await here.attack(
      "DELETE FROM installation WHERE name = 'audit_head_key'",
      forged(
        "nextval('audit_sequence')",
        `INSERT INTO audit_outbox (organization_id, sequence) VALUES ('${acme.id}', currval('audit_sequence'))`,
      ),
    );
    const lines = await goOn();
    expect(lines.join("")).toContain("the keys of the chains are not in the installation");
    const { code, stdout } = await verify();
    expect([code, stdout]).toEqual([1, expect.stringContaining("6 sealed, 2 waiting")]);
  });
});

describe("heads that were changed where they were kept", () => {
  it("are told from a chain that was changed", async () => {
    const line = log.filter((text) => text.includes('"heads"')).at(-1) as string;
    const changed = line.replace(/"position":6/, '"position":5');
    expect(changed).not.toBe(line);
    const held = await verifyBy([changed]);
    expect([held.code, held.stdout]).toEqual([
      1,
      expect.stringContaining("forged_head: the head at position 5 of"),
    ]);
  });
});
