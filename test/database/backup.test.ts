/** A backup has everything, of one moment, and is restored whole or not at all, between both sorts of databases. */
import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everythingSealed } from "../../src/cli/keys.ts";
import { moved } from "../../src/cli/restore-organization.ts";
import { BadBackup, type Manifest } from "../../src/database/backup/format.ts";
import { organizationTables } from "../../src/database/backup/organization.ts";
import { compareTables, NotEmpty, skippedNumbers } from "../../src/database/backup/restore.ts";
import { inOrder, sequencesOf, tablesOf } from "../../src/database/backup/schema.ts";
import type { Database } from "../../src/database/database.ts";
import { migrate, migrations } from "../../src/database/migrate.ts";
import { checkSealed } from "../../src/database/reseal.ts";
import { createVault, newSecretKey, type SecretKey, secretKey } from "../../src/database/vault.ts";
import { readEnvironment } from "../../src/environment.ts";
import { createAudit } from "../../src/features/audit/index.ts";
import { crowdOf } from "../support/crowd.ts";
import {
  backedUp,
  contentOf,
  emptyDatabase,
  readThrough,
  restoredFrom,
  type Sort,
  sorts,
} from "../support/databases.ts";
import { releaseOf, releases, releaseText } from "../support/release.ts";
import { startService, type TestService } from "../support/service.ts";

/** Values that a text, a list or JSON may lose on the way, and rows of each size. */
const difficult = `
  UPDATE organizations SET name = E'a "b" \\\\ c\\n\\t€ \\U0001F600 , { } NULL', ip_allowlist = ARRAY['a,b', NULL, '', '"', '\\\\'] WHERE id = 'org_1';
  UPDATE range_queries SET answer = 'null' WHERE organization_id = 'org_1';
  UPDATE range_queries SET answer = '{"n": 123456789012345678901234567890.5, "s": "\\\\u0001\\\\u2028", "e": 1e-7}' WHERE organization_id = 'org_2';
  UPDATE events SET at = 'infinity', body = '' WHERE organization_id = 'org_1' AND id = 'evt_1';
  UPDATE events SET at = '2026-03-29 01:30:00.123456+00', body = repeat('long ', 4000) WHERE organization_id = 'org_1' AND id = 'evt_2';
  UPDATE plans SET difference = (SELECT string_agg(md5(n::text), '"') FROM generate_series(1, 9000) AS n) WHERE organization_id = 'org_2';
  UPDATE slo_history SET total = decode('00ff5c6e', 'hex') WHERE organization_id = 'org_1';
`;

const open: Database[] = [];
async function empty(sort: Sort = "embedded"): Promise<Database> {
  const database = await emptyDatabase(sort);
  open.push(database);
  return database;
}
afterAll(async () => {
  for (const database of open) await database.close();
});

const sources = new Map<Sort, { database: Database; file: Buffer }>();
beforeAll(async () => {
  for (const sort of sorts) {
    const database = await empty(sort);
    await migrate(database);
    await database.execute(crowdOf(2));
    await database.execute(difficult);
    sources.set(sort, { database, file: await backedUp(database) });
  }
});
const source = (sort: Sort = "embedded") => sources.get(sort) as NonNullable<ReturnType<typeof sources.get>>;

describe.each(sorts)("of a database that is %s", (from) => {
  it.each(sorts)("it restores every row of every table into one that is %s", async (to) => {
    const target = await empty(to);
    expect(await restoredFrom(source(from).file, target)).toEqual([]);
    const [before, after] = [await contentOf(source(from).database), await contentOf(target)];
    // A new table needs rows in test/support/crowd.ts, or this would prove nothing of it.
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    expect(Object.keys(before).length).toBeGreaterThan(70);
    expect(after).toEqual(before);
    const [given, own] = [await sequencesOf(source(from).database), await sequencesOf(target)];
    for (const [name, last] of Object.entries(given))
      expect([name, Number(own[name]) >= Number(last) + (last === null ? 0 : skippedNumbers)]).toEqual([
        name,
        last !== null,
      ]);
    // The schema is whole: what keeps it so is there too.
    await expect(target.execute("DELETE FROM audit_records")).rejects.toThrow("append-only");
    await expect(target.execute("DELETE FROM users")).resolves.toBeUndefined();
  });
});

