/**
 * What each span is called and holds, by OpenTelemetry's semantic conventions where they know such a thing, and under
 * `orgconfig.` where they do not. What the conventions have of paths, addresses of clients, texts of statements and
 * messages of errors is left out: links, values of rows and people's addresses are in these.
 */
import { type Attributes, SpanKind } from "@opentelemetry/api";
import {
  ATTR_DB_NAMESPACE,
  ATTR_DB_QUERY_SUMMARY,
  ATTR_DB_SYSTEM_NAME,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_METHOD_ORIGINAL,
  ATTR_NETWORK_PROTOCOL_NAME,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  ATTR_URL_SCHEME,
  DB_SYSTEM_NAME_VALUE_POSTGRESQL,
} from "@opentelemetry/semantic-conventions";
import type { Traced, TracedCall } from "../engine/ports/tracing.ts";

export interface SpanForm {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
}

/** Attributes of our own. */
export const own = {
  task: "orgconfig.task",
  door: "orgconfig.door",
  organization: "orgconfig.organization.id",
  requestId: "orgconfig.request.id",
  refusal: "orgconfig.refusal",
  clientGone: "orgconfig.client_gone",
  delivery: "orgconfig.delivery.id",
  channel: "orgconfig.delivery.channel",
  attempt: "orgconfig.delivery.attempt",
  use: "orgconfig.call.use",
} as const;

/** Of Model Context Protocol; the conventions on it are not stable yet, so that the package's main part lacks them. */
const mcpMethod = "mcp.method.name";
const mcpTool = "gen_ai.tool.name";

/** Where statements go, the same for all of them; the embedded database is in the process and has no address. */
export function databaseAttributes(databaseUrl: string | undefined): Attributes {
  const system = { [ATTR_DB_SYSTEM_NAME]: DB_SYSTEM_NAME_VALUE_POSTGRESQL };
  if (databaseUrl === undefined || !URL.canParse(databaseUrl)) return system;
  const { hostname, port, pathname } = new URL(databaseUrl);
  return {
    ...system,
    ...(pathname.length > 1 && { [ATTR_DB_NAMESPACE]: pathname.slice(1) }),
    ...(hostname !== "" && serverAttributes(hostname, Number(port || 5_432))),
  };
}

/** @param host as a URL has it */
function serverAttributes(host: string, port: number): Attributes {
  return { [ATTR_SERVER_ADDRESS]: host.replace(/^\[|\]$/g, ""), [ATTR_SERVER_PORT]: port };
}

export function formOf(what: Traced, database: Attributes): SpanForm {
  const { INTERNAL, SERVER, CLIENT, CONSUMER } = SpanKind;
  switch (what.of) {
    case "task":
      return {
        name: what.name,
        kind: INTERNAL,
        attributes: { [own.task]: what.name, [own.organization]: what.organizationId },
      };
    case "operation":
      return {
        name: what.name,
        kind: INTERNAL,
        attributes: { [own.door]: what.door, [own.organization]: what.organizationId },
      };
    case "message":
      return {
        name: what.tool === undefined ? what.method : `${what.method} ${what.tool}`,
        kind: SERVER,
        attributes: { [mcpMethod]: what.method, [mcpTool]: what.tool },
      };
    case "statement":
      return {
        name: what.name,
        kind: CLIENT,
        attributes: { ...database, [ATTR_DB_QUERY_SUMMARY]: what.name },
      };
    case "transaction":
      return { name: "transaction", kind: INTERNAL, attributes: database };
    case "delivery":
      return {
        name: `deliver ${what.channel}`,
        kind: CONSUMER,
        attributes: {
          [own.delivery]: what.id,
          [own.channel]: what.channel,
          [own.attempt]: what.attempt,
        },
      };
    case "connection":
      return {
        name: `${what.protocol} ${what.step}`,
        kind: CLIENT,
        attributes: {
          [ATTR_NETWORK_PROTOCOL_NAME]: what.protocol,
          ...serverAttributes(what.host, what.port),
        },
      };
  }
}

export function callForm({ method, host, port, organizationId, use }: TracedCall): SpanForm {
  return {
    name: method,
    kind: SpanKind.CLIENT,
    attributes: {
      [ATTR_HTTP_REQUEST_METHOD]: method,
      ...serverAttributes(host, port),
      [own.organization]: organizationId,
      [own.use]: use,
    },
  };
}

/** Those that the conventions know: with any other the attribute could take any value at all. */
const methods = ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE"];

export function requestForm(method: string): SpanForm {
  const known = methods.includes(method);
  return {
    name: known ? method : "HTTP",
    kind: SpanKind.SERVER,
    attributes: {
      [ATTR_HTTP_REQUEST_METHOD]: known ? method : "_OTHER",
      ...(!known && { [ATTR_HTTP_REQUEST_METHOD_ORIGINAL]: method }),
      [ATTR_URL_SCHEME]: "http",
    },
  };
}
