/** Serves the calls that are not rows of a kind, from their table. */
import type { ActionInput } from "../../engine/action.ts";
import type { Route } from "../../engine/route.ts";
import type { Fields, Json } from "../../kernel/field.ts";
import { refuseParameters } from "../../kernel/parameters.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { objectBody } from "./body.ts";
import { conditionsOf, type Endpoint, operation } from "./endpoint.ts";

/** The endpoint of a path among the calls; undefined where there is none. */
export function callEndpoint(routes: readonly Route[], segments: readonly string[]): Endpoint | undefined {
  const matches = routes.flatMap((route) => {
    const members = matchPath(route.path, segments);
    return members === undefined ? [] : [{ route, members }];
  });
  if (matches.length === 0) return undefined;
  return {
    sessions: matches.some(({ route }) => route.sessions),
    operations: Object.assign(
      {},
      ...matches.map(({ route, members }) =>
        operation(route.method, route.action, ({ query, headers, body }): ActionInput => {
          const conditions = conditionsOf(headers, route.method === "GET" ? "read" : "write");
          // Where no body is needed, one that comes is still held to be what the action takes.
          const sent: JsonObject = route.body || body !== undefined ? objectBody(body) : {};
          refuseParameters([...query.keys()], route.query ?? []);
          return { body: { ...sent, ...typedQuery(route, query), ...members }, ...conditions };
        }),
      ),
    ),
  };
}

/** Query parameters are text by nature: those of a boolean or a number are read as such, once. */
function typedQuery(route: Route, query: URLSearchParams): Record<string, Json> {
  const fields: Fields = "fields" in route.action.input ? route.action.input.fields : {};
  return Object.fromEntries([...query].map(([name, value]) => [name, typed(fields[name]?.type, value)]));
}

function typed(type: string | undefined, value: string): Json {
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  if ((type === "integer" || type === "number") && /^-?\d{1,16}(\.\d+)?$/.test(value)) return Number(value);
  return value;
}

function matchPath(pattern: string, segments: readonly string[]): Record<string, string> | undefined {
  const parts = pattern.split("/");
  if (parts.length !== segments.length) return undefined;
  const members: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] as string;
    if (part.startsWith("{")) members[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return members;
}