it("has a manifest that says what is in it, and nothing of it is in the clear", () => {
  const lines = gunzipSync(source().file).toString("utf8").trimEnd().split("\n");
  const manifest = JSON.parse(lines[0] as string) as Manifest;
  expect(manifest).toMatchObject({ orgconfig_backup: 1, schema_version: migrations.at(-1)?.version });
  expect(manifest.heads).toHaveLength(2);
  expect(manifest.heads[0]).toEqual({ organization_id: "org_1", position: 60, seal: "x", code: "2.x" });
  expect(manifest.tables.reduce((sum, { rows }) => sum + rows, 0)).toBe(lines.length - 2);
  const names = manifest.tables.map(({ name }) => name);
  expect(names.indexOf("organizations")).toBeLessThan(names.indexOf("rows"));
  // What a server empties itself when it crashes.
  expect(names).not.toContain("rate_use");
  expect(JSON.parse(lines.at(-1) as string)).toEqual({
    sha256: createHash("sha256")
      .update(`${lines.slice(0, -1).join("\n")}\n`)
      .digest("hex"),
  });
});

it("is of one moment, whatever is written meanwhile", async () => {
  const sort = sorts.at(-1) as Sort;
  const { database } = source(sort);
  const before = await contentOf(database);
  let writes: Promise<unknown> | undefined;
  const file = await backedUp(database, {
    // The embedded database has one connection, so that a write of its own waits.
    progress: () => {
      writes ??= database.execute("UPDATE users SET name = name || '!'; DELETE FROM events");
    },
  });
  await writes;
  const target = await empty();
  await restoredFrom(file, target);
  expect(await contentOf(target)).toEqual(before);
  expect(await contentOf(database)).not.toEqual(before);
});

describe.each(releases)("of the schema of %s", (version) => {
  it("it is restored as it was, and brought up to date", async () => {
    const release = releaseOf(version);
    const [old, target] = [await empty(), await empty()];
    await old.execute(releaseText(version));
    const ran = await restoredFrom(await backedUp(old), target);
    expect(ran).toEqual(await migrate(old));
    const counts = async (database: Database) =>
      Object.entries(await contentOf(database)).map(([name, rows]) => [name, rows.length]);
    expect(await counts(target)).toEqual(await counts(old));
    const { rows, audit_records, audit_seals } = await contentOf(old);
    expect(await contentOf(target)).toMatchObject({ rows, audit_records, audit_seals });
    const { secretKeys } = readEnvironment({ ...release.env, DATABASE_URL: "postgres://any" });
    const audit = createAudit({
      database: target,
      vault: createVault(secretKeys),
      log: pino({ level: "silent" }),
    });
    expect(await audit.verify()).toMatchObject({ verified: true });
  });
});

it("is not restored over what is there", async () => {
  const { database, file } = source(sorts.at(-1));
  const before = await contentOf(database);
  await expect(restoredFrom(file, database)).rejects.toThrow(NotEmpty);
  await expect(restoredFrom(file, database)).rejects.toThrow(/not empty: it has \d+ tables, such as/);
  expect(await contentOf(database)).toEqual(before);
});

