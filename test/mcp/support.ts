/** Talking to the MCP door by injected requests, in both generations of the protocol. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { definitions } from "../../src/resources/index.ts";
import type { Answer, TestService } from "../support/service.ts";

export const path = "/api/mcp";
export const modern = "2026-07-28";
export const legacy = "2025-11-25";

export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: tests read results of every shape
  readonly structuredContent?: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests read problems of every shape
  readonly _meta?: Readonly<Record<string, any>>;
}

export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read schemas of every shape
  readonly inputSchema: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests read schemas of every shape
  readonly outputSchema: any;
  readonly annotations: Readonly<Record<string, boolean>>;
}

export interface Agent {
  /** One JSON-RPC request as a client of revision 2026-07-28 sends it. */
  rpc(method: string, params?: object, options?: RpcOptions): Promise<Answer>;
  /** Every tool of the list, page after page. */
  tools(query?: string): Promise<ListedTool[]>;
  call(name: string, input?: object, query?: string): Promise<ToolResult>;
}

export interface RpcOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}

/** An agent that calls with the credential. */
export function agentOf(test: Pick<TestService, "send">, credential: string, organization?: string): Agent {
  const rpc: Agent["rpc"] = (method, params = {}, { headers = {}, query = "" } = {}) =>
    test.send("POST", `${path}${query}`, {
      headers: {
        ...modernHeaders(method, params),
        authorization: `Bearer ${credential}`,
        ...(organization === undefined ? {} : { "x-organization": organization }),
        ...headers,
      },
      body: modernRequest(method, params),
    });
  return {
    rpc,
    async tools(query) {
      const tools: ListedTool[] = [];
      let cursor: string | undefined;
      do {
        const { result } = await resultOf(
          rpc("tools/list", cursor === undefined ? {} : { cursor }, { query: query ?? "" }),
        );
        tools.push(...result.tools);
        cursor = result.nextCursor;
      } while (cursor !== undefined);
      return tools;
    },
    async call(name, input = {}, query = "") {
      const { result } = await resultOf(rpc("tools/call", { name, arguments: input }, { query }));
      return result;
    },
  };
}

export function modernHeaders(method: string, params: object): Record<string, string> {
  const { name } = params as { name?: string };
  return {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": modern,
    "mcp-method": method,
    ...(name === undefined ? {} : { "mcp-name": name }),
  };
}

export function modernRequest(method: string, params: object, id: unknown = 1) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": modern,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { jsonrpc: "2.0", id, method, params: { ...params, _meta } };
}

async function resultOf(answering: Promise<Answer>) {
  const answer = await answering;
  if (answer.body?.result === undefined) throw new Error(`no result: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** The one message of a stream, as clients of the 2025 revisions are answered. */
// biome-ignore lint/suspicious/noExplicitAny: tests read messages of every shape
export function streamed(answer: Answer): any {
  const line = answer.text.split("\n").find((text) => text.startsWith("data: "));
  if (line === undefined) throw new Error(`no message: ${answer.status} ${answer.text}`);
  return JSON.parse(line.slice("data: ".length));
}

/** What is wrong between calls and the schemas of their tools: what was taken, and what was given. */
export function schemaFaults(
  tools: readonly ListedTool[],
  calls: readonly (readonly [string, ToolResult, object])[],
): string[] {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allErrors: true,
    allowUnionTypes: true,
    formats,
  });
  const listed = new Map(tools.map((tool) => [tool.name, tool]));
  return calls.flatMap(([name, result, input]) => {
    const tool = listed.get(name);
    const [first] = result.content;
    if (tool === undefined) return [`${name} is not listed`];
    // A schema is compiled once. The brief list says nothing of what is given.
    const check = { takes: ajv.compile(tool.inputSchema), gives: ajv.compile(tool.outputSchema ?? true) };
    if (result.isError)
      return result.structuredContent === undefined ? [] : [`${name} refused with structured content`];
    return [
      ...(check.takes(input)
        ? []
        : [`${name} took ${JSON.stringify(input)}: ${ajv.errorsText(check.takes.errors)}`]),
      ...(check.gives(result.structuredContent)
        ? []
        : [`${name} gave ${first?.text}: ${ajv.errorsText(check.gives.errors)}`]),
      ...(first !== undefined && jsonIn(first.text) === JSON.stringify(result.structuredContent)
        ? []
        : [`${name} says another thing in its text`]),
    ];
  });
}

/** What follows the line on texts from outside. */
export function jsonIn(text: string): string {
  return text.slice(text.indexOf("\n") + 1);
}

/** The same by the whole list and by the brief one. */
export async function listedFaults(
  agent: Pick<Agent, "tools">,
  calls: Parameters<typeof schemaFaults>[1],
): Promise<string[]> {
  const kinds = definitions.map(({ kind }) => kind).join(",");
  // Next to the brief list each kind's own tools in as few words.
  const brief = [...(await agent.tools()), ...(await agent.tools(`?toolsets=${kinds}`))];
  const lists = [await agent.tools("?detail=full"), brief];
  return lists.flatMap((tools) => schemaFaults(tools, calls));
}

/** Known by name; what they ask for is the engine's to check. */
const formats = { email: true, uri: true, date: true, "date-time": true } as const;
