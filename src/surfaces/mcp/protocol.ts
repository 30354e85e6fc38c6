/**
 * The official package's handler, with a server for each request, as both generations of clients are answered without a
 * session. Calls of our own tools that have nothing unusual about them do not come here (tool-call.ts).
 */
import {
  type CallToolResult,
  createMcpHandler,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Call } from "../../engine/context.ts";
import type { Repeating } from "../../engine/invoke.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { type CallOptions, outcomeOf, successResult } from "./results.ts";
import { isSelected, listedTools, pageOf, type Selection } from "./selection.ts";
import type { OfferedTool } from "./tools.ts";

/** Who calls, and which tools the URL leaves in; they are authenticated. */
export interface ToolRequest {
  readonly call: Call;
  readonly selection: Selection;
  /** Some of the body had not arrived when the caller was looked at. */
  readonly arriving: boolean;
  /** What a repetition of its call is known by. */
  readonly repeat?: Repeating | undefined;
}

export interface ProtocolOptions extends CallOptions {
  /** By name, in the order of the list. */
  readonly tools: ReadonlyMap<string, OfferedTool>;
  /** Called with requests that the protocol refuses, for the log. */
  readonly onRejected: (error: Error) => void;
}

/** How long a client may keep the list: a deployment may change it, a credential's level too. */
const listTtlMs = 300_000;

const serverInfo = { name: "orgconfig", title: "orgconfig", version: "1.0.0" };

const instructions = `orgconfig holds one organization's reliability set-up: alert routes, SLOs, teams, deploy policies, status pages, integrations and settings.
Begin with whoami, which says the organization and what this credential may do. Find rows with list_ tools (their natural key filters exactly), read one with a get_ tool, and give its etag as if_match when you update it, so that nobody's change is overwritten. Updates change only the fields that you send. To change several rows at once, or to show a change before it is made, use plan_changes and then apply_plan. Tools that take confirm do nothing without it: call once to see what would happen, and ask the person first.
The same argument means the same everywhere. if_match: the etag of a read; the call is refused if the row changed since. confirm: true, and for apply_plan the plan's id once more. override_tests: the reason, in a person's words, where a call is refused with test_failed and they want it all the same. managed_by: rows of this set, "" for rows of none. etags: true adds each row's etag. update_ tools take the fields of the create_ tool, which describes them.
The list of tools is brief. With ?detail=full in the URL it also has their levels, what they answer (output schemas) and all that is to say about each field.
A refusal is a result with isError: its text is JSON with error, message, and where they help field, reason, current and references. Do what the message says instead of trying again unchanged.`;

/** A server of this name, with no handlers yet. */
export function newServer(): Server {
  return new Server(serverInfo, {
    capabilities: { tools: {} },
    instructions,
    cacheHints: { "tools/list": { ttlMs: listTtlMs, cacheScope: "private" } },
  });
}

export function createProtocol(options: ProtocolOptions): McpHttpHandler {
  const tools = [...options.tools.values()];
  return createMcpHandler(
    ({ authInfo }) => {
      const server = newServer();
      const { toolRequest } = (authInfo?.extra ?? {}) as CarriedRequest;
      server.setRequestHandler("tools/list", ({ params }) =>
        pageOf(
          listedTools(tools, toolRequest.call.caller, toolRequest.selection),
          toolRequest.selection.detail,
          params?.cursor,
        ),
      );
      server.setRequestHandler("tools/call", ({ params }, context) =>
        answerCall(options, toolRequest, params.name, (params.arguments ?? {}) as JsonObject, context),
      );
      return server;
    },
    { legacy: "stateless", onerror: options.onRejected },
  );
}

/** What `extra` holds: the package passes it through untouched, and knows it as a record of anything. */
type CarriedRequest = { readonly toolRequest: ToolRequest };

/** The caller and the selection, in the place next to the request that the package leaves alone. */
export function authInfoOf(toolRequest: ToolRequest) {
  const { actor, level } = toolRequest.call.caller;
  const extra: CarriedRequest = { toolRequest };
  return { token: "", clientId: actor.id, scopes: [level], extra };
}

async function answerCall(
  options: ProtocolOptions,
  { call, selection, repeat }: ToolRequest,
  name: string,
  input: JsonObject,
  context: ServerContext,
): Promise<CallToolResult> {
  const tool = options.tools.get(name);
  if (tool === undefined || !isSelected(tool, selection)) {
    const why = tool === undefined ? "" : ", because this URL's toolsets or readonly leave it out";
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 128)}${why}`);
  }
  const { calls } = tool;
  if ("run" in calls) return calls.run(input, context);
  const outcome = await outcomeOf(options, calls.operation, call, input, repeat);
  return typeof outcome === "string" ? successResult(outcome) : outcome;
}
