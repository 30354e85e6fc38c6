import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Database } from "../../src/database/database.ts";
import {
  lookAtSchema,
  lossesOf,
  type Migration,
  migrate,
  migrations,
  wayBackOf,
} from "../../src/database/migrate.ts";
import { type EmptyDatabase, makeEmptyDatabase } from "../support/empty-database.ts";

const names = migrations.map(({ name }) => name);

async function within(work: (empty: EmptyDatabase) => Promise<void>): Promise<void> {
  const empty = await makeEmptyDatabase();
  try {
    await work(empty);
  } finally {
    await empty.drop();
  }
}

it("runs each migration once", () =>
  within(async (empty) => {
    const database = await empty.open();
    expect(await migrate(database)).toEqual(names);
    expect(await migrate(database)).toEqual([]);
    const kept = await database.queryText<{ version: number; name: string }>(
      { name: "test-migrations", text: "SELECT version, name FROM schema_migrations ORDER BY version" },
      [],
    );
    expect(kept).toEqual(migrations.map(({ version, name }) => ({ version, name })));
  }));

it("lets programs that start at the same time take turns", () =>
  within(async (empty) => {
    const databases = await Promise.all([1, 2, 3, 4].map(() => empty.open()));
    const ran = await Promise.all(databases.map((database) => migrate(database)));
    expect(ran.flat()).toEqual(names);
  }));

it("refuses a schema newer than the program, and leaves it as it is", () =>
  within(async (empty) => {
    const database = await empty.open();
    await migrate(database);
    await database.execute("INSERT INTO schema_migrations (version, name) VALUES (9999, 'from-the-future')");
    await expect(migrate(database)).rejects.toThrow(/schema is version 9999 .* start a newer orgconfig/);
    await database.execute("DELETE FROM schema_migrations WHERE version = 9999");
    expect(await migrate(database)).toEqual([]);
  }));

it("runs on the schema of a newer program where that says so, and says what it leaves out", () =>
  within(async (empty) => {
    const database = await empty.open();
    const now = migrations.at(-1)?.version ?? 0;
    const next = (version: number, to: number): Migration => ({
      ...{ version, name: `next-${version}`, checksum: "x", back: { to, loses: "colours of teams" } },
      text: `CREATE TABLE colours_${version} (team text PRIMARY KEY)`,
    });
    const newer = [...migrations, next(9998, now)];
    expect(await migrate(database, newer)).toEqual([...names, "next-9998"]);
    expect(await migrate(database)).toEqual([]);
    expect(await lossesOf(database)).toEqual(["colours of teams"]);
    const seen = { database: 9998, program: now, leftOut: ["colours of teams"], refused: undefined };
    expect(await lookAtSchema(database)).toEqual(seen);
    expect(await migrate(database, newer)).toEqual([]);
    // Only the program before that one runs on the next schema.
    await migrate(database, [...newer, next(9999, 9998)]);
    await expect(migrate(database)).rejects.toThrow(/start a newer orgconfig, or restore a backup/);
    expect(await migrate(database, newer)).toEqual([]);
  }));

it("only adds: programs of the version before run next to the new one", () => {
  for (const { name, text } of migrations)
    expect(text, name).not.toMatch(/\bDROP (TABLE|COLUMN)\b|\bRENAME (TO|COLUMN)\b/i);
});

it("reads in a migration which programs still run after it", () => {
  const text = "-- Colours.\n-- @back 40: colours of teams\nALTER TABLE teams ADD COLUMN colour text;";
  expect(wayBackOf(text)).toEqual({ to: 40, loses: "colours of teams" });
  expect(wayBackOf("ALTER TABLE teams DROP COLUMN colour;")).toBeUndefined();
});

it("leaves nothing of a migration that fails", () =>
  within(async (empty) => {
    const database = await empty.open();
    // The name of an index that the schema makes: the migration stops half way.
    await database.execute("CREATE TABLE sessions_by_user (id integer)");
    await expect(migrate(database)).rejects.toThrow(/relation "sessions_by_user" already exists/);
    const [found] = await database.queryText<{ count: string }>(
      {
        name: "test-tables",
        text: "SELECT count(*) AS count FROM information_schema.tables WHERE table_schema = 'public'",
      },
      [],
    );
    expect(Number(found?.count)).toBe(1);
    await database.execute("DROP TABLE sessions_by_user");
    expect(await migrate(database)).toEqual(names);
  }));

