/**
 * `npm run bench:kinds`: every kind of the demo's rows, each call next to the bare server over the same rows: GET, GET
 * answered 304, a list of 100, PUT that changes a row, POST of a new one. Prints a table of what each takes of node and
 * PostgreSQL, with the statements that one call sends; then the same of writes in organizations of 1,000 and 10,000
 * rows with 100 behaviour tests. The first organization has no behaviour tests until those themselves are measured.
 *
 *   --json FILE   writes every figure
 *
 * BENCH_ONLY (names of kinds with commas between them), BENCH_SECONDS (1), BENCH_ALTERNATIONS (3), BENCH_TABLES
 * (`demo,1000,10000`) and BENCH_CALLS (`GET,304,list,PUT,POST`) shorten a run. BENCH_PROFILES names a folder for a CPU profile of each call.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Kind } from "../src/kernel/kind.ts";
import { definitions } from "../src/resources/index.ts";
import { environment, openAccess } from "./access.ts";
import { connections } from "./interleaved.ts";
import { Organization } from "./kind-calls.ts";
import { heading, KindTable, testCount } from "./kind-table.ts";
import { benchmark, endAll, runProgram, startPeer, startService } from "./processes.ts";
import { newDatabase, openCompared } from "./side-by-side.ts";

const { values: options } = parseArgs({ options: { json: { type: "string" } } });
const namesIn = (text: string) => text.split(",").filter((name) => name !== "");
const only = namesIn(process.env.BENCH_ONLY ?? "");
const tables = namesIn(process.env.BENCH_TABLES ?? "demo,1000,10000");
const calls = namesIn(process.env.BENCH_CALLS ?? "GET,304,list,PUT,POST");
const seconds = Number(process.env.BENCH_SECONDS ?? 1);
const rounds = Number(process.env.BENCH_ALTERNATIONS ?? 3);
const profiles = process.env.BENCH_PROFILES;
const firstPort = Number(process.env.BENCH_PORT ?? 28_100);
const ports = { ours: firstPort, peer: firstPort + 1 };
/** By the tables' names. */
const made: Record<string, KindTable> = {};

await benchmark("npm run bench:kinds", async (url, folder) => {
  for (const table of tables) made[table] = await measureTable(table, url, folder);
  console.log(`\n${tables.flatMap(summaryOf).join("\n")}`);
  if (tables.some((table) => made[table]?.failed)) process.exitCode = 1;
  if (options.json !== undefined)
    writeFileSync(options.json, `${JSON.stringify({ made: new Date(), tables: made }, undefined, 2)}\n`);
});

/** A service of its own over a database of its own, with the demo's rows or so many in bulk. */
async function measureTable(table: string, url: string, folder: string): Promise<KindTable> {
  const isDemo = table === "demo";
  const databaseUrl = await newDatabase(url, `kinds_${table}`);
  const profile = join(folder, "profile");
  const env = {
    ...environment,
    DATABASE_URL: databaseUrl,
    ORGCONFIG_DATA_DIR: join(folder, table),
    ...(profiles === undefined
      ? {}
      : {
          NODE_OPTIONS: `--import ${new URL("profiles.mjs", import.meta.url).href}`,
          BENCH_CALL_PROFILE: profile,
        }),
  };
  await runProgram(["seed", "--demo", ...(isDemo ? [] : ["--rows", table])], env);
  const service = await startService(ports.ours, env);
  const compared = await openCompared(databaseUrl);
  const peer = await startPeer(ports.peer, "server", databaseUrl);
  const usages = compared.usagesOf([
    [ports.ours, service],
    [ports.peer, peer],
  ]);
  const organization = new Organization(
    ports.ours,
    await (await openAccess(ports.ours)).makeKey("api:admin"),
  );
  const { pid } = service;
  const given = { table, organization, compared, usages, pid, peerPort: ports.peer, seconds, rounds, calls };
  const bench = new KindTable({ ...given, ...(profiles && { profile: { from: profile, to: profiles } }) });
  await bench.prepare();
  const kinds = kindsOf(isDemo);
  console.log(`${compared.where}\n`);
  console.log(isDemo ? "the demo, without behaviour tests" : `${table} rows, ${testCount} behaviour tests`);
  console.log(
    `at most ${connections} connections, medians of ${rounds} rounds of ${seconds} s\n\n${heading}`,
  );
  for (const definition of kinds.slice(0, 1)) await bench.warm(definition);
  for (const definition of kinds) await bench.measure(definition);
  await compared.database.end();
  await endAll();
  return bench;
}

/** Behaviour tests come last, because they slow all others down. */
function kindsOf(isDemo: boolean): Kind[] {
  const asked = definitions.filter(
    ({ kind, decides }) => (only.length === 0 || only.includes(kind)) && (isDemo || decides),
  );
  const isTest = ({ kind }: Kind) => kind === "behaviour_tests";
  return [...asked.filter((kind) => !isTest(kind)), ...asked.filter(isTest)];
}

/** A line for each kind: of each call the ratio of requests a second, and that of processor time. */
function summaryOf(table: string): string[] {
  const columns = ["GET", "304", "list", "PUT", "POST"];
  const lines = made[table]?.lines ?? [];
  const of = (kind: string, column: string) =>
    lines.find((one) => one.kind === kind && one.call.split(" ")[0] === column)?.taken.measured;
  const kinds = [...new Set(lines.map(({ kind }) => kind))];
  const cell = (kind: string, column: string) => {
    const found = of(kind, column);
    return found === undefined ? "–" : `${found.rate.median.toFixed(2)} · ${found.work.median.toFixed(2)}`;
  };
  const medians = columns.map((column) => {
    const values = kinds.flatMap((kind) => of(kind, column)?.rate.median ?? []).sort((a, b) => a - b);
    return values[values.length >> 1]?.toFixed(2) ?? "–";
  });
  return [
    `${table}: requests a second · processor time, ours to the bare server's`,
    "",
    `| kind | ${columns.join(" | ")} |`,
    `|---|${columns.map(() => "---|").join("")}`,
    ...kinds.map((kind) => `| ${[kind, ...columns.map((column) => cell(kind, column))].join(" | ")} |`),
    `| median kind | ${medians.join(" | ")} |`,
    "",
  ];
}
