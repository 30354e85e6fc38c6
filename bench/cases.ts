/** What `npm run bench` compares: kinds of requests, each at this service and at a bare server over the same rows. */
import { create, openAccess } from "./access.ts";
import type { Load } from "./load.ts";

const rowCount = 64;
const listLength = 100;

/** Another first port than 28080 lets two runs stand side by side. */
const firstPort = Number(process.env.BENCH_PORT ?? 28_080);
export const ports = {
  server: firstPort,
  http: firstPort + 1,
  serverPeer: firstPort + 2,
  embedded: firstPort + 3,
  embeddedPeer: firstPort + 4,
  unsynced: firstPort + 5,
};

/** Of as many connections as a case usually has, where it names no other number. */
export type Side = Omit<Load, "connections" | "seconds"> & Partial<Pick<Load, "connections">>;

export interface Case {
  readonly name: string;
  /** Least ratio of requests a second; undefined where there is none to reach. */
  readonly target?: number;
  /** It says something of the disk and not of the program, so that no check of a change asks for it. */
  readonly ofTheDisk?: true;
  readonly ours: Side;
  readonly peer: Side;
}

export function casesOf(full: Filled, small: Filled, smallUnsynced: Filled): Case[] {
  const ids = full.slos.map(({ id }) => id);
  const flips = flipsOf(full);
  const ourRead: Side = side(ports.server, readsOf(full));
  const peerRead: Side = side(
    ports.serverPeer,
    ids.map((id) => get(`/row/${id}`)),
  );
  return [
    { name: "GET row : (b) Fastify and one SELECT", target: 1.3, ours: ourRead, peer: peerRead },
    {
      name: "GET row, 304 : (b)",
      target: 1.5,
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
    ...listCases(full),
    ...revisions.map((revision) => ({
      name: `MCP tools/call, ${revision} : (b)`,
      target: 0.6,
      ours: side(
        ports.server,
        ids.map((id) => toolCall(revision, id, full.mcpBearer)),
      ),
      peer: peerRead,
    })),
    ...embeddedCases(small, smallUnsynced),
    { name: "GET row : (a) bare node:http", ours: ourRead, peer: side(ports.http, [get("/")]) },
  ];
}

function listCases(full: Filled): Case[] {
  return [
    {
      name: `list of ${listLength} rows : the same bytes from one SELECT`,
      target: 1.5,
      ours: side(ports.server, [get("/api/v1/config/slis", full.bearer)]),
      peer: side(ports.serverPeer, [get("/list/slis")]),
    },
    {
      name: `list of ${listLength} rows, 304 : the same`,
      target: 1.5,
      ours: {
        ...side(ports.server, [
          get("/api/v1/config/slis", `${full.bearer}If-None-Match: ${full.listTag}\r\n`),
        ]),
        status: 304,
      },
      peer: side(ports.serverPeer, [get("/list/slis")]),
    },
    {
      name: `list of ${listLength} rows, br : the same uncompressed`,
      ours: side(ports.server, [get("/api/v1/config/slis", `${full.bearer}Accept-Encoding: br\r\n`)]),
      peer: side(ports.serverPeer, [get("/list/slis")]),
    },
  ];
}

function embeddedCases(small: Filled, smallUnsynced: Filled): Case[] {
  return [
    {
      name: "embedded, GET row : Fastify over the embedded database",
      target: 2,
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
      ofTheDisk: true,
      ours: side(ports.embedded, writesOf(small)),
      peer: side(ports.unsynced, writesOf(smallUnsynced)),
    },
  ];
}

/** Those that clients of MCP by HTTP speak. */
const revisions = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;

/** A call as the official client of that revision sends it, with the headers of its HTTP client. */
function toolCall(revision: (typeof revisions)[number], id: string, bearer: string): string {
  const isModern = revision === "2026-07-28";
  const name = "get_slo";
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name, arguments: { id }, ...(isModern ? { _meta: envelope } : {}) };
  const headers = [
    "Connection: keep-alive",
    // Clients name their revision since 2025-06-18.
    ...(revision === "2025-03-26" ? [] : [`MCP-Protocol-Version: ${revision}`]),
    ...(isModern ? ["Mcp-Method: tools/call", `Mcp-Name: ${name}`] : []),
    "Accept: application/json, text/event-stream",
    "Accept-Language: *",
    "Sec-Fetch-Mode: cors",
    "User-Agent: node",
    "Accept-Encoding: gzip, deflate",
  ].map((header) => `${header}\r\n`);
  const message = { method: "tools/call", params, jsonrpc: "2.0", id: 1 };
  return send("POST", "/api/mcp", message, `${bearer}${headers.join("")}`);
}

/** Each row twice, with another value the second time: every write changes something. */
function flipsOf({ slos }: Filled) {
  return [...slos, ...slos].map(({ id }, index) => ({
    id,
    body: { target_percent: index < slos.length ? 99.5 : 99.9 },
  }));
}

export function writesOf(filled: Filled): string[] {
  return flipsOf(filled).map(({ id, body }) => send("PUT", rowPath(id), body, filled.bearer));
}

export function readsOf({ slos, bearer }: Filled): string[] {
  return slos.map(({ id }) => get(rowPath(id), bearer));
}

export function side(port: number, requests: readonly string[]): Side {
  return { port, requests, status: 200 };
}

export interface Filled {
  readonly key: string;
  /** A header line. */
  readonly bearer: string;
  readonly mcpBearer: string;
  /** The ETag of the list of SLIs. */
  readonly listTag: string;
  readonly slos: readonly { readonly id: string; readonly etag: string; readonly data: string }[];
}

/** Keys, 100 SLIs for the list, and 64 SLOs for single rows. */
export async function fill(port: number): Promise<Filled> {
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
  const list = await answerOf(port, key, "slis");
  return {
    key,
    listTag: String(list.headers.get("etag")),
    bearer: `Authorization: Bearer ${key}\r\n`,
    mcpBearer: `Authorization: Bearer ${mcpKey}\r\n`,
    slos,
  };
}

export async function answerOf(port: number, key: string, path: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/v1/config/${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
}

export function rowPath(id: string): string {
  return `/api/v1/config/slos/${id}`;
}

export function get(path: string, headers = ""): string {
  return head("GET", path, headers);
}

/** A request without a body. */
export function head(method: string, path: string, headers = ""): string {
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;
}

export function send(method: string, path: string, body: unknown, headers = ""): string {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${text}`;
}
