/**
 * `npm run bench:plans`: a plan of 500 rows and its apply, next to the same number of single writes one after the
 * other, on both databases. Prints a table of the medians of BENCH_ALTERNATIONS (5) rounds; BENCH_PROFILE names a
 * folder for CPU profiles.
 */
import { environment, openAccess } from "./access.ts";
import { type Ask, askerAt, machine, median, printHead, printRow, timed } from "./harness.ts";
import { bundle, many, sli, source, sources } from "./plan-bundle.ts";
import { benchmark, startService } from "./processes.ts";

const rounds = Number(process.env.BENCH_ALTERNATIONS ?? 5);
const rows = 500;
const ports = { server: 28_086, embedded: 28_087 };

await benchmark("npm run bench:plans", main);

async function main(url: string, folder: string): Promise<void> {
  await startService(ports.server, { ...environment, DATABASE_URL: url });
  await startService(ports.embedded, { ...environment, DATABASE_URL: "", ORGCONFIG_DATA_DIR: folder });
  console.log(machine());
  console.log(`plans of ${rows} rows, medians of ${rounds} rounds\n`);
  printHead("what", "database", "plan", "apply", "the same single writes", "both, to these");
  for (const [database, port] of Object.entries(ports)) {
    const { makeKey } = await openAccess(port);
    const taken = await measure(askerAt(port, await makeKey("api:admin")));
    for (const [what, { plan, apply, singles }] of Object.entries(taken)) {
      const ratio = ((plan + apply) / singles).toFixed(2);
      printRow(what, database, ...[plan, apply, singles].map(seconds), ratio);
    }
  }
}

interface Times {
  readonly plan: number;
  readonly apply: number;
  readonly singles: number;
}

/** Milliseconds of each: rows that are new, rows that change, rows that stay as they are. */
async function measure(call: Ask): Promise<Record<string, Times>> {
  await call("POST", "plans", { bundle: bundle("first", 0, 1) });
  const taken: Record<string, Times[]> = { "new rows": [], "changed rows": [], "rows as they are": [] };
  for (let round = 0; round < rounds; round += 1) {
    const name = `round-${round}`;
    const singles = await makeSingly(call, `${name}-single`);
    taken["new rows"]?.push({ ...(await planned(call, bundle(name, 0, rows))), singles });
    const ids = (await call("GET", "config/slis")).body.data.slice(0, rows);
    const moved = await timed(async () => {
      for (const { id } of ids)
        await call("PUT", `config/slis/${id}`, { description: `moved in round ${round}` });
    });
    taken["changed rows"]?.push({ ...(await planned(call, bundle(name, 1, rows))), singles: moved });
    const same = await timed(async () => {
      for (const { id } of ids)
        await call("PUT", `config/slis/${id}`, { description: `moved in round ${round}` });
    });
    taken["rows as they are"]?.push({ ...(await planned(call, bundle(name, 1, rows))), singles: same });
  }
  return Object.fromEntries(
    Object.entries(taken).map(([what, all]) => [
      what,
      {
        plan: median(all.map(({ plan }) => plan)),
        apply: median(all.map(({ apply }) => apply)),
        singles: median(all.map(({ singles: one }) => one)),
      },
    ]),
  );
}

async function planned(call: Ask, asked: object): Promise<{ plan: number; apply: number }> {
  let id = "";
  const plan = await timed(async () => {
    ({ id } = (await call("POST", "plans", { bundle: asked })).body);
  });
  const apply = await timed(() => call("POST", `plans/${id}/apply`, {}));
  return { plan, apply };
}

async function makeSingly(call: Ask, name: string): Promise<number> {
  return timed(async () => {
    const ids: string[] = [];
    for (const body of many(sources, (at) => source(name, at)))
      ids.push((await call("POST", "config/data_sources", body)).body.id);
    for (const [at, body] of many(rows - sources, (place) => sli(name, place, 0)).entries())
      await call("POST", "config/slis", { ...body, data_source_id: ids[at % sources] });
  });
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}