it("gives each file a number of its own", () => {
  const versions = migrations.map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)]);
});

/**
 * What is in migrations.sha256 has run on people's databases, and is never edited again. A new file is added with
 * `cd src/database/migrations && sha256sum *.sql > ../../../test/database/fixtures/migrations.sha256`.
 */
it("keeps every file as it was released", () => {
  const list = readFileSync(new URL("fixtures/migrations.sha256", import.meta.url), "utf8");
  const kept = list
    .trim()
    .split("\n")
    .map((line) => line.split(/ +/));
  const files = migrations.map(({ version, name, checksum }) => [
    checksum,
    `${String(version).padStart(4, "0")}-${name}.sql`,
  ]);
  expect(files).toEqual(kept);
});

describe("a schema that other migrations made", () => {
  const changes = [
    [
      "a gap",
      "DELETE FROM schema_migrations WHERE version = 9",
      /ran migration \d+, and 0009-renders\.sql, .* did not run/,
    ],
    [
      "a list of migrations that was emptied",
      "DELETE FROM schema_migrations",
      /0001-initial\.sql did not run .* the table organizations, which it makes, is there/,
    ],
    [
      "the last migration missing from the list",
      "DELETE FROM schema_migrations WHERE version >= 19",
      /0019-nodes\.sql did not run .* the table nodes, which it makes, is there/,
    ],
    ["a table that is gone", "DROP TABLE nodes", /0019-nodes\.sql ran, and the table nodes, .* is gone/],
    [
      "another file of that number",
      "UPDATE schema_migrations SET name = 'others' WHERE version = 9",
      /ran 0009-others\.sql, and this program has 0009-renders\.sql/,
    ],
    [
      "a file that this program lacks",
      "INSERT INTO schema_migrations (version, name) VALUES (0, 'others')",
      /ran 0000-others\.sql, and this program has none of that number/,
    ],
    [
      "a file that was edited since",
      "UPDATE schema_migrations SET checksum = md5('before') WHERE version = 9",
      /0009-renders\.sql is not the file any more that the database ran/,
    ],
  ] as const;

  it.each(changes)("is refused for %s", (_, change, message) =>
    within(async (empty) => {
      const database = await empty.open();
      await migrate(database);
      await database.execute(change);
      await expect(migrate(database)).rejects.toThrow(message);
      await expect(migrate(database)).rejects.toThrow(/restore a backup/);
      // The doctor says the same.
      expect((await lookAtSchema(database)).refused).toMatch(message);
    }),
  );

  it("is refused before anything of it is changed", () =>
    within(async (empty) => {
      const database = await empty.open();
      const [last, ...before] = [...migrations].reverse();
      await migrate(database, before.reverse());
      await database.execute("UPDATE schema_migrations SET name = 'others' WHERE version = 9");
      await expect(migrate(database)).rejects.toThrow(/0009-others/);
      expect((await versionsIn(database)).at(-1)).not.toBe(last?.version);
    }));
});

it("takes the files of today for those that ran before there were checksums", () =>
  within(async (empty) => {
    const database = await empty.open();
    await database.execute(versionsBefore(15));
    await migrate(database);
    await database.execute(
      "UPDATE schema_migrations SET checksum = 'x' WHERE version = 1 AND checksum IS NULL",
    );
    expect(await migrate(database)).toEqual([]);
    await database.execute("UPDATE schema_migrations SET checksum = 'x' WHERE version = 1");
    await expect(migrate(database)).rejects.toThrow(/0001-initial/);
  }));

async function versionsIn(database: Database): Promise<number[]> {
  const text = "SELECT version FROM schema_migrations ORDER BY version";
  const rows = await database.queryText<{ version: number }>({ name: "test-versions", text }, []);
  return rows.map(({ version }) => version);
}

