/**
 * `npm run bench:plans`: a plan of 500 rows and its apply, next to the same number of single writes one after the
 * other, on both databases. Prints a table of the medians of BENCH_ALTERNATIONS (5) rounds; BENCH_PROFILE names a
 * folder for CPU profiles.
 */
import { cpus } from "node:os";
import { environment, openAccess } from "./access.ts";
import { benchmark, startService } from "./processes.ts";

const rounds = Number(process.env.BENCH_ALTERNATIONS ?? 5);
const sources = 50;
const rows = 500;
const ports = { server: 28_086, embedded: 28_087 };

await benchmark("npm run bench:plans", main);

async function main(url: string, folder: string): Promise<void> {
  await startService(ports.server, { ...environment, DATABASE_URL: url });
  await startService(ports.embedded, { ...environment, DATABASE_URL: "", ORGCONFIG_DATA_DIR: folder });
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}`);
  console.log(`plans of ${rows} rows, medians of ${rounds} rounds\n`);
  console.log("| what | database | plan | apply | the same single writes | both, to these |");
  console.log("| --- | --- | --- | --- | --- | --- |");
  for (const [database, port] of Object.entries(ports)) {
    const { makeKey } = await openAccess(port);
    const taken = await measure(callerAt(port, await makeKey("api:admin")));
    for (const [what, { plan, apply, singles }] of Object.entries(taken)) {
      const ratio = ((plan + apply) / singles).toFixed(2);
      console.log(
        `| ${what} | ${database} | ${[plan, apply, singles].map(seconds).join(" | ")} | ${ratio} |`,
      );
    }
  }
}

type Caller = (method: string, path: string, body?: unknown) => Promise<Answer>;
interface Answer {
  readonly id: string;
  readonly changes: readonly { readonly id: string }[];
  readonly data: readonly { readonly id: string }[];
}

function callerAt(port: number, key: string): Caller {
  return async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return JSON.parse(text) as Answer;
  };
}

interface Times {
  readonly plan: number;
  readonly apply: number;
  readonly singles: number;
}

/** Milliseconds of each: rows that are new, rows that change, rows that stay as they are. */
async function measure(call: Caller): Promise<Record<string, Times>> {
  await call("POST", "plans", { bundle: bundle("first", 0, 1) });
  const taken: Record<string, Times[]> = { "new rows": [], "changed rows": [], "rows as they are": [] };
  for (let round = 0; round < rounds; round += 1) {
    const name = `round-${round}`;
    const singles = await makeSingly(call, `${name}-single`);
    taken["new rows"]?.push({ ...(await planned(call, bundle(name, 0))), singles });
    const ids = (await call("GET", "config/slis")).data.slice(0, rows);
    const moved = await timed(async () => {
      for (const { id } of ids)
        await call("PUT", `config/slis/${id}`, { description: `moved in round ${round}` });
    });
    taken["changed rows"]?.push({ ...(await planned(call, bundle(name, 1))), singles: moved });
    const same = await timed(async () => {
      for (const { id } of ids)
        await call("PUT", `config/slis/${id}`, { description: `moved in round ${round}` });
    });
    taken["rows as they are"]?.push({ ...(await planned(call, bundle(name, 1))), singles: same });
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

async function planned(call: Caller, asked: object): Promise<{ plan: number; apply: number }> {
  let id = "";
  const plan = await timed(async () => {
    ({ id } = await call("POST", "plans", { bundle: asked }));
  });
  const apply = await timed(() => call("POST", `plans/${id}/apply`, {}));
  return { plan, apply };
}

/** Data sources, and SLIs that point at them by their names. */
function bundle(name: string, version: number, count = rows) {
  return {
    data_sources: many(Math.min(count, sources), (at) => source(name, at)),
    slis: many(count - Math.min(count, sources), (at) => ({
      ...sli(name, at, version),
      data_source_id: { name: source(name, at % sources).name },
    })),
  };
}

async function makeSingly(call: Caller, name: string): Promise<number> {
  return timed(async () => {
    const ids: string[] = [];
    for (const body of many(sources, (at) => source(name, at)))
      ids.push((await call("POST", "config/data_sources", body)).id);
    for (const [at, body] of many(rows - sources, (place) => sli(name, place, 0)).entries())
      await call("POST", "config/slis", { ...body, data_source_id: ids[at % sources] });
  });
}

function source(name: string, at: number) {
  return { name: `${name} ${at}`, type: "prometheus", url: "https://metrics.example.com" };
}

function sli(name: string, at: number, version: number) {
  return {
    service: `${name} ${at}`,
    name: "availability",
    kind: "ratio",
    good_query: 'sum(rate(http_requests_total{code!~"5.."}[5m]))',
    total_query: "sum(rate(http_requests_total[5m]))",
    description: `version ${version}`,
  };
}

function many<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] as number;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}
