/** A door before the service, for tests: it can be shut, it remembers what passed, and it can change what comes out. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { digestOfFiles } from "../../src/renderers/digest.ts";
import type { RenderedFile } from "../../src/renderers/renderer.ts";

export interface Gate {
  readonly url: string;
  /** While it is shut, connections are cut off. */
  shut: boolean;
  /** What becomes of a rendering on its way out; its digest is made anew. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer of the service
  change: ((render: any) => unknown) | undefined;
  /** Breaks off every file of a rendering in its middle. */
  breaking: boolean;
  /** What passed: the method, the path without its query, and the answer's status. */
  readonly passed: string[];
  close(): Promise<void>;
}

export async function openGate(service: string): Promise<Gate> {
  // A request that is cut off, by the one who asked or by the service, ends this one connection.
  const server = createServer((request, response) => {
    pass(request, response).catch(() => request.socket.destroy());
  });
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (gate.shut) return void request.socket.destroy();
    const { method = "GET", url = "/" } = request;
    const [, render, file] = /^(\/api\/v1\/render\/[^/?]+)(?:\/files\/([^/?]+))?(?:\?.*)?$/.exec(url) ?? [];
    const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
    // What is changed has no ETag that the service knows.
    if (gate.change !== undefined) delete headers["if-none-match"];
    const body = await buffer(request);
    const whole = gate.change !== undefined && method === "GET" ? render : undefined;
    const answer = await fetch(`${service}${whole ?? url}`, {
      method,
      headers: headers as Record<string, string>,
      ...(body.length === 0 ? {} : { body }),
    });
    // The files belong to the rendering that was asked for before.
    if (file === undefined) gate.passed.push(`${method} ${url.split("?")[0]} ${answer.status}`);
    const text = await answer.text();
    const out = whole !== undefined && answer.status === 200 ? changed(gate, text, file) : text;
    const kept = ["content-type", "content-disposition"].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    // A file that was changed is taken out of the rendering, and sent as the service sends files.
    const ofFile = { "content-type": "application/yaml", "content-disposition": "attachment" };
    const isChangedFile = whole !== undefined && file !== undefined && answer.ok;
    response.writeHead(answer.status, isChangedFile ? ofFile : Object.fromEntries(kept));
    if (file === undefined || !gate.breaking) return void response.end(out);
    response.write(out.slice(0, out.length / 2), () => request.socket.destroy());
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const gate: Gate = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut: false,
    change: undefined,
    breaking: false,
    passed: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return gate;
}

/** What goes out in place of a rendering, or of one of its files. */
function changed({ change }: Gate, text: string, file: string | undefined): string {
  const render = change?.(JSON.parse(text)) as { readonly files: readonly RenderedFile[] };
  if (file !== undefined) return render.files.find(({ name }) => name === file)?.content ?? "";
  return JSON.stringify({ ...render, digest: digestOfFiles(render.files) });
}