describe("a file that is not what was written", () => {
  let target: Database;
  beforeAll(async () => {
    target = await empty(sorts.at(-1));
  });

  const messageOf = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (failed: Error) => failed,
    );
    expect(error).toBeInstanceOf(BadBackup);
    return error?.message;
  };
  const refused = async (file: Buffer) => {
    const message = await messageOf(restoredFrom(file, target));
    expect(await contentOf(target)).toEqual({});
    return message;
  };
  /** The same without a database. */
  const unread = (file: Buffer, longest?: number) => messageOf(readThrough(file, longest));

  it("is refused wherever a byte is another", async () => {
    const { file } = source();
    for (let part = 0; part < 1; part += 0.08) {
      const changed = Buffer.from(file);
      const at = Math.floor(file.length * part);
      changed[at] = (changed[at] as number) ^ 0x10;
      // The ninth byte says on which system it was compressed, and with how much effort.
      if (at !== 8 && at !== 9) await unread(changed);
      if (part === 0.48) await refused(changed);
    }
  });

  it("is refused wherever it is cut off, and the database stays empty", async () => {
    const { file } = source();
    for (const length of [0, 5, 100, file.length >> 2, file.length - 9, file.length - 1])
      expect(await unread(file.subarray(0, length))).toMatch(/cut off|no backup/);
    for (const length of [file.length >> 1, file.length - 1])
      expect(await refused(file.subarray(0, length))).toContain("cut off");
  });

  it("is refused where it is something else, has more after its end, or a line without end", async () => {
    const none = "it is no backup of orgconfig: ";
    expect(await unread(Buffer.from("no backup"))).toBe(`${none}it is not compressed by gzip`);
    expect(await unread(gzipSync("{}\n"))).toBe(`${none}its first line is no manifest`);
    expect(await unread(gzipSync("x"))).toContain("cut off");
    expect(await unread(edited(source().file, { end: "more\n" }))).toContain("more after its last line");
    const long = gzipSync(Buffer.alloc(3_000_000, 97));
    expect(await unread(long, 1_000_000)).toContain("a line of more than 1000000 bytes");
  });

  it.each<[what: string, edits: Edits, message: string]>([
    ["another form", { manifest: (all) => ({ ...all, orgconfig_backup: 2 }) }, "it has form 2"],
    ["half a manifest", { manifest: (all) => ({ ...all, heads: 1 }) }, "its manifest is not whole"],
    ["a row that is no list", { row: () => '{"a":1}' }, 'a row of "events" is not one'],
    ["a row that is too short", { row: () => "[]" }, 'a row of "events" is not one'],
    ["two rows in a line", { row: (line) => `${line},${line}` }, 'a row of "events" is not one'],
    ["a row with a number", { row: (line) => line.replace('"slo_breach"', "1") }, 'a row of "events"'],
    ["a row more", { row: (line) => `${line}\n${line}` }, "a row of"],
    ["a row less", { row: () => undefined }, "a row of"],
  ])("%s is refused", async (_, edits, message) => {
    expect(await unread(edited(source().file, edits))).toContain(message);
  });

  it.each<[what: string, edits: Edits, message: string]>([
    [
      "a newer schema",
      { manifest: (all) => ({ ...all, schema_version: 9_999 }) },
      "its schema is version 9999 and this program knows",
    ],
    [
      "no such schema",
      { manifest: (all) => ({ ...all, schema_version: 33 }) },
      "which no migration of this program makes",
    ],
    [
      "SQL in a sequence's name",
      { manifest: (all) => ({ ...all, sequences: { 'x"; DROP TABLE users; --': "1" } }) },
      "which is unknown",
    ],
    [
      "a number that no sequence has",
      { manifest: (all) => ({ ...all, sequences: { row_revision: "9223372036854775807" } }) },
      "the database does not take the sequence row_revision",
    ],
    [
      "another head",
      { manifest: (all) => ({ ...all, heads: all.heads.map((head) => ({ ...head, seal: "y" })) }) },
      "the heads of its audit chains are not those of its manifest",
    ],
    [
      "a NUL in a text",
      { row: (line) => line.replace("slo_breach", "slo\\u0000breach") },
      "the database does not take a row of events",
    ],
    [
      "a value of another type",
      { row: (line) => line.replace('"{}"', '"no JSON"') },
      "the database does not take a row of events",
    ],
  ])("%s is refused, and the database stays empty", async (_, edits, message) => {
    expect(await refused(edited(source().file, edits))).toContain(message);
  });

  it("names of tables, columns and types are the schema's own, and no text for a statement", () => {
    const own = [{ name: "users", columns: [{ name: "id", type: "text" }] }];
    const manifest = (...tables: readonly object[]) => ({ schema_version: 1, tables }) as unknown as Manifest;
    const evil = 'users"; DROP TABLE users; --';
    const users = (...columns: readonly object[]) => ({ name: "users", rows: 0, columns });
    const id = { name: "id", type: "text" };
    expect(() => compareTables(manifest(users(id)), own)).not.toThrow();
    const columns = "its columns of users are not those of schema version 1";
    for (const [tables, message] of [
      [[{ ...users(id), name: evil }], "lacks the table users"],
      [[users(id), { ...users(id), name: evil }], "which is none of orgconfig's"],
      [[users(id), users(id)], "has a table twice"],
      [[users({ ...id, name: evil })], columns],
      [[users({ ...id, type: "text); DROP TABLE users; --" })], columns],
      [[users(id, id)], columns],
    ] as const)
      expect(() => compareTables(manifest(...tables), own)).toThrow(message);
  });
});

interface Edits {
  readonly manifest?: (manifest: Manifest) => object;
  /** A line of the table events. */
  readonly row?: (line: string) => string | undefined;
  /** After the last line. */
  readonly end?: string;
}

