/** One verb over one kind, called through each of the three doors with the same flat input. */
import type { Scope } from "../../src/kernel/access.ts";
import type { Json } from "../../src/kernel/field.ts";
import type { Kind, Verb } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { callOf } from "../support/contract.ts";
import type { Answer, Send, TestService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";
import { type Agent, agentOf, type ToolResult } from "./support.ts";

export const doorNames = ["rest", "mcp", "console"] as const;
export type DoorName = (typeof doorNames)[number];

/** What only one door can refuse or record, or words differently; tests show each of them. */
export const doorsOwn = {
  read_only_key: "a key with api:config_read is refused as such at REST, before its level",
  confirm: "asked for by MCP and the console; at REST the verb says it",
  if_match: "a header at REST, named If-Match there",
  filter: "a query parameter at REST, and called one there",
  level: "the console refuses before it reads which row is meant, so its record names none",
  export: "a file at REST, a member of the answer elsewhere",
  __proto__: "no message at all at MCP; an unknown field elsewhere",
} as const;

export interface Outcome {
  /** Of a success, REST's and the console's; tools have none. */
  readonly status: number | undefined;
  readonly refused: boolean;
  readonly body: JsonObject;
  readonly etag: string | undefined;
  /** Of a success: the set that owns the row. */
  readonly managedBy?: Json | undefined;
}

export interface Door {
  readonly name: DoorName;
  /** Who comes through it, as rows and records name them. */
  readonly caller: string;
  verb(definition: Kind, verb: Verb, input: JsonObject): Promise<Outcome>;
}

export interface Doors {
  readonly all: readonly Door[];
  readonly agent: Agent;
  /** Sends to /api/v1/<path> with the key. */
  readonly rest: Send;
  /** Calls an action as the signed-in person. */
  readonly act: (action: string, input: JsonObject) => Promise<Answer>;
  /** What the tools answered to what, by name, for whoever compares it with their schemas. */
  readonly results: [string, ToolResult, JsonObject][];
}

/** The doors of an organization, each with a credential of its own at the level. */
export async function openDoors(
  test: TestService,
  organizationId: string,
  level: "read" | "admin" = "admin",
): Promise<Doors> {
  const apiKey = await namedKey(test, organizationId, level === "admin" ? "api:admin" : "api:config_read");
  const mcpKey = await namedKey(test, organizationId, level === "admin" ? "mcp:admin" : "mcp:read");
  const person = await siteOf(test).makeMember(
    organizationId,
    level === "admin" ? "org_admin" : "viewer",
    `doors-${apiKey.id}@example.com`,
  );
  const results: [string, ToolResult, JsonObject][] = [];
  const agent = agentOf(test, mcpKey.value);
  const rest: Send = (method, path, { headers, ...rest } = {}) =>
    test.send(method, `/api/v1/${path}`, {
      ...rest,
      headers: { authorization: `Bearer ${apiKey.value}`, ...headers },
    });
  const act = (action: string, input: JsonObject) =>
    person.send("POST", `organizations/${organizationId}/actions/${action}`, { body: input });

  const all: readonly Door[] = [
    {
      name: "rest",
      caller: apiKey.id,
      verb: async (definition, verb, input) => ofAnswer(await restVerb(rest, definition, verb, input)),
    },
    {
      name: "mcp",
      caller: mcpKey.id,
      async verb(definition, verb, input) {
        const name = definition.actionNames[verb];
        const result = await agent.call(name, input);
        results.push([name, result, input]);
        const outcome = ofResult(result);
        if (verb !== "list" || outcome.refused) return outcome;
        // A model's lists have pages; what fits on one is the same.
        const { next_cursor: _, ...body } = outcome.body as JsonObject;
        return { ...outcome, body };
      },
    },
    {
      name: "console",
      caller: person.email,
      verb: async (definition, verb, input) => ofAnswer(await act(definition.actionNames[verb], input)),
    },
  ];
  return { all, agent, rest, act, results };
}

/** A key that is named after itself, so that whoever shows its name can be distinguished from others. */
async function namedKey(test: TestService, organizationId: string, scope: Scope) {
  const key = await test.makeKey(organizationId, scope === "mcp:admin" ? [scope, "mcp:program"] : [scope]);
  await test.database.queryText(
    { name: "test-name-key", text: "UPDATE api_keys SET name = id WHERE id = $1" },
    [key.id],
  );
  return key;
}

/** The flat input as REST has it: in the path, the query, the headers and the body. */
function restVerb(rest: Send, definition: Kind, verb: Verb, input: JsonObject): Promise<Answer> {
  const { id = "", if_match, confirm: _confirm, ...fields } = input;
  const { method, path } = callOf(definition, verb, String(id));
  const headers: Record<string, string> = typeof if_match === "string" ? { "if-match": if_match } : {};
  const sends = method === "POST" || method === "PUT";
  const query = verb === "list" ? `?${new URLSearchParams(fields as Record<string, string>)}` : "";
  // What is no member of the body at REST is one here only where it was meant as such.
  return rest(method, `config/${path}${query}`, { headers, ...(sends ? { body: fields } : {}) });
}

export function ofAnswer({ status, body, headers }: Answer): Outcome {
  return {
    status,
    refused: status >= 400,
    body: withoutRequestId(body),
    // A weak one is of the text that HTTP sends, and no version that a write could name.
    etag: status < 400 && !String(headers.etag).startsWith("W/") ? headers.etag : undefined,
    managedBy: headers["x-managed-by"] as string | undefined,
  };
}

export function ofResult(result: ToolResult): Outcome {
  if (result.isError) {
    const body = JSON.parse(result.content[0]?.text ?? "") as JsonObject;
    return {
      status: result._meta?.["orgconfig/status"],
      refused: true,
      body: withoutRequestId(body),
      etag: undefined,
    };
  }
  const { etag, managed_by: managedBy, ...body } = result.structuredContent;
  return {
    status: undefined,
    refused: false,
    body,
    etag,
    managedBy,
  };
}

function withoutRequestId(body: JsonObject): JsonObject {
  const { request_id: _, ...rest } = body;
  return rest;
}

/** The outcome with what differs from call to call made the same: ids, callers, times and tags. */
export function leveled({ status, refused, body, etag, managedBy }: Outcome, names: Names): unknown {
  return {
    ...(refused ? { status } : {}),
    refused,
    body: leveledText(body, names),
    tagged: etag !== undefined,
    managedBy,
  };
}

export interface Names {
  readonly ids: readonly string[];
  readonly caller: string;
}

/** Times of these years are the test's own; those of samples are later. */
const ownTimes = /"20[23]\d-\d\d-\d\dT[\d:.]+Z"/g;

export function leveledText(value: unknown, { ids, caller }: Names): unknown {
  let text = JSON.stringify(value)
    .replace(ownTimes, '"<time>"')
    .replaceAll(JSON.stringify(caller), '"<caller>"');
  for (const id of ids) text = text.replaceAll(JSON.stringify(id), '"<id>"');
  return JSON.parse(text);
}
