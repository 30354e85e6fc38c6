/**
 * `npm run bench:growth`: what a large organization, and many of them, do to reads, writes, lists and the export; and
 * what it changes to lay out the large tables in partitions by organization.
 * Rows are multiplied in the database itself from one that was made the usual way. Takes some minutes and
 * about 8 GB of disk; GROWTH_ROWS (1,000,000) and GROWTH_ORGANIZATIONS (100,000) make it smaller.
 */
import pg from "pg";
import { create, environment, openAccess } from "./access.ts";
import { get, send } from "./cases.ts";
import { pause, repeated } from "./harness.ts";
import { type Figures, load } from "./load.ts";
import { kind, multiply } from "./multiplied.ts";
import { benchmark, memoryMb, startService } from "./processes.ts";

const port = Number(process.env.GROWTH_PORT ?? 18_090);
const large = Number(process.env.GROWTH_ROWS ?? 1_000_000);
const organizations = Number(process.env.GROWTH_ORGANIZATIONS ?? 100_000);
const rowsEach = 20;
const partitions = 16;
/** The tables that hold what organizations have and do, and grow with them. */
const partitioned = ["rows", "row_references", "audit_records", "audit_outbox", "audit_seals"];
const exportPath = "config/export?format=hcl";
const readAmong = 1_000;
const connections = 8;
const seconds = 4;
const rounds = 5;

/** Times that rows were written, each time with other values. */
let generation = 0;

const database = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });

await benchmark("npm run bench:growth", (url) => main(url).finally(() => database.end()));

async function main(url: string): Promise<void> {
  const { pid } = await startService(port, {
    ...environment,
    DATABASE_URL: url,
  });
  await database.connect();
  const { organizationId, makeKey } = await openAccess(port);
  const key = await makeKey("api:admin");
  const body = { name: "metrics", type: "prometheus", url: "https://metrics.example.com" };
  const { id } = await create(port, key, kind, body);

  // Of as many rows as the large ones are drawn from, so that the client and the memo have the same work.
  await multiply(database, organizationId, id, readAmong);
  const alone = await reads(key, await someIds(organizationId));
  const written = await writes(key, await someIds(organizationId));
  report(`GET of a row among ${readAmong} of its organization, which is alone`, alone);
  report("PUT of one of them", written);
  for (const count of [1_000, 10_000, 100_000, 1_000_000].filter((count) => count <= large)) {
    await multiply(database, organizationId, id, count);
    const listed = await fastest(() => timed(key, `config/${kind}`));
    const page = await fastest(() => timed(key, `search/${kind}`, {}));
    const exported = await (count < 1_000_000
      ? fastest(() => timed(key, exportPath))
      : timed(key, exportPath));
    console.log(
      `${count} rows: list (1,000 of them at most) ${listed.ms.toFixed(0)} ms; first page of search_rows ${page.ms.toFixed(0)} ms; export ${perRow(exported.ms, count)}, ${exported.ms.toFixed(0)} ms, first byte after ${exported.firstMs.toFixed(0)} ms`,
    );
  }
  // What the lists left behind is collected, as at rest.
  await pause(10_000);
  const rest = memoryMb(pid);
  let most = rest;
  const watch = setInterval(() => {
    most = Math.max(most, memoryMb(pid));
  }, 20);
  await timed(key, exportPath);
  clearInterval(watch);
  console.log(`memory during an export of ${large} rows: ${most - rest} MB above the ${rest} MB before it`);

  const ids = await someIds(organizationId);
  report(`GET of a row among ${large} of its organization`, await reads(key, ids), alone);
  report("PUT of one of them", await writes(key, ids), written);
  await spread(organizationId);
  const crowd = `next to ${organizations} organizations with ${rowsEach} rows each`;
  const read = await reads(key, ids);
  const changed = await writes(key, ids);
  report(`GET of a row, ${crowd}`, read, alone);
  report(`PUT of a row, ${crowd}`, changed, written);
  const exported = await timed(key, exportPath);
  console.log(
    `export ${crowd}: ${exported.ms.toFixed(0)} ms, first byte after ${exported.firstMs.toFixed(0)} ms`,
  );

  const started = performance.now();
  for (const table of partitioned) await partition(table);
  const seconds = ((performance.now() - started) / 1_000).toFixed(0);
  console.log(
    `${partitioned.join(", ")} in ${partitions} partitions each, by organization, after ${seconds} s:`,
  );
  report("GET of a row", await reads(key, ids), read);
  report("PUT of a row", await writes(key, ids), changed);
  const listed = await fastest(() => timed(key, `config/${kind}`));
  const again = await timed(key, exportPath);
  console.log(
    `list ${listed.ms.toFixed(0)} ms; export ${again.ms.toFixed(0)} ms, first byte after ${again.firstMs.toFixed(0)} ms`,
  );
}

/** Each with another value than the last one that was written to the row. */
async function writes(key: string, ids: readonly string[]): Promise<Figures> {
  generation += 1;
  const bearer = `Authorization: Bearer ${key}\r\n`;
  return measured(
    [0, 1].flatMap((turn) =>
      ids.map((id) =>
        send("PUT", `/api/v1/config/${kind}/${id}`, { timeout_ms: 1_000 + generation * 2 + turn }, bearer),
      ),
    ),
  );
}

