/**
 * `npm run bench:waits`: what people wait for, on a PostgreSQL server: the demo with 20,000 rows, an export and a backup
 * of it, a plan of 2,000 rows and its apply, and a start with 100,000 rows. Prints seconds next to those that are wanted.
 * WAITS_ROWS (20,000), WAITS_PLANNED (2,000) and WAITS_MOST (100,000) make it smaller; `--json FILE` writes the figures.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { environment, openAccess } from "./access.ts";
import { askerAt, machine, printHead, printRow } from "./harness.ts";
import { kind, multiply } from "./multiplied.ts";
import { bundle } from "./plan-bundle.ts";
import { benchmark, endAll, runProgram, startService } from "./processes.ts";

const { values: options } = parseArgs({ options: { json: { type: "string" } } });
const rows = Number(process.env.WAITS_ROWS ?? 20_000);
const planned = Number(process.env.WAITS_PLANNED ?? 2_000);
const most = Number(process.env.WAITS_MOST ?? 100_000);
const port = Number(process.env.BENCH_PORT ?? 28_110);

const figures: Record<string, { readonly seconds: number; readonly wanted: number | undefined }> = {};

await benchmark("npm run bench:waits", async (databaseUrl, folder) => {
  const env = { ...environment, DATABASE_URL: databaseUrl, ORGCONFIG_DATA_DIR: folder };
  console.log(`${machine()}\n`);
  printHead("what", "seconds", "wanted");
  const seeded = await runProgram(["seed", "--demo", "--rows", String(rows)], env);
  report(`seed of ${rows} rows, ${Math.round(rows / seeded.seconds)} a second`, seeded.seconds, rows / 500);
  const backup = await runProgram(["backup", join(folder, "file")], env);
  report(`backup of them, ${backup.memory} MB of memory`, backup.seconds);
  await startService(port, env);
  const { organizationId, makeKey } = await openAccess(port);
  const ask = askerAt(port, await makeKey("api:admin"));
  for (const format of ["json", "hcl"]) {
    const { ms } = await ask("GET", `config/export?format=${format}`);
    report(`export of them as ${format}`, ms / 1_000);
  }
  const plan = await ask("POST", "plans", { bundle: bundle("waited", 0, planned) });
  report(`plan of ${planned} rows`, plan.ms / 1_000, 3);
  report("its apply", (await ask("POST", `plans/${plan.body.id}/apply`, {})).ms / 1_000, 6);
  const [source] = (await ask("GET", `config/${kind}`)).body.data;
  await endAll();
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  await multiply(database, organizationId, source.id, most);
  await database.end();
  report(`start with ${most} rows`, (await startService(port, env)).readyMs / 1_000, 3);
  if (options.json !== undefined)
    writeFileSync(
      options.json,
      `${JSON.stringify({ made: new Date(), where: machine(), figures }, undefined, 2)}\n`,
    );
});

function report(what: string, seconds: number, wanted?: number): void {
  figures[what] = { seconds, wanted };
  printRow(what, seconds.toFixed(2), wanted === undefined ? "–" : wanted);
}
