/**
 * `npm run bench:growth`: what a large organization, and many of them, do to reads, lists and the export.
 * Rows are multiplied in the database itself from one that was made the usual way. Takes some minutes and
 * about 4 GB of disk; GROWTH_ORGANIZATIONS (10,000) makes it smaller.
 */
import pg from "pg";
import { create, environment, openAccess } from "./access.ts";
import { type Figures, load } from "./load.ts";
import { endAll, memoryMb, startService } from "./processes.ts";

const port = 18_090;
const kind = "data_sources";
const large = 100_000;
const organizations = Number(process.env.GROWTH_ORGANIZATIONS ?? 10_000);
const rowsEach = 300;
const connections = 8;
const seconds = 4;
const rounds = 5;

const databaseUrl = process.env.TEST_DATABASE_URL;
if (databaseUrl === undefined) throw new Error("run it as `npm run bench:growth`, which starts a PostgreSQL");
const database = new pg.Client({ connectionString: databaseUrl });
try {
  await main(databaseUrl);
} finally {
  await endAll();
  await database.end();
}

async function main(url: string): Promise<void> {
  const { pid } = await startService(port, {
    ...environment,
    DATABASE_URL: url,
    ORGCONFIG_LIST_CAP: String(large),
  });
  await database.connect();
  const { organizationId, makeKey } = await openAccess(port);
  const key = await makeKey("api:admin");
  const body = { name: "metrics", type: "prometheus", url: "https://metrics.example.com" };
  const { id } = await create(port, key, kind, body);

  const alone = await reads(key, [id]);
  report("GET of a row, alone in its organization", alone);
  for (const count of [100, 1_000, 10_000, large]) {
    await multiply(organizationId, id, count);
    const listed = await fastest(() => timed(key, kind));
    const exported = await fastest(() => timed(key, "export?format=hcl"));
    console.log(
      `${count} rows: list ${perRow(listed.ms, count)}, ${listed.ms.toFixed(0)} ms; export ${perRow(exported.ms, count)}, ${exported.ms.toFixed(0)} ms, first byte after ${exported.firstMs.toFixed(0)} ms`,
    );
  }
  await restAfterLoad();
  const rest = memoryMb(pid);
  let most = rest;
  const watch = setInterval(() => {
    most = Math.max(most, memoryMb(pid));
  }, 20);
  await timed(key, "export?format=hcl");
  clearInterval(watch);
  console.log(`memory during an export of ${large} rows: ${most - rest} MB above the ${rest} MB before it`);

  const ids = await someIds(organizationId);
  report(`GET of a row among ${large} of its organization`, await reads(key, ids), alone);
  await spread(organizationId);
  report(
    `GET of a row, beside ${organizations} organizations with ${rowsEach} rows each`,
    await reads(key, ids),
    alone,
  );
}

async function reads(key: string, ids: readonly string[]): Promise<Figures> {
  const requests = ids.map(
    (id) =>
      `GET /api/v1/config/${kind}/${id} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  );
  const runs: Figures[] = [];
  await load({ port, requests, connections, seconds: 1, status: 200 });
  for (let round = 0; round < rounds; round += 1) {
    runs.push(await load({ port, requests, connections, seconds, status: 200 }));
  }
  return runs.sort((a, b) => a.p50 - b.p50)[rounds >> 1] as Figures;
}

function report(what: string, now: Figures, before?: Figures): void {
  const ratio = before === undefined ? "" : `, ${(now.p50 / before.p50).toFixed(2)} × the first`;
  console.log(`${what}: ${now.p50.toFixed(2)} ms (p99 ${now.p99.toFixed(2)})${ratio}`);
}

/** Copies one row until its kind has `count` of them. */
async function multiply(organizationId: string, id: string, count: number): Promise<void> {
  await database.query(
    `INSERT INTO rows (organization_id, kind, id, natural_key, sort_key, configuration, secrets, state, revision, created_at, updated_at)
     SELECT organization_id, kind, 'ds_' || lpad(n::text, 26, '0'), 'metrics ' || n, 'metrics ' || lpad(n::text, 6, '0'),
       configuration || jsonb_build_object('name', 'metrics ' || n), secrets, state, nextval('row_revision'), created_at, updated_at
     FROM rows, generate_series(2, $3::integer) AS n
     WHERE organization_id = $1 AND kind = $4 AND id = $2
     ON CONFLICT DO NOTHING`,
    [organizationId, id, count, kind],
  );
  await database.query("ANALYZE rows");
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
    "SELECT id FROM rows WHERE organization_id = $1 AND kind = $2 ORDER BY md5(id) LIMIT 5000",
    [organizationId, kind],
  );
  return rows.map(({ id }) => id);
}

interface Timed {
  readonly ms: number;
  readonly firstMs: number;
}

/** A whole answer, and when its first byte came. */
async function timed(key: string, path: string): Promise<Timed> {
  const started = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/config/${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (!answer.ok || answer.body === null) throw new Error(await answer.text());
  let firstMs: number | undefined;
  for await (const _ of answer.body) firstMs ??= performance.now() - started;
  return { ms: performance.now() - started, firstMs: firstMs ?? 0 };
}

async function fastest(run: () => Promise<Timed>): Promise<Timed> {
  const runs = [await run(), await run(), await run()];
  return runs.sort((a, b) => a.ms - b.ms)[0] as Timed;
}

function perRow(ms: number, count: number): string {
  return `${((ms * 1_000) / count).toFixed(1)} µs a row`;
}

/** What the lists left behind is collected, as at rest. */
function restAfterLoad(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10_000));
}
