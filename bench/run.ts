/**
 * `npm run bench`: this service beside bare servers over the same database, in one run, alternating, so that
 * what the machine does meanwhile falls on all alike. Prints one table of ratios.
 * BENCH_ALTERNATIONS (5), BENCH_SECONDS (4) and BENCH_ONLY (part of a name) shorten it; BENCH_PROFILE names
 * a folder for CPU profiles of the services.
 */
import { cpus } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { create, environment, openAccess } from "./access.ts";
import { type Figures, type Load, load } from "./load.ts";
import {
  benchmark,
  familyTime,
  memoryMb,
  parentOf,
  processorTime,
  type Started,
  startPeer,
  startService,
} from "./processes.ts";

const alternations = Number(process.env.BENCH_ALTERNATIONS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const only = process.env.BENCH_ONLY ?? "";
const connections = 32;
const rowCount = 64;
const listLength = 100;
const ports = {
  server: 28_080,
  http: 28_081,
  serverPeer: 28_082,
  embedded: 28_083,
  embeddedPeer: 28_084,
  unsynced: 28_085,
};

type Side = Omit<Load, "connections" | "seconds">;

interface Case {
  readonly name: string;
  /** Least ratio of requests a second; undefined where there is none to reach. */
  readonly target?: number;
  readonly ours: Side;
  readonly peer: Side;
}

/** Microseconds of processor time, in the server's process and in the database's. */
interface Usage {
  readonly server: number;
  readonly database: number;
}

/** What one side did in one alternation, with what one request used. */
type Round = Figures & Usage;

await benchmark("npm run bench", main);

async function main(url: string, folder: string): Promise<void> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const { rows: about } = await database.query<{ version: string; pid: number }>(
    "SELECT current_setting('server_version') AS version, pg_backend_pid() AS pid",
  );
  const postmaster = parentOf(about[0]?.pid as number);

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
  await database.query("CREATE TABLE bench_rows (id text PRIMARY KEY, list text, data json)");
  await database.query("CREATE INDEX ON bench_rows (list, id)");
  await database.query(
    "CREATE TABLE bench_audit (sequence bigserial PRIMARY KEY, row_id text, changes jsonb, at timestamptz)",
  );
  const http = await startPeer(ports.http, "http");
  const serverPeer = await startPeer(ports.serverPeer, "server", url);
  const embeddedPeer = await startPeer(ports.embeddedPeer, "embedded");

  const full = await fill(ports.server);
  const small = await fill(ports.embedded);
  const smallUnsynced = await fill(ports.unsynced);
  for (const { id, data } of full.slos)
    await database.query("INSERT INTO bench_rows VALUES ($1, NULL, $2)", [id, data]);
  const slis = (await answerOf(ports.server, full.key, "slis")) as { data: { id: string }[] };
  for (const sli of slis.data)
    await database.query("INSERT INTO bench_rows VALUES ($1, 'slis', $2)", [sli.id, sli]);
  for (const { id, data } of small.slos) {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: data };
    await fetch(`http://127.0.0.1:${ports.embeddedPeer}/row/${id}`, init);
  }
  await database.query("ANALYZE");

  /** What a server's process, and the database's, have used so far; by the port that the server listens at. */
  const started: [number, Started][] = [
    [ports.server, server],
    [ports.http, http],
    [ports.serverPeer, serverPeer],
    [ports.embedded, embedded],
    [ports.embeddedPeer, embeddedPeer],
    [ports.unsynced, unsynced],
  ];
  const usage = new Map(
    started.map(([port, { pid }]) => [
      port,
      () => ({ server: processorTime(pid), database: familyTime(postmaster) }),
    ]),
  );

  console.log(
    `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}, PostgreSQL ${about[0]?.version}`,
  );
  console.log(`${connections} connections, medians of ${alternations} alternations of ${seconds} s\n`);
  console.log(
    "| what | ratio | target | ours/s | peer/s | ours p50 · p99 ms | peer p50 · p99 ms | ours, server + database µs | peer, server + database µs |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|");
  for (const compared of casesOf(full, small, smallUnsynced).filter(({ name }) => name.includes(only))) {
    console.log(line(compared, ...(await alternate(compared, usage))));
  }
  console.log(
    `\nstart to ready ${server.readyMs} ms; memory at rest ${atRest} MB, after the load ${memoryMb(server.pid)} MB; with the embedded database after the load ${memoryMb(embedded.pid)} MB`,
  );
  await database.end();
}