async function reads(key: string, ids: readonly string[]): Promise<Figures> {
  const bearer = `Authorization: Bearer ${key}\r\n`;
  return measured(ids.map((id) => get(`/api/v1/config/${kind}/${id}`, bearer)));
}

async function measured(requests: readonly string[]): Promise<Figures> {
  const asked = { port, requests, connections, status: 200 };
  await load({ ...asked, seconds: 1 });
  const runs = await repeated(rounds, () => load({ ...asked, seconds }));
  return runs.sort((a, b) => a.p50 - b.p50)[rounds >> 1] as Figures;
}

function report(what: string, now: Figures, before?: Figures): void {
  const ratio = before === undefined ? "" : `, ${(now.p50 / before.p50).toFixed(2)} × the first`;
  console.log(`${what}: ${now.p50.toFixed(2)} ms (p99 ${now.p99.toFixed(2)})${ratio}`);
}

/** Many organizations, each with rows like the first one's. */
async function spread(organizationId: string): Promise<void> {
  await database.query(
    `INSERT INTO organizations SELECT (jsonb_populate_record(o, jsonb_build_object('id', 'org_' || lpad(n::text, 26, '0'), 'slug', 'org-' || n))).*
     FROM organizations o, generate_series(1, $2::integer) AS n WHERE o.id = $1`,
    [organizationId, organizations],
  );
  await database.query(
    `INSERT INTO rows (organization_id, kind, id, natural_key, sort_key, configuration, secrets, state, revision, created_at, updated_at)
     SELECT 'org_' || lpad(n::text, 26, '0'), kind, id, natural_key, sort_key, configuration, secrets, state, nextval('row_revision'), created_at, updated_at
     FROM (SELECT * FROM rows WHERE organization_id = $1 AND kind = $4 LIMIT $3) AS sample, generate_series(1, $2::integer) AS n`,
    [organizationId, organizations, rowsEach, kind],
  );
  await database.query("VACUUM ANALYZE rows");
}

async function someIds(organizationId: string): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    "SELECT id FROM rows WHERE organization_id = $1 AND kind = $2 ORDER BY md5(id) LIMIT 1000",
    [organizationId, kind],
  );
  return rows.map(({ id }) => id);
}

interface Timed {
  readonly ms: number;
  readonly firstMs: number;
}

/** A whole answer, of which nothing is held, and when its first byte came. */
async function timed(key: string, path: string, body?: object): Promise<Timed> {
  const started = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  if (!answer.ok || answer.body === null) throw new Error(await answer.text());
  let firstMs: number | undefined;
  for await (const _ of answer.body) firstMs ??= performance.now() - started;
  return { ms: performance.now() - started, firstMs: firstMs ?? 0 };
}

async function fastest(run: () => Promise<Timed>): Promise<Timed> {
  return (await repeated(3, run)).sort((a, b) => a.ms - b.ms)[0] as Timed;
}

function perRow(ms: number, count: number): string {
  return `${((ms * 1_000) / count).toFixed(1)} µs a row`;
}

/** Lays a table out in partitions by organization, as an operator would, with its rows, indexes and references. */
async function partition(table: string): Promise<void> {
  const ask = async (text: string) => (await database.query<{ statement: string }>(text)).rows;
  const indexes = await ask(`SELECT indexdef AS statement FROM pg_indexes WHERE tablename = '${table}'`);
  const references = `pg_constraint WHERE contype = 'f' AND conparentid = 0 AND '${table}'::regclass IN (conrelid, confrelid)`;
  const dropped = await ask(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS statement FROM ${references}`,
  );
  const made = await ask(
    `SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS statement FROM ${references}`,
  );
  const triggers = await ask(
    `SELECT pg_get_triggerdef(oid) AS statement FROM pg_trigger WHERE tgrelid = '${table}'::regclass AND NOT tgisinternal`,
  );
  const renamed = await ask(
    `SELECT format('ALTER INDEX %I RENAME TO %I', indexname, indexname || '_plain') AS statement FROM pg_indexes WHERE tablename = '${table}'`,
  );
  const parts = Array.from({ length: partitions }, (_, remainder) => ({
    statement: `CREATE TABLE ${table}_${remainder} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${remainder})`,
  }));
  const statements = [
    ...dropped,
    ...renamed,
    { statement: `ALTER TABLE ${table} RENAME TO ${table}_plain` },
    {
      statement: `CREATE TABLE ${table} (LIKE ${table}_plain INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) PARTITION BY HASH (organization_id)`,
    },
    ...parts,
    { statement: `INSERT INTO ${table} SELECT * FROM ${table}_plain` },
    ...indexes,
    ...made,
    ...triggers,
    { statement: `DROP TABLE ${table}_plain` },
  ];
  await database.query("BEGIN");
  for (const { statement } of statements) await database.query(statement);
  await database.query("COMMIT");
  await database.query(`VACUUM ANALYZE ${table}`);
}