/** The file with other lines, and the SHA-256 of those. */
function edited(file: Buffer, { manifest = (all) => all, row = (line) => line, end = "" }: Edits): Buffer {
  const [first = "", ...lines] = gunzipSync(file).toString("utf8").trimEnd().split("\n");
  const rows: (string | undefined)[] = lines.slice(0, -1);
  const at = rows.findIndex((line) => line?.includes('"slo_breach"'));
  rows[at] = row(rows[at] as string);
  const text = [
    JSON.stringify(manifest(JSON.parse(first))),
    ...rows.filter((line) => line !== undefined),
    "",
  ];
  const sha256 = createHash("sha256").update(text.join("\n")).digest("hex");
  return gzipSync(`${text.join("\n")}${JSON.stringify({ sha256 })}\n${end}`, { level: 1 });
}

it("orders tables by what they refer to, and refuses a circle", () => {
  expect(
    inOrder(
      ["a", "b", "c"],
      [
        ["a", "b"],
        ["b", "c"],
      ],
    ),
  ).toEqual(["c", "b", "a"]);
  expect(() =>
    inOrder(
      ["a", "b"],
      [
        ["a", "b"],
        ["b", "a"],
      ],
    ),
  ).toThrow("in a circle");
});

describe("one organization of it", () => {
  const [own, other] = [newSecretKey(), newSecretKey()];
  const ringOf = (...keys: readonly string[]) => createVault(keys.map((key) => secretKey(key) as SecretKey));
  const ring = ringOf(other, own);
  const started: TestService[] = [];
  afterAll(async () => {
    for (const service of started) await service.close();
  });

  async function installation(sort: Sort, keys: string) {
    const database = await empty(sort);
    await migrate(database);
    const service = await startService({ ORGCONFIG_SECRET_KEYS: keys }, [], database);
    started.push(service);
    const asOperator = { authorization: `Bearer ${service.settings.operatorToken}` };
    const operate = async (path: string, body: object) => {
      const answer = await service.send("POST", `/api/v1/operator/${path}`, { headers: asOperator, body });
      expect(answer.status).toBe(201);
      return answer.body;
    };
    /** With one person, whose address counts as proved. */
    const organization = async (name: string, email: string): Promise<string> => {
      const { id } = await operate("organizations", { name });
      await operate(`organizations/${id}/members`, {
        email,
        role: "org_admin",
        password: "a password of tests",
      });
      return id;
    };
    return { service, database, operate, organization };
  }
  type Installation = Awaited<ReturnType<typeof installation>>;

  let source: Installation;
  let target: Installation;
  let acme: string;
  let key: string;
  const call = (at: Installation, method: string, path: string, body?: object) =>
    at.service.send(method, `/api/v1/config/${path}`, {
      headers: { authorization: `Bearer ${key}` },
      ...(body && { body }),
    });
  /** What is said of an organization that is not taken, of which nothing is stored. */
  const refusal = async (name: string, keys = ring) => {
    // The service moves this one by itself.
    const content = async () => ({ ...(await contentOf(target.database)), heartbeat_watch: [] });
    const before = await content();
    const message = await moved(source.database, target.database, keys, name).then(
      String,
      (error: Error) => error.message,
    );
    expect(await content()).toEqual(before);
    return message;
  };
  beforeAll(async () => {
    source = await installation("embedded", own);
    target = await installation(sorts.at(-1) as Sort, `${other},${own}`);
    await source.organization("First", "first@example.com");
    acme = await source.organization("Acme", "Ada@example.com");
    const members = `organizations/${acme}/members`;
    await source.operate(members, {
      email: "eve@example.com",
      role: "viewer",
      password: "a password of tests",
    });
    key = (await source.service.makeKey(acme, ["api:admin"])).value;
    await call(source, "POST", "teams", { name: "Payments" });
    const connector = { name: "c", type: "cloud", connector_type: "aws", config: { token: "s3cr3t" } };
    expect((await call(source, "POST", "connectors", connector)).status).toBe(201);
    await source.database.execute(`
      INSERT INTO second_factors (id, user_id, kind, name, created_at, credential_id, public_key)
      SELECT 'factor_' || email_folded, id, 'passkey', 'x', now(), 'c', '\\\\x00' FROM users;
      INSERT INTO list_views (organization_id, user_id, kind, name, query, saved_at)
      SELECT organization_id, user_id, 'teams', 'mine', 'q=x', now() FROM members WHERE organization_id = '${acme}'`);
    await source.service.service.audit.sealer.flush();
    await target.organization("Second", "ada@example.com");
    await target.service.service.audit.sealer.flush();
  });

  it("is not restored without the keys that its audit log is sealed with", async () => {
    const [, id] = ring.ids;
    expect(await refusal("acme", ringOf(other))).toContain(
      `is sealed with key ${id}: add that key at the end of ORGCONFIG_SECRET_KEYS`,
    );
    expect(await refusal("nobody")).toBe("it has no organization nobody");
  });

  it("gets nobody in whose address was never proved to be theirs", async () => {
    const prove = (at: string) => target.database.execute(`UPDATE users SET proved_at = ${at}`);
    await prove("NULL");
    expect(await refusal("acme")).toContain(
      "Ada@example.com has an account in the installation, and nobody proved that the address is theirs",
    );
    await prove("now()");
  });

  it("comes with its rows, secrets, people, keys and audit log into another installation", async () => {
    const { id, rows, added, joined } = await moved(source.database, target.database, ring, "acme");
    expect({ id, added, joined }).toEqual({ id: acme, added: 1, joined: ["Ada@example.com"] });
    expect(rows).toBeGreaterThan(10);
    for (const kind of ["teams", "connectors"]) {
      const [before, after] = [
        await call(source, "GET", `${kind}?etags=true`),
        await call(target, "GET", `${kind}?etags=true`),
      ];
      expect([after.status, after.body]).toEqual([200, before.body]);
    }
    const unopened: string[] = [];
    await checkSealed(everythingSealed(target.database), ring, ({ where }) => unopened.push(where));
    expect(unopened).toEqual([]);
    // Who was here keeps the account; who is new has theirs whole.
    const people = await target.database.queryText<{
      email: string;
      role: string;
      views: string;
      factors: string;
    }>(
      {
        name: "test-moved-people",
        text: `SELECT email, role, (SELECT count(*) FROM list_views WHERE user_id = users.id) AS views,
            (SELECT count(*) FROM second_factors WHERE user_id = users.id) AS factors
          FROM members JOIN users ON users.id = user_id WHERE organization_id = $1 ORDER BY email`,
      },
      [acme],
    );
    expect(people).toEqual([
      { email: "ada@example.com", role: "org_admin", views: "1", factors: "0" },
      { email: "eve@example.com", role: "viewer", views: "1", factors: "1" },
    ]);
    const { audit } = target.service.service;
    const chain = async () => {
      await audit.sealer.flush();
      const report = await audit.verify();
      return [
        report.verified,
        report.organizations.find(({ organization }) => organization === acme)?.sealed,
      ];
    };
    const [, sealed] = await chain();
    expect(await chain()).toEqual([true, sealed]);
    expect((await call(target, "POST", "teams", { name: "Made after the move" })).status).toBe(201);
    expect(await chain()).toEqual([true, Number(sealed) + 1]);
    expect(await refusal(acme)).toBe(`the installation has the organization ${acme} (acme) already`);
  });

  it("is not restored next to another of its name, nor where its audit log was changed", async () => {
    await source.organization("Second", "third@example.com");
    expect(await refusal("second")).toContain("another organization with the slug second");
    await source.service.service.audit.sealer.flush();
    await source.database.execute(
      "ALTER TABLE audit_records DISABLE TRIGGER ALL; UPDATE audit_records SET actor_name = 'somebody else'",
    );
    expect(await refusal("first")).toContain("does not match its chain");
  });

  it("leaves behind what is the installation's, and what people have for themselves", async () => {
    const left = await source.database.transaction(async (connection) => {
      const taken = (await organizationTables(connection)).map(({ name }) => name);
      return (await tablesOf(connection)).map(({ name }) => name).filter((name) => !taken.includes(name));
    });
    expect(left.sort()).toEqual(Object.keys(leftBehind));
  });
});

/** What does not come with an organization, and why. */
const leftBehind = {
  audit_forwarding: "which node sends the log, of the installation",
  heartbeat_watch: "when the installation looked last",
  installation: "its keys and values, which belong to its secret keys",
  nodes: "the programs that run",
  oauth_clients: "programs that registered here",
  oauth_grants: "what a person let a program do, with a token",
  password_resets: "links of the installation",
  schema_migrations: "the schema's own",
  second_factor_challenges: "sign-ins under way",
  sessions: "browsers that are signed in here",
  sso_sign_ins: "of those sessions",
  tokens: "a person's, for organizations of the installation",
};