it("keeps accounts and tokens from before addresses were proved, and says honestly which are", () =>
  within(async (empty) => {
    const database = await empty.open();
    await database.execute(beforeProof);
    await migrate(database);
    const users = await database.queryText<{ id: string; proved: boolean; password_state: string }>(
      {
        name: "test-users",
        text: "SELECT id, proved_at IS NOT NULL AS proved, password_state FROM users ORDER BY id",
      },
      [],
    );
    expect(users.map(({ id, proved }) => [id, proved])).toEqual([
      ["by-admin", false],
      ["by-link", false],
      ["by-operator", true],
      ["first", true],
      ["invited", false],
    ]);
    expect(new Set(users.map(({ password_state }) => password_state))).toEqual(new Set(["own"]));
    const tokens = await database.queryText<{ id: string; organizations: string[]; ended: boolean }>(
      {
        name: "test-tokens",
        text: "SELECT id, organizations, revoked_at IS NOT NULL AS ended FROM tokens ORDER BY id",
      },
      [],
    );
    expect(tokens).toEqual([
      { id: "half", organizations: ["one"], ended: false },
      { id: "whole", organizations: [], ended: true },
    ]);
  }));

it("keeps what agents said before each of them had a name", () =>
  within(async (empty) => {
    const database = await empty.open();
    await database.execute(`
      ${versionsBefore(12)}
      INSERT INTO organizations (id, slug, name, plan, created_at) VALUES ('one', 'one', 'one', 'business', now());
      INSERT INTO render_acknowledgements (organization_id, connector_id, digest, ok, running_digest, targets, at)
      VALUES ('one', 'conn_1', 'd', true, 'd', '[{"probe": "p"}]', '2026-01-01')`);
    await migrate(database);
    const kept = await database.queryText(
      {
        name: "test-acknowledgements",
        text: "SELECT connector_id, instance, running_digest, targets, degraded, departed FROM render_acknowledgements",
      },
      [],
    );
    const [said] = [{ connector_id: "conn_1", instance: "", running_digest: "d", targets: [{ probe: "p" }] }];
    expect(kept).toEqual([{ ...said, degraded: false, departed: false }]);
  }));

it("takes the mail server of today for the one that a password was saved for", () =>
  within(async (empty) => {
    const database = await empty.open();
    await database.execute(`
      ${versionsBefore(20)}
      INSERT INTO organizations (id, slug, name, plan, created_at) VALUES ('one', 'one', 'one', 'business', now());
      INSERT INTO rows (organization_id, kind, id, natural_key, sort_key, configuration, secrets, state, revision, created_at, updated_at)
      SELECT 'one', kind, id, id, id, configuration::jsonb, secrets::jsonb, '{"health_status": "healthy"}', 1, now(), now()
      FROM (VALUES
        ('connectors', 'mails', '{"metadata": {"smtp_smarthost": "mail:25"}}', '{"config": "x"}'),
        ('connectors', 'closed', '{"metadata": {"smtp_smarthost": "mail:25"}}', '{}'),
        ('connectors', 'others', '{"metadata": {"owner": "ada"}}', '{"config": "x"}'),
        ('data_sources', 'source', '{"metadata": {"smtp_smarthost": "mail:25"}}', '{"config": "x"}')) AS made (kind, id, configuration, secrets)`);
    await migrate(database);
    const text =
      "SELECT id, state -> 'secret_addresses' AS given, state ->> 'health_status' AS health FROM rows ORDER BY id";
    expect(await database.queryText({ name: "test-mail-passwords", text }, [])).toEqual([
      { id: "closed", given: null, health: "healthy" },
      { id: "mails", given: { config: "mail:25" }, health: "healthy" },
      { id: "others", given: null, health: "healthy" },
      { id: "source", given: null, health: "healthy" },
    ]);
  }));

