/**
 * What stands around the result of a call. The protocol's package prints it, for both generations of clients, when the
 * service starts, with marks in the places where calls differ; a call puts its own there. So the package decides what
 * an answer is made of, and the text that the engine rendered of a row is neither parsed nor printed again.
 */
import { type CallToolResult, createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { JsonObject } from "../../kernel/validate.ts";
import { webRequest } from "./message.ts";
import { newServer } from "./protocol.ts";
import { type RefusalResult, type Success, textOf } from "./results.ts";

/** The revision whose answers are one JSON text each. */
export const modernRevision = "2026-07-28";
/** What stands for all those before: the package answers them alike, by an event stream of one message. */
const legacyRevision = "2025-06-18";

/** The members of `_meta` that a call of the modern revision has. */
export const envelopeNames = [
  "io.modelcontextprotocol/protocolVersion",
  "io.modelcontextprotocol/clientInfo",
  "io.modelcontextprotocol/clientCapabilities",
] as const;

export type Generation = "modern" | "legacy";
export type Frames = Readonly<Record<Generation, Frame>>;

/** The places where calls differ, as the package prints them: an id, a text, an object, and members of `_meta`. */
const marks = { id: '"the id"', text: '"the text"', body: '{"the body":true}', meta: '"the meta":true' };
type Mark = keyof typeof marks;

const marked: Readonly<Record<"success" | "refusal", CallToolResult>> = {
  success: {
    content: [{ type: "text", text: "the text" }],
    structuredContent: { "the body": true },
    _meta: { "the meta": true },
  },
  refusal: { isError: true, content: [{ type: "text", text: "the text" }], _meta: { "the meta": true } },
};

/** The answers of one generation. */
export class Frame {
  readonly headers: Readonly<Record<string, string>>;
  readonly #success: Template;
  readonly #refusal: Template;

  constructor(headers: Readonly<Record<string, string>>, success: string, refusal: string) {
    this.headers = headers;
    this.#success = new Template(success, ["id", "text", "body", "meta"]);
    this.#refusal = new Template(refusal, ["id", "text", "meta"]);
  }

  /** @param success its JSON is an object's, in one line: the tool's structured content, and part of its text */
  success(id: string | number, success: Success): string {
    const meta = JSON.stringify(success.meta).slice(1, -1);
    const text = JSON.stringify(textOf(success));
    return this.#success.filled({ id: JSON.stringify(id), text, body: success.json, meta });
  }

  refusal(id: string | number, { content: [{ text }], _meta }: RefusalResult): string {
    const meta = JSON.stringify(_meta).slice(1, -1);
    return this.#refusal.filled({ id: JSON.stringify(id), text: JSON.stringify(text), meta });
  }
}

/** A text with places that are filled. */
class Template {
  /** What stands before each place, and after the last one. */
  readonly #between: readonly string[];
  readonly #places: readonly Mark[];

  constructor(printed: string, expected: readonly Mark[]) {
    const found = expected
      .map((mark) => ({ mark, at: printed.indexOf(marks[mark]) }))
      .sort((one, other) => one.at - other.at);
    if (found.some(({ at }) => at < 0))
      throw new Error(`the protocol's package answers in another form: ${printed}`);
    this.#places = found.map(({ mark }) => mark);
    const ends = found.map(({ mark, at }) => at + marks[mark].length);
    this.#between = [0, ...ends].map((start, index) => printed.slice(start, found[index]?.at));
  }

  filled(values: Readonly<Partial<Record<Mark, string>>>): string {
    let text = this.#between[0] as string;
    for (let index = 0; index < this.#places.length; index += 1)
      text += `${values[this.#places[index] as Mark]}${this.#between[index + 1]}`;
    return text;
  }
}

/** @param more headers that every answer has besides the package's own */
export async function createFrames(more: Readonly<Record<string, string>>): Promise<Frames> {
  const handler = createMcpHandler(() => {
    const server = newServer();
    server.setRequestHandler("tools/call", ({ params }) => marked[params.name as keyof typeof marked]);
    return server;
  });
  const frameOf = async (generation: Generation) => {
    const success = await printedBy(handler, generation, "success");
    const refusal = await printedBy(handler, generation, "refusal");
    // Whether a connection is kept is for the server to say.
    const { connection: _, ...headers } = Object.fromEntries(success.headers);
    return new Frame({ ...headers, ...more }, await success.text(), await refusal.text());
  };
  const frames = { modern: await frameOf("modern"), legacy: await frameOf("legacy") };
  await handler.close();
  return frames;
}

function printedBy({ fetch }: McpHttpHandler, generation: Generation, name: string): Promise<Response> {
  const method = "tools/call";
  const isModern = generation === "modern";
  const [version, client, capabilities] = envelopeNames;
  const envelope: JsonObject = {
    [version]: modernRevision,
    [client]: { name: "frame", version: "1" },
    [capabilities]: {},
  };
  const params = { name, arguments: {}, ...(isModern ? { _meta: envelope } : {}) };
  const headers = {
    "content-type": "application/json",
    "mcp-protocol-version": isModern ? modernRevision : legacyRevision,
    ...(isModern ? { "mcp-method": method, "mcp-name": name } : {}),
  };
  return fetch(webRequest(headers), { parsedBody: { jsonrpc: "2.0", id: "the id", method, params } });
}