function casesOf(full: Filled, small: Filled, smallUnsynced: Filled): Case[] {
  const ids = full.slos.map(({ id }) => id);
  const flips = flipsOf(full);
  const ourRead: Side = side(
    ports.server,
    ids.map((id) => get(rowPath(id), full.bearer)),
  );
  const peerRead: Side = side(
    ports.serverPeer,
    ids.map((id) => get(`/row/${id}`)),
  );
  const calls = ids.map((id) => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const params = { name: "get_slo", arguments: { id }, _meta };
    const headers = `${full.mcpBearer}Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: get_slo\r\n`;
    return send("POST", "/api/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params }, headers);
  });
  return [
    { name: "GET row : (b) Fastify and one SELECT", target: 1, ours: ourRead, peer: peerRead },
    {
      name: "GET row, 304 : (b)",
      target: 1,
      ours: {
        ...ourRead,
        status: 304,
        requests: full.slos.map(({ id, etag }) =>
          get(rowPath(id), `${full.bearer}If-None-Match: ${etag}\r\n`),
        ),
      },
      peer: peerRead,
    },
    {
      name: "PUT row : (c) Fastify and the transaction",
      target: 1,
      ours: side(ports.server, writesOf(full)),
      peer: side(
        ports.serverPeer,
        flips.map(({ id, body }) => send("PUT", `/row/${id}`, body)),
      ),
    },
    {
      name: `list of ${listLength} rows : the same bytes from one SELECT`,
      target: 0.9,
      ours: side(ports.server, [get("/api/v1/config/slis", full.bearer)]),
      peer: side(ports.serverPeer, [get("/list/slis")]),
    },
    {
      name: "MCP tools/call : the same REST call",
      target: 0.5,
      ours: side(ports.server, calls),
      peer: ourRead,
    },
    {
      name: "embedded, GET row : Fastify over the embedded database",
      target: 0.9,
      ours: side(
        ports.embedded,
        small.slos.map(({ id }) => get(rowPath(id), small.bearer)),
      ),
      peer: side(
        ports.embeddedPeer,
        small.slos.map(({ id }) => get(`/row/${id}`)),
      ),
    },
    {
      name: "embedded, PUT row : the same without fsync",
      ours: side(ports.embedded, writesOf(small)),
      peer: side(ports.unsynced, writesOf(smallUnsynced)),
    },
    { name: "GET row : (a) bare node:http", ours: ourRead, peer: side(ports.http, [get("/")]) },
  ];
}

/** Each row twice, with another value the second time: every write changes something. */
function flipsOf({ slos }: Filled) {
  return [...slos, ...slos].map(({ id }, index) => ({
    id,
    body: { target_percent: index < slos.length ? 99.5 : 99.9 },
  }));
}

function writesOf(filled: Filled): string[] {
  return flipsOf(filled).map(({ id, body }) => send("PUT", rowPath(id), body, filled.bearer));
}

function side(port: number, requests: readonly string[]): Side {
  return { port, requests, status: 200 };
}

/** Ours and the peer's, one after the other; the medians of each. */
async function alternate(
  { ours, peer }: Case,
  usage: ReadonlyMap<number, () => Usage>,
): Promise<[Round, Round]> {
  const runs: [Round[], Round[]] = [[], []];
  for (const warm of [ours, peer]) await load({ ...warm, connections, seconds: 1 });
  for (let round = 0; round < alternations; round += 1) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const index of order) {
      const now = index === 0 ? ours : peer;
      const read = usage.get(now.port) as () => Usage;
      const before = read();
      const figures = await load({ ...now, connections, seconds });
      const after = read();
      const each = (name: keyof Usage) => (after[name] - before[name]) / (figures.perSecond * seconds);
      runs[index as 0 | 1].push({ ...figures, server: each("server"), database: each("database") });
    }
  }
  return [median(runs[0]), median(runs[1])];
}

function median(runs: readonly Round[]): Round {
  const of = (name: keyof Round) => runs.map((run) => run[name]).sort((a, b) => a - b)[runs.length >> 1] ?? 0;
  const times = { p50: of("p50"), p99: of("p99") };
  return { perSecond: of("perSecond"), ...times, server: of("server"), database: of("database") };
}

function line({ name, target }: Case, ours: Round, peer: Round): string {
  const times = ({ p50, p99 }: Figures) => `${p50.toFixed(2)} · ${p99.toFixed(2)}`;
  const ratio = (ours.perSecond / peer.perSecond).toFixed(2);
  const rates = `${Math.round(ours.perSecond)} | ${Math.round(peer.perSecond)}`;
  const used = ({ server, database }: Usage) => `${Math.round(server)} + ${Math.round(database)}`;
  return `| ${name} | ${ratio} | ${target ?? "–"} | ${rates} | ${times(ours)} | ${times(peer)} | ${used(ours)} | ${used(peer)} |`;
}

interface Filled {
  readonly key: string;
  /** A header line. */
  readonly bearer: string;
  readonly mcpBearer: string;
  readonly slos: readonly { readonly id: string; readonly etag: string; readonly data: string }[];
}

/** Keys, 100 SLIs for the list, and 64 SLOs for single rows. */
async function fill(port: number): Promise<Filled> {
  const { makeKey } = await openAccess(port);
  const key = await makeKey("api:admin");
  const post = (kind: string, body: unknown) => create(port, key, kind, body);
  const team = await post("teams", { name: "reliability" });
  const url = "https://metrics.example.com";
  const source = await post("data_sources", { name: "metrics", type: "prometheus", url });
  const measured = {
    kind: "ratio",
    data_source_id: source.id,
    good_query: 'sum(rate(http_requests_total{code!~"5.."}[5m]))',
    total_query: "sum(rate(http_requests_total[5m]))",
  };
  const sli = await post("slis", { name: "availability", service: "checkout", ...measured });
  for (let index = 1; index < listLength; index += 1)
    await post("slis", { name: "availability", service: `service ${index}`, ...measured });
  const slos = [];
  for (let index = 0; index < rowCount; index += 1) {
    const references = { sli_id: sli.id, team_id: team.id };
    slos.push(
      await post("slos", { name: `slo ${index}`, service: "checkout", target_percent: 99.9, ...references }),
    );
  }
  const mcpKey = await makeKey("mcp:admin");
  return {
    key,
    bearer: `Authorization: Bearer ${key}\r\n`,
    mcpBearer: `Authorization: Bearer ${mcpKey}\r\n`,
    slos,
  };
}

async function answerOf(port: number, key: string, path: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/config/${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return answer.json();
}

function rowPath(id: string): string {
  return `/api/v1/config/slos/${id}`;
}

function get(path: string, headers = ""): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;
}

function send(method: string, path: string, body: unknown, headers = ""): string {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${text}`;
}
