/** What stands in front of a service: passes calls on to it, or answers them itself. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Gateway {
  readonly endpoint: string;
  /** Every call that reached it, as `GET /api/v1/config/teams`. */
  readonly calls: string[];
  /** Answers the call where it is the gateway that does; what it leaves alone is passed on. */
  answers: (request: IncomingMessage, response: ServerResponse) => void;
  /** The path that the service is asked for. */
  rewrites: (path: string) => string;
  close(): void;
}

export async function openGateway(service: string): Promise<Gateway> {
  const calls: string[] = [];
  // A request that is cut off ends this one connection.
  const server = createServer((request, response) => {
    pass(request, response).catch(() => request.socket.destroy());
  });
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers } = request;
    calls.push(`${method} ${url}`);
    const content = await buffer(request);
    gateway.answers(request, response);
    if (response.writableEnded) return;
    const sent = Object.entries(headers).filter(([name]) => !hopByHop.has(name)) as [string, string][];
    const answer = await fetch(`${service}${gateway.rewrites(url)}`, {
      method,
      headers: sent,
      ...(content.length === 0 ? {} : { body: content }),
    });
    const passed = [...answer.headers].filter(([name]) => !hopByHop.has(name));
    response
      .writeHead(answer.status, Object.fromEntries(passed))
      .end(Buffer.from(await answer.arrayBuffer()));
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const gateway: Gateway = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answers: () => {},
    rewrites: (path) => path,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return gateway;
}

const hopByHop: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "host",
  "keep-alive",
  "transfer-encoding",
]);
