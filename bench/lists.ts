/**
 * `npm run bench:lists`: pages of a list of 100,000 SLOs in one organization, as the console asks for them, on both
 * databases. Rows are multiplied in the database itself from one that was made the usual way. Takes a minute or two.
 */
import { join } from "node:path";
import { freePort } from "../scripts/free-port.mjs";
import type { Database } from "../src/database/database.ts";
import { openEmbedded } from "../src/database/embedded.ts";
import { openServer } from "../src/database/server.ts";
import { create, environment, openAccess } from "./access.ts";
import { askerAt, printHead, printRow, quantile, repeated } from "./harness.ts";
import { benchmark, endAll, startService } from "./processes.ts";

const rows = 100_000;
const rounds = 25;

/** As many as the overview judges. */
const policies = 50;

/** What people do with a list, as the body of search_rows. */
const asked = {
  "first page": {},
  "page 1,000": { page: 1_000 },
  "the worst first": { sort: "status" },
  "by a number": { sort: "-error_budget_remaining_percent" },
  "one team's, by name": { where: [{ field: "team_id", values: ["team_7"] }], sort: "name" },
  "breached and on, the worst budget first": {
    where: [
      { field: "status", values: ["breached"] },
      { field: "enabled", values: ["true"] },
    ],
    sort: "error_budget_remaining_percent",
  },
  "a word": { q: "checkout-123" },
  "two words and a state": { q: "avail 99", where: [{ field: "status", values: ["at_risk", "breached"] }] },
  "a word that nothing has": { q: "nowhere" },
} as const;

/** What other pages ask about all rows. */
const read = {
  "what needs attention": "attention",
  "services, by name": "services",
  "services in trouble": "services?in_trouble=true",
} as const;

await benchmark("npm run bench:lists", async (databaseUrl, folder) => {
  console.log(`${rows} SLOs in one organization; milliseconds from the request to the whole answer\n`);
  printHead("what", "embedded, median", "p95", "server, median", "p95");
  const directory = join(folder, "data");
  const embedded = await measured({ ORGCONFIG_DATA_DIR: directory }, () => openEmbedded(directory));
  const server = await measured(
    { DATABASE_URL: databaseUrl, ORGCONFIG_DATA_DIR: join(folder, "server") },
    async () => openServer(databaseUrl, { prepared: true }),
  );
  for (const what of [...Object.keys(asked), ...Object.keys(read)]) {
    const cells = [embedded, server].flatMap((figures) => figures.get(what) ?? []);
    printRow(what, ...cells.map((ms) => ms.toFixed(1)));
  }
});

type Figures = ReadonlyMap<string, readonly [median: number, p95: number]>;

/** A database is filled while no service runs on it: the embedded one has room for a single process. */
async function measured(
  env: Readonly<Record<string, string>>,
  open: () => Promise<Database>,
): Promise<Figures> {
  const port = await freePort();
  await startService(port, { ...environment, ...env });
  const { organizationId, makeKey } = await openAccess(port);
  const key = await makeKey("api:admin");
  const source = { name: "metrics", type: "prometheus", url: "https://metrics.example.com" };
  const { id: sourceId } = await create(port, key, "data_sources", source);
  const queries = { good_query: "good", total_query: "total" };
  const sli = {
    name: "availability",
    service: "checkout",
    kind: "ratio",
    data_source_id: sourceId,
    ...queries,
  };
  const { id: sliId } = await create(port, key, "slis", sli);
  const slo = { name: "availability", service: "checkout", sli_id: sliId, target_percent: 99.9 };
  const { id } = await create(port, key, "slos", slo);
  for (let n = 0; n < policies; n += 1)
    await create(port, key, "deploy_policies", { service: `checkout-${n}` });
  await endAll();
  const database = await open();
  await multiply(database, organizationId, id);
  await database.close();
  await startService(port, { ...environment, ...env });
  const ask = askerAt(port, key);
  const figures = new Map<string, [number, number]>();
  const measure = async (what: string, call: () => Promise<number>) => {
    const times = await repeated(rounds, call);
    figures.set(what, [quantile(times, 0.5), quantile(times, 0.95)]);
  };
  for (const [what, body] of Object.entries(asked))
    await measure(what, async () => (await ask("POST", "search/slos", body)).ms);
  for (const [what, path] of Object.entries(read))
    await measure(what, async () => (await ask("GET", path)).ms);
  await endAll();
  return figures;
}

/** Services, teams and states as a large organization has them. */
async function multiply(database: Database, organizationId: string, id: string): Promise<void> {
  await database.queryText(
    {
      name: "bench-multiply",
      text: `INSERT INTO rows (organization_id, kind, id, natural_key, sort_key, configuration, secrets, state, revision, search_text, created_at, updated_at)
        SELECT organization_id, kind, 'slo_' || lpad(n::text, 26, '0'), 'key ' || n, 'checkout-' || n % 1000 || ' ' || lpad(n::text, 6, '0'),
          configuration || jsonb_build_object('name', 'availability ' || n, 'service', 'checkout-' || n % 1000,
            'team_id', 'team_' || n % 40, 'enabled', n % 10 <> 0),
          secrets, jsonb_build_object('status', (array['healthy', 'healthy', 'healthy', 'at_risk', 'breached', 'no_data'])[1 + n % 6],
            'sli_percent', 99.95, 'error_budget_remaining_percent', n % 1000 / 10.0, 'burn_rate', 0.8,
            'last_evaluated_at', '2026-03-10T09:25:00.000Z'),
          nextval('row_revision'), 'slo_' || n || ' checkout-' || n % 1000 || ' availability ' || n || ' team_' || n % 40,
          created_at, updated_at
        FROM rows, generate_series(2, $3::integer) AS n
        WHERE organization_id = $1 AND kind = 'slos' AND id = $2`,
    },
    [organizationId, id, rows],
  );
  await database.execute("VACUUM ANALYZE rows");
}
