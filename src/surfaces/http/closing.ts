/**
 * Lets the server close soon, whatever clients do. Node itself waits for those that have said nothing yet, which
 * browsers open ahead, that began a head, a body or to read an answer and went no further, and whose last request
 * ended after the closing began.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { isTooSlow } from "./arriving.ts";

/** One that has no request in hand may still be sending one. */
const graceMs = 500;
/** Time is counted in looks, so that a machine that is too busy to look cuts nobody off. */
const everyMs = 100;

/** What Node keeps of a connection: the answer that is under way, and what the kernel has taken of it. */
type Connection = Socket & {
  readonly _httpMessage?: ServerResponse | null;
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
};

/** What a connection waits for, since which look, and how many bytes had passed by then. */
interface Waiting {
  readonly for: "head" | "body" | "reader";
  readonly look: number;
  readonly bytes: number;
}

export function closeSoon(server: FastifyInstance): void {
  const { server: http } = server;
  const sockets = new Map<Connection, Waiting | undefined>();
  http.on("connection", (socket: Socket) => {
    sockets.set(socket, undefined);
    socket.once("close", () => sockets.delete(socket));
  });
  server.addHook("preClose", (done) => {
    let look = 0;
    const timer = setInterval(() => {
      http.closeIdleConnections();
      look += 1;
      for (const [socket, before] of sockets) {
        const now = waitingOf(socket, look);
        const since = now?.for === before?.for ? before : now;
        sockets.set(socket, since);
        if (now === undefined || since === undefined) continue;
        const ms = (look - since.look) * everyMs;
        if (now.for === "head" ? ms >= graceMs : isTooSlow(ms, now.bytes - since.bytes)) socket.destroy();
      }
    }, everyMs);
    http.once("close", () => clearInterval(timer));
    // A server that never listened does not say that it has closed.
    timer.unref();
    done();
  });
}

/** What a client owes; undefined where the service is at work for it. */
function waitingOf(socket: Connection, look: number): Waiting | undefined {
  const { _httpMessage: response, _handle: handle, bytesRead } = socket;
  if (!response) return { for: "head", look, bytes: bytesRead };
  const unread = handle?.writeQueueSize ?? 0;
  if (unread > 0) return { for: "reader", look, bytes: (handle?.bytesWritten ?? 0) - unread };
  const { complete, readableFlowing } = response.req;
  return complete || readableFlowing !== true ? undefined : { for: "body", look, bytes: bytesRead };
}
