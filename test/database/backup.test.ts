/** A backup has everything, of one moment, and is restored whole or not at all, between both sorts of databases. */
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BadBackup, type Manifest } from "../../src/database/backup/format.ts";
import { organizationTables } from "../../src/database/backup/organization-tables.ts";
import { compareTables, NotEmpty, skippedNumbers } from "../../src/database/backup/restore.ts";
import { inOrder, sequencesOf, tablesOf } from "../../src/database/backup/schema.ts";
import type { Database } from "../../src/database/database.ts";
import { migrate, migrations } from "../../src/database/migrate.ts";
import { crowdOf } from "../support/crowd.ts";
import { backedUp, contentOf, emptyDatabase, restoredFrom, type Sort, sorts } from "../support/databases.ts";

/** Values that a text, a list or JSON may lose on the way, and rows of each size. */
const difficult = `
  UPDATE organizations SET name = E'a "b" \\\\ c\\n\\t€ \\U0001F600 , { } NULL', ip_allowlist = ARRAY['a,b', NULL, '', '"', '\\\\'] WHERE id = 'org_1';
  UPDATE range_queries SET answer = 'null' WHERE organization_id = 'org_1';
  UPDATE range_queries SET answer = '{"n": 123456789012345678901234567890.5, "s": "\\\\u0001\\\\u2028", "e": 1e-7}' WHERE organization_id = 'org_2';
  UPDATE events SET at = 'infinity', body = '' WHERE organization_id = 'org_1' AND id = 'evt_1';
  UPDATE events SET at = '2026-03-29 01:30:00.123456+00', body = repeat('long ', 4000) WHERE organization_id = 'org_1' AND id = 'evt_2';
  UPDATE plans SET difference = (SELECT string_agg(md5(n::text), '"') FROM generate_series(1, 9000) AS n) WHERE organization_id = 'org_2';
  INSERT INTO rows (organization_id, kind, id, natural_key, sort_key, configuration, secrets, state, revision, created_at, updated_at)
  SELECT 'org_1', kind, 'shown', kind, kind, '{"service": "checkout", "publish": "automatic"}', '{}', '{}', 1, now(), now()
  FROM unnest(ARRAY['status_page_components', 'status_page_incidents', 'alert_routes', 'behaviour_tests', 'deploy_policies', 'teams', 'alert_heartbeats']) AS kind;
  DELETE FROM page_moves WHERE organization_id = 'org_1' AND id > (SELECT min(id) FROM page_moves);
  INSERT INTO deploy_overrides (organization_id, service, allow, reason, by, created_at, until)
  VALUES ('org_1', 'checkout', true, 'x', 'Ada', now(), now() + interval '1 day')
  ON CONFLICT (organization_id, service) DO NOTHING;
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

it("is not restored over what is there", async () => {
  const { database, file } = source(sorts.at(-1));
  const before = await contentOf(database);
  await expect(restoredFrom(file, database)).rejects.toThrow(NotEmpty);
  await expect(restoredFrom(file, database)).rejects.toThrow(/not empty: it has \d+ tables, such as/);
  expect(await contentOf(database)).toEqual(before);
});

it("is refused where it was changed or cut off, and the database stays empty", async () => {
  const { file } = source();
  const target = await empty(sorts.at(-1));
  const changed = Buffer.from(file);
  changed[file.length >> 1] = (changed[file.length >> 1] as number) ^ 0x10;
  for (const bad of [changed, file.subarray(0, file.length >> 2), file.subarray(0, file.length - 1)]) {
    await expect(restoredFrom(bad, target)).rejects.toThrow(BadBackup);
    expect(await contentOf(target)).toEqual({});
  }
  expect(await restoredFrom(file, target)).toEqual([]);
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
    [[users(id), { ...users(id), name: evil }], "which orgconfig does not have"],
    [[users(id), users(id)], "has a table twice"],
    [[users({ ...id, name: evil })], columns],
    [[users({ ...id, type: "text); DROP TABLE users; --" })], columns],
    [[users(id, id)], columns],
  ] as const)
    expect(() => compareTables(manifest(...tables), own)).toThrow(message);
});

it("leaves behind what is the installation's, and what people have for themselves", async () => {
  const left = await source().database.transaction(async (connection) => {
    const taken = (await organizationTables(connection)).map(({ name }) => name);
    return (await tablesOf(connection)).map(({ name }) => name).filter((name) => !taken.includes(name));
  });
  expect(left.sort()).toEqual(Object.keys(leftBehind));
});

/** What does not come with an organization, and why. */
const leftBehind = {
  account_feed_events: "what a person's calendar had, of all organizations that they are in",
  account_feeds: "addresses of a person's calendar",
  audit_forwarding: "which node sends the log, of the installation",
  heartbeat_watch: "when the installation looked last",
  installation: "its keys and values, which belong to its secret keys",
  nodes: "the programs that run",
  oauth_clients: "programs that registered here",
  oauth_grants: "what a person let a program do, with a token",
  password_resets: "links of the installation",
  phone_messages: "how often numbers of the installation were called within a day",
  plan_quotas: "what the operator allows plans, of the installation",
  push_keys: "pairs of keys of the installation",
  schema_migrations: "the schema's own",
  second_factor_challenges: "sign-ins under way",
  sessions: "browsers that are signed in here",
  sso_sign_ins: "of those sessions",
  taken_back_calls: "calls that run at the installation",
  tokens: "a person's, for organizations of the installation",
  way_steps: "how a person wants to be reached, wherever they are a member",
  ways: "a person's devices and numbers, for all organizations of the installation",
};

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