it("gives each SLO as its own what it went by: its organization's time where it said the usual one, or nothing", () =>
  within(async (empty) => {
    const database = await empty.open();
    const version = migrations.find(({ name }) => name === "own-missing-minutes")?.version ?? 0;
    const organizations = ["thirty", "never", "usual", "silent", "unsaved"];
    await database.execute(`
      ${versionsBefore(version)}
      SELECT setval('row_revision', 1000);
      INSERT INTO organizations (id, slug, name, plan, created_at)
      SELECT id, id, id, 'business', now() FROM unnest(ARRAY['${organizations.join("', '")}']) AS id;
      INSERT INTO rows (organization_id, kind, id, natural_key, sort_key, configuration, secrets, state, revision, created_at, updated_at, search_text)
      SELECT organization_id, kind, id, id, id, configuration::jsonb, '{}'::jsonb, '{}'::jsonb, 1, '2026-01-01'::timestamptz, '2026-01-01'::timestamptz, ''
      FROM (VALUES
        ('thirty', 'organization_settings', 'organization_settings', '{"missing_after_minutes": 30}'),
        ('never', 'organization_settings', 'organization_settings', '{"missing_after_minutes": null}'),
        ('usual', 'organization_settings', 'organization_settings', '{"missing_after_minutes": 10}'),
        ('silent', 'organization_settings', 'organization_settings', '{}')) AS made (organization_id, kind, id, configuration)
      UNION ALL
      SELECT organization, 'slos', organization || '-' || said, organization || said, said, configuration::jsonb, '{}', '{}', 1, '2026-01-01', '2026-01-01', ''
      FROM unnest(ARRAY['${organizations.join("', '")}']) AS organization,
        (VALUES ('ten', '{"missing_after_minutes": 10}'), ('absent', '{}'), ('five', '{"missing_after_minutes": 5}'),
          ('null', '{"missing_after_minutes": null}')) AS made (said, configuration)`);
    expect(await migrate(database)).toContain("own-missing-minutes");
    const text = `SELECT id, configuration -> 'missing_after_minutes' AS minutes, revision > 1000 AS moved,
      updated_at > '2026-01-01' AS updated FROM rows WHERE kind = 'slos' ORDER BY id`;
    const kept = await database.queryText<{
      id: string;
      minutes: number | null;
      moved: boolean;
      updated: boolean;
    }>({ name: "test-own-minutes", text }, []);
    expect(kept.every(({ moved, updated }) => moved === updated)).toBe(true);
    const found = Object.fromEntries(kept.map(({ id, minutes, moved }) => [id, [minutes, moved]]));
    const after = (minutes: number | null, moves: boolean) => ({
      ten: [minutes, moves],
      absent: [minutes, moves],
    });
    const by = { thirty: after(30, true), never: after(null, true) };
    const wanted = organizations.flatMap((one) =>
      Object.entries({
        ...(by[one as keyof typeof by] ?? after(10, false)),
        ...{ five: [5, false], null: [null, false] },
      }).map(([said, value]) => [`${one}-${said}`, value]),
    );
    expect(found).toEqual(Object.fromEntries(wanted));
    const untouched = `SELECT count(*) AS count FROM rows WHERE kind <> 'slos' AND revision <> 1`;
    expect(await database.queryText({ name: "test-others", text: untouched }, [])).toEqual([{ count: "0" }]);
  }));

/** The schema as it was before a version. */
function versionsBefore(version: number): string {
  const before = migrations.filter((one) => one.version < version);
  const each = before.map(
    ({ version, name, text }) => `${text}\nINSERT INTO schema_migrations VALUES (${version}, '${name}');`,
  );
  return `CREATE TABLE schema_migrations (version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
  ${each.join("\n")}`;
}

/** A database of version 4, with people whom everybody made who could then, and two tokens of one who left. */
const beforeProof = `
  ${versionsBefore(5)}
  INSERT INTO organizations (id, slug, name, plan, created_at)
  SELECT id, id, id, 'business', now() FROM unnest(ARRAY['one', 'two']) AS id;
  INSERT INTO users (id, email, email_folded, name, password_hash, created_at)
  SELECT id, id, id, '', CASE WHEN id <> 'invited' THEN 'hash' END, now()
  FROM unnest(ARRAY['first', 'by-operator', 'by-admin', 'by-link', 'invited']) AS id;
  INSERT INTO members (organization_id, user_id, role, accepted_at, created_at)
  SELECT 'one', id, 'member', CASE WHEN id <> 'invited' THEN now() END, now() FROM users;
  INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource, row_id, outcome, changes, request_id)
  SELECT 'one', now(), kind, 'x', 'x', 'operator', 'add_member', 'members', id, 'success', changes::jsonb, 'r'
  FROM (VALUES
    ('service', 'first', '[{"field": "email", "before": null, "after": "x"}, {"field": "password", "secret": "set"}]'),
    ('operator', 'by-operator', '[{"field": "password", "secret": "set"}]'),
    ('operator', 'by-link', '[{"field": "email", "before": null, "after": "x"}]'),
    ('user', 'by-admin', '[{"field": "password", "secret": "set"}]'),
    ('user', 'invited', '[]')) AS made (kind, id, changes);
  INSERT INTO tokens (id, user_id, hash, name, prefix, organizations, created_at)
  VALUES ('half', 'by-operator', '1', 'x', 'x', '{two,one}', now()), ('whole', 'by-operator', '2', 'x', 'x', '{two}', now());
`;
