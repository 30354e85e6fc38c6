/** A server of the tests that reads each request whole, and may be given its next answers. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface StandInRequest {
  readonly method: string;
  readonly url: URL;
  /** By lower-case name. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface StandInAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, where it is no text. */
  readonly body?: unknown;
}

export interface StandIn {
  /** Without a slash at the end. */
  readonly url: string;
  /** Everything that came, in order. */
  readonly requests: StandInRequest[];
  /** The next answers, to whatever comes. */
  readonly script: (StandInAnswer | Promise<StandInAnswer>)[];
  close(): Promise<void>;
}

export async function startStandIn(
  answerOf: (request: StandInRequest) => StandInAnswer | Promise<StandInAnswer>,
  port = 0,
): Promise<StandIn> {
  const requests: StandInRequest[] = [];
  const script: StandIn["script"] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", headers } = request;
    const read = { method, headers, url: new URL(request.url ?? "/", base), body: Buffer.concat(chunks) };
    requests.push(read);
    const { status, headers: own = {}, body = "" } = await (script.shift() ?? answerOf(read));
    const text = typeof body === "string" ? body : JSON.stringify(body);
    response.writeHead(status, { "content-type": "application/json", ...own }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: base,
    requests,
    script,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
