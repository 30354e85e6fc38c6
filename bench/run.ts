/**
 * `npm run bench`: this service next to bare servers over the same database, in one run, alternating, so that
 * what the machine does meanwhile falls on all alike. Prints one table of ratios.
 *
 *   --json FILE      writes every figure as a ratio, with its bounds
 *   --compare FILE   compares the figures with those that --json wrote; status 1 where one is worse for certain
 *   --short          rounds of half a second, as many as it takes to be sure, without what depends on the disk
 *
 * BENCH_ALTERNATIONS (5), BENCH_SECONDS (4) and BENCH_ONLY (part of a name) shorten a long run; BENCH_PROFILE names
 * a folder for CPU profiles of the services, BENCH_PORT the first of six ports.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type pg from "pg";
import { environment } from "./access.ts";
import { answerOf, type Case, casesOf, type Filled, fill, ports } from "./cases.ts";
import { connections, type Pace, takeRounds } from "./interleaved.ts";
import { benchmark, memoryMb, startPeer, startService } from "./processes.ts";
import { openCompared } from "./side-by-side.ts";
import { heading, line } from "./table.ts";
import { isBusy, judge, type Measured, reportOf } from "./verdict.ts";

const { values: options } = parseArgs({
  options: {
    json: { type: "string" },
    compare: { type: "string" },
    short: { type: "boolean", default: false },
  },
});
const rounds = Number(process.env.BENCH_ALTERNATIONS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const shortSeconds = 0.5;
const only = process.env.BENCH_ONLY ?? "";

/** A run as it is kept, by the names of its cases. */
interface Kept {
  /** Where and when it was, for people. */
  readonly made: string;
  readonly cases: readonly Measured[];
}

const before =
  options.compare === undefined ? undefined : (JSON.parse(readFileSync(options.compare, "utf8")) as Kept);

await benchmark("npm run bench", main);

async function main(url: string, folder: string): Promise<void> {
  const { database, where, usagesOf } = await openCompared(url);
  const server = await startService(ports.server, { ...environment, DATABASE_URL: url });
  const atRest = memoryMb(server.pid);
  const embeddedIn = (name: string) => ({
    ...environment,
    DATABASE_URL: "",
    ORGCONFIG_DATA_DIR: join(folder, name),
  });
  const embedded = await startService(ports.embedded, embeddedIn("embedded"));
  const unsynced = await startService(ports.unsynced, {
    ...embeddedIn("unsynced"),
    NODE_OPTIONS: `--import ${new URL("without-fsync.mjs", import.meta.url).href}`,
  });
  const http = await startPeer(ports.http, "http");
  const serverPeer = await startPeer(ports.serverPeer, "server", url);
  const embeddedPeer = await startPeer(ports.embeddedPeer, "embedded");

  const full = await fill(ports.server);
  const small = await fill(ports.embedded);
  const smallUnsynced = await fill(ports.unsynced);
  await fillPeers(database, full, small);
  await database.query("ANALYZE");

  const usages = usagesOf([
    [ports.server, server],
    [ports.http, http],
    [ports.serverPeer, serverPeer],
    [ports.embedded, embedded],
    [ports.embeddedPeer, embeddedPeer],
    [ports.unsynced, unsynced],
  ]);
  console.log(where);
  const each = options.short ? `${shortSeconds} s, as many as it takes` : `${seconds} s, ${rounds} of them`;
  console.log(`${connections} connections, medians of rounds of ${each}\n`);
  console.log(heading);
  const measured: Measured[] = [];
  for (const compared of casesOf(full, small, smallUnsynced).filter(isRequested)) {
    const taken = await takeRounds(compared, usages, paceOf(compared.name));
    measured.push(taken.measured);
    console.log(line(compared, taken));
  }
  console.log(
    `\nstart to ready ${server.readyMs} ms; memory at rest ${atRest} MB, after the load ${memoryMb(server.pid)} MB; with the embedded database after the load ${memoryMb(embedded.pid)} MB`,
  );
  await database.end();
  report({ made: `${new Date().toISOString().slice(0, 10)}, ${where}`, cases: measured });
}

/** Gives the bare servers the rows that the services have. */
async function fillPeers(database: pg.Client, full: Filled, small: Filled): Promise<void> {
  for (const { id, data } of full.slos)
    await database.query("INSERT INTO bench_rows VALUES ($1, NULL, $2)", [id, data]);
  const slis = await (await answerOf(ports.server, full.key, "slis")).json();
  for (const sli of (slis as { data: { id: string }[] }).data)
    await database.query("INSERT INTO bench_rows VALUES ($1, 'slis', $2)", [sli.id, sli]);
  for (const { id, data } of small.slos) {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: data };
    await fetch(`http://127.0.0.1:${ports.embeddedPeer}/row/${id}`, init);
  }
}

function isRequested({ name, ofTheDisk }: Case): boolean {
  return name.includes(only) && !(options.short && ofTheDisk);
}

function paceOf(name: string): Pace {
  return options.short
    ? { seconds: shortSeconds, before: before?.cases.find((one) => one.name === name) }
    : { seconds, rounds };
}

/** Writes the run down and compares it with the one that was kept, where that is asked for. */
function report(kept: Kept): void {
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(kept, rounded, 2)}\n`);
  if (before === undefined) return;
  const { lines, isWorse } = reportOf(
    kept.cases.flatMap((now) =>
      judge(
        now,
        before.cases.find(({ name }) => name === now.name),
      ),
    ),
  );
  const busy = kept.cases.filter(isBusy).length;
  if (busy > 0)
    console.log(`\nOther programs kept the machine busy in ${busy} of ${kept.cases.length} cases.`);
  console.log(`\nCompared with ${options.compare} (${before.made}):\n${lines.join("\n")}`);
  if (isWorse) process.exitCode = 1;
}

function rounded(_name: string, value: unknown): unknown {
  return typeof value === "number" ? Math.round(value * 1_000) / 1_000 : value;
}
