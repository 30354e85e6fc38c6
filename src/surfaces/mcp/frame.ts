/**
 * What stands around the answer of a call that succeeded. The protocol's package prints it once, when the service
 * starts, with marks in the three places where calls differ; a call puts its own there. So the package decides what an
 * answer is made of, and the text that the engine rendered of a row is neither parsed nor printed again.
 */
import { createMcpHandler } from "@modelcontextprotocol/server";
import { webRequest } from "./message.ts";
import { newServer } from "./protocol.ts";

/** The revision whose answers are framed: one JSON text each. */
export const framedRevision = "2026-07-28";

/** The members of `_meta` that a framed call may have: any other may ask for something. */
export const framedMeta = [
  "io.modelcontextprotocol/protocolVersion",
  "io.modelcontextprotocol/clientInfo",
  "io.modelcontextprotocol/clientCapabilities",
] as const;

export interface Frame {
  readonly headers: Readonly<Record<string, string>>;
  /** @param text the JSON of an object: the tool's structured content, and as a text its content */
  around(id: string | number, text: string): string;
}

/** As a text, as an object and as an id, where the answer has its own. */
const marks = { id: "the id", text: "the text", body: "the body" };
const places = /^(.*)"the text"(.*)\{"the body":true\}(.*)"the id"(.*)$/s;

/** @param beside headers that every answer has beside the package's own */
export async function createFrame(beside: Readonly<Record<string, string>>): Promise<Frame> {
  const { fetch, close } = createMcpHandler(() => {
    const server = newServer();
    server.setRequestHandler("tools/call", () => ({
      content: [{ type: "text", text: marks.text }],
      structuredContent: { [marks.body]: true },
    }));
    return server;
  });
  const [version, client, capabilities] = framedMeta;
  const _meta = { [version]: framedRevision, [client]: { name: "frame", version: "1" }, [capabilities]: {} };
  const message = {
    jsonrpc: "2.0",
    id: marks.id,
    method: "tools/call",
    params: { name: "frame", arguments: {}, _meta },
  };
  const headers = {
    "content-type": "application/json",
    "mcp-protocol-version": framedRevision,
    "mcp-method": message.method,
    "mcp-name": message.params.name,
  };
  const response = await fetch(webRequest(headers), { parsedBody: message });
  const printed = await response.text();
  await close();
  const parts = places.exec(printed);
  if (parts === null) throw new Error(`the protocol's package answers in another form: ${printed}`);
  const [, start, between, after, end] = parts;
  return {
    headers: { ...Object.fromEntries(response.headers), ...beside },
    around: (id, text) =>
      `${start}${JSON.stringify(text)}${between}${text}${after}${JSON.stringify(id)}${end}`,
  };
}
