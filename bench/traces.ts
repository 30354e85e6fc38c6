/**
 * `npm run bench:traces`: what traces cost. One database, and the service on it several times: without traces, with all of
 * them, and with a tenth; a bare server next to them. In turns, as `npm run bench` does it. Takes three minutes.
 *
 * BENCH_ALTERNATIONS (5), BENCH_SECONDS (4) and BENCH_PORT, the first of five ports, as there.
 */
import { join } from "node:path";
import { environment } from "./access.ts";
import { type Case, type Filled, fill, ports, readsOf, side, writesOf } from "./cases.ts";
import { connections, takeRounds } from "./interleaved.ts";
import { load } from "./load.ts";
import { benchmark, memoryMb, startPeer, startService } from "./processes.ts";
import { openCompared } from "./side-by-side.ts";
import { heading, line } from "./table.ts";

const rounds = Number(process.env.BENCH_ALTERNATIONS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const warmSeconds = 10;

const at = {
  off: ports.server,
  collector: ports.http,
  bare: ports.serverPeer,
  all: ports.embedded,
  tenth: ports.embeddedPeer,
};

await benchmark("npm run bench:traces", async (url, folder) => {
  const { database, where, usagesOf } = await openCompared(url);
  const own = (name: string) => ({
    ...environment,
    DATABASE_URL: url,
    ORGCONFIG_DATA_DIR: join(folder, name),
    OTEL_EXPORTER_OTLP_ENDPOINT: "",
  });
  const collected = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${at.collector}` };
  const sampled = { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.1" };
  const started = new Map([
    [at.collector, await startPeer(at.collector, "http")],
    [at.off, await startService(at.off, own("off"))],
    [at.all, await startService(at.all, { ...own("all"), ...collected })],
    [at.tenth, await startService(at.tenth, { ...own("tenth"), ...collected, ...sampled })],
  ]);
  const filled = await fill(at.off);
  for (const { id, data } of filled.slos)
    await database.query("INSERT INTO bench_rows VALUES ($1, NULL, $2)", [id, data]);
  await database.query("ANALYZE");
  started.set(at.bare, await startPeer(at.bare, "server", url));
  const usages = usagesOf([...started]);
  console.log(`${where}\n`);
  // Compiled as it will be after an hour.
  for (const port of [at.off, at.all, at.tenth])
    await load({ ...side(port, readsOf(filled)), connections, seconds: warmSeconds });
  console.log(heading);
  for (const one of casesOf(filled))
    console.log(line(one, await takeRounds(one, usages, { seconds, rounds })));
  const memory = (port: number) => `${memoryMb(started.get(port)?.pid as number)} MB`;
  console.log(
    `\nstart to ready ${[at.off, at.all].map((port) => `${started.get(port)?.readyMs} ms`).join(" without, ")} with; memory after the load ${memory(at.off)} without, ${memory(at.all)} with`,
  );
  await database.end();
});

function casesOf(filled: Filled): Case[] {
  const reads = (port: number) => side(port, readsOf(filled));
  const writes = (port: number) => side(port, writesOf(filled));
  const bare = side(
    at.bare,
    filled.slos.map(({ id }) => `GET /row/${id} HTTP/1.1\r\nHost: bench\r\n\r\n`),
  );
  return [
    { name: "GET row, no traces : (b) Fastify and one SELECT", ours: reads(at.off), peer: bare },
    { name: "GET row, all traces : no traces", ours: reads(at.all), peer: reads(at.off) },
    { name: "GET row, a tenth : no traces", ours: reads(at.tenth), peer: reads(at.off) },
    { name: "PUT row, all traces : no traces", ours: writes(at.all), peer: writes(at.off) },
    { name: "PUT row, a tenth : no traces", ours: writes(at.tenth), peer: writes(at.off) },
  ];
}
