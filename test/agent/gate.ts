/** A door before the service, for tests: it can be shut, it remembers what passed, and it can change what comes out. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Gate {
  readonly url: string;
  /** While it is shut, connections are cut off. */
  shut: boolean;
  /** What becomes of a rendering on its way out. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer of the service
  change: ((render: any) => unknown) | undefined;
  /** What passed: the method, the path without its query, and the answer's status. */
  readonly passed: string[];
  close(): Promise<void>;
}

export async function openGate(service: string): Promise<Gate> {
  const server = createServer(async (request, response) => {
    if (gate.shut) return void request.socket.destroy();
    const { method = "GET", url = "/" } = request;
    const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
    // What is changed has no ETag that the service knows.
    if (gate.change !== undefined) delete headers["if-none-match"];
    const body = await buffer(request);
    const answer = await fetch(`${service}${url}`, {
      method,
      headers: headers as Record<string, string>,
      ...(body.length === 0 ? {} : { body }),
    });
    gate.passed.push(`${method} ${url.split("?")[0]} ${answer.status}`);
    const text = await answer.text();
    const isRender = method === "GET" && /^\/api\/v1\/render\/[^/]+$/.test(url) && answer.status === 200;
    const out = isRender && gate.change !== undefined ? JSON.stringify(gate.change(JSON.parse(text))) : text;
    const type = answer.headers.get("content-type");
    response.writeHead(answer.status, type === null ? {} : { "content-type": type });
    response.end(out);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const gate: Gate = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut: false,
    change: undefined,
    passed: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return gate;
}
