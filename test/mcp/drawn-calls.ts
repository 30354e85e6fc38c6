/** Calls as they are drawn: mostly whole and proper, with a fault or an oddity here and there. */
import type { Draw } from "../support/property.ts";
import { modern } from "./support.ts";
import type { Sent } from "./ways.ts";

const meta = {
  "io.modelcontextprotocol/protocolVersion": modern,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** Mostly the first, at times another. */
function mostly<T>(draw: Draw, usual: T, ...others: readonly T[]): T {
  return draw.below(8) === 0 ? draw.oneOf(others) : usual;
}

function drawnMeta(draw: Draw): unknown {
  const other = (more: object) => ({ ...meta, ...more });
  return mostly<unknown>(
    draw,
    meta,
    other({ "io.modelcontextprotocol/protocolVersion": "2025-06-18" }),
    other({ "io.modelcontextprotocol/protocolVersion": "2030-01-01" }),
    other({ "io.modelcontextprotocol/protocolVersion": 5 }),
    other({ "io.modelcontextprotocol/protocolVersion": undefined }),
    other({ "io.modelcontextprotocol/clientInfo": { name: "no version" } }),
    other({ "io.modelcontextprotocol/clientInfo": { name: "other", version: "2", title: "Other" } }),
    other({ "io.modelcontextprotocol/clientCapabilities": { elicitation: {}, sampling: {} } }),
    other({ "io.modelcontextprotocol/clientCapabilities": [] }),
    other({ "io.modelcontextprotocol/logLevel": "debug" }),
    other({ progressToken: 1 }),
    other({ "example.com/more": true }),
    {},
    undefined,
    null,
    [],
  );
}

/** Reads, and writes that are refused: the second time finds what the first one did. */
const calls: readonly (readonly [string, unknown])[] = [
  ["list_teams", {}],
  ["list_teams", { name: "Checkout", etags: true }],
  ["list_teams", { id: "x" }],
  ["whoami", {}],
  ["whoami", undefined],
  ["whoami", null],
  ["get_team", {}],
  ["get_team", { id: "team_none" }],
  ["get_team", { id: "" }],
  ["get_team", { id: "a\0b" }],
  ["get_team", { id: "\ud800" }],
  ["get_team", { id: 5 }],
  ["get_team", { id: "x", zzz: 1 }],
  ["get_team", []],
  ["get_team", "x"],
  ["create_team", { name: "" }],
  ["create_team", { id: "x", name: 5 }],
  ["delete_team", { id: "team_none", confirm: true }],
  ["update_team", { id: "team_none", name: "x", if_match: '"1"' }],
  ["no_such_tool", {}],
  ["constructor", {}],
  ["x".repeat(200), {}],
];

function drawnCall(draw: Draw, team: string): readonly [string, unknown] {
  const own: readonly (readonly [string, unknown])[] = [
    ["delete_team", { id: team, if_match: '"stale"' }],
    ["update_team", { id: team, name: "x", if_match: '"stale"' }],
    ["update_team", { id: team, name: "" }],
  ];
  return draw.either() ? ["get_team", { id: team }] : draw.oneOf([...calls, ...own]);
}

function drawnText(draw: Draw, message: object): string | Buffer {
  const text = JSON.stringify(message);
  return mostly<string | Buffer>(
    draw,
    text,
    ` ${text}\n`,
    JSON.stringify(message, undefined, 2),
    `\ufeff${text}`,
    `[${text}]`,
    `[${text},${text}]`,
    text.slice(0, -1),
    text.replace("{", '{"id":2,'),
    text.replace("{", '{"__proto__":1,'),
    text.padEnd(20_000),
    "5",
    "null",
    "[]",
    Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff])]),
  );
}

/** Clients before 2026-07-28 say nothing in `_meta` but where to send progress. */
function drawnOldMeta(draw: Draw): unknown {
  return mostly<unknown>(
    draw,
    undefined,
    { progressToken: 1 },
    { progressToken: 1.5 },
    { more: 1 },
    meta,
    null,
  );
}

function drawnHeaders(draw: Draw, name: string, revision: string | undefined): Sent["headers"] {
  return {
    accept: mostly<string | undefined>(
      draw,
      "application/json, text/event-stream",
      "application/json",
      "text/event-stream",
      "text/html",
      "*/*",
      undefined,
    ),
    "content-type": mostly(
      draw,
      "application/json",
      "application/json; charset=utf-8",
      "APPLICATION/JSON",
      "application/json; charset=latin1",
      "application/jsonp",
      "text/plain",
    ),
    "mcp-protocol-version": mostly<string | undefined>(
      draw,
      revision,
      modern,
      "2025-11-25",
      "2030-01-01",
      "x",
      undefined,
    ),
    "mcp-method": mostly<string | undefined>(
      draw,
      revision === modern ? "tools/call" : undefined,
      "tools/list",
      "TOOLS/CALL",
      undefined,
    ),
    "mcp-name": mostly<string | undefined>(
      draw,
      revision === modern ? name : undefined,
      "list_slos",
      `=?base64?${Buffer.from(name).toString("base64")}?=`,
      "=?base64?%?=",
      undefined,
    ),
    origin: mostly<string | undefined>(draw, undefined, "https://evil.example"),
    "x-organization": mostly<string | undefined>(draw, undefined, "org-1", "org-2", "org_none"),
    "mcp-session-id": mostly<string | undefined>(draw, undefined, "made-up"),
  };
}

/**
 * @param key good for all that is drawn
 * @param others other credentials
 * @param team the id of a team that there is
 */
export function drawnCallOf(
  draw: Draw,
  { key, others, team }: { readonly key: string; readonly others: readonly string[]; readonly team: string },
): Sent {
  const [name, input] = drawnCall(draw, team);
  const revision = draw.oneOf<string | undefined>([modern, modern, "2025-11-25", "2025-03-26", undefined]);
  const usualMeta = revision === modern ? drawnMeta(draw) : drawnOldMeta(draw);
  const message = {
    jsonrpc: mostly<unknown>(draw, "2.0", "1.0", 2, undefined),
    id: mostly<unknown>(draw, draw.oneOf<unknown>([1, "a"]), 0, -1, "", null, 1.5, 2 ** 53, true, undefined),
    method: mostly<unknown>(draw, "tools/call", "tools/list", "ping", "initialize", 5, undefined),
    params: mostly<unknown>(
      draw,
      { name, arguments: input, _meta: usualMeta },
      { name: 5, arguments: input, _meta: meta },
      { name, arguments: input, _meta: meta, requestState: "x" },
      { arguments: input, _meta: meta },
      [],
      undefined,
    ),
    ...mostly<object>(draw, {}, { more: 1 }, { result: {} }, { error: { code: 1, message: "x" } }),
  };
  const bearer = mostly<string | undefined>(draw, key, ...others, undefined);
  const authorization = bearer === undefined ? undefined : `Bearer ${bearer}`;
  return {
    body: drawnText(draw, message),
    headers: { ...drawnHeaders(draw, name, revision), authorization },
  };
}
