/**
 * Lets the server close soon, whatever clients do, and waits at no time for one that does not read its answer. Node itself waits for those that have said nothing yet, which
 * browsers open ahead, that began a head, a body or to read an answer and went no further, and whose last request
 * ended after the closing began.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { isTooSlow } from "./arriving.ts";

/** One that has no request in hand may still be sending one. */
const graceMs = 500;
/** One that has said nothing for so long since it connected sends nothing now: it is closed at once. */
const silentMs = 100;
/** Time is counted in looks, so that a machine that is too busy to look cuts nobody off. */
const everyMs = { serving: 1_000, closing: 100 } as const;
/** A reader that began well and then stopped is judged by the last of its time. */
const readerMs = 10_000;

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
  const connectedAt = new WeakMap<Connection, number>();
  http.on("connection", (socket: Socket) => {
    sockets.set(socket, undefined);
    connectedAt.set(socket, performance.now());
    socket.once("close", () => sockets.delete(socket));
  });
  let look = 0;
  const lookAt = (ms: number, isCounted: (waiting: Waiting) => boolean) => {
    look += 1;
    for (const [socket, before] of sockets) {
      const owed = waitingOf(socket, look);
      const now = owed !== undefined && isCounted(owed) ? owed : undefined;
      const since = now?.for === before?.for ? before : now;
      sockets.set(socket, since);
      if (now === undefined || since === undefined) continue;
      const waitedMs = (look - since.look) * ms;
      if (now.for === "head" ? waitedMs >= graceMs : isTooSlow(waitedMs, now.bytes - since.bytes))
        socket.destroy();
      else if (waitedMs >= readerMs && now.for === "reader") sockets.set(socket, now);
    }
  };
  // An answer that nobody reads keeps its place among those that are built (scans.ts), and its memory.
  const serving = setInterval(
    () => lookAt(everyMs.serving, (waiting) => waiting.for === "reader"),
    everyMs.serving,
  ).unref();
  server.addHook("preClose", (done) => {
    clearInterval(serving);
    for (const socket of sockets.keys()) sockets.set(socket, undefined);
    const before = performance.now() - silentMs;
    const isSilent = (socket: Connection) =>
      socket.bytesRead === 0 && (connectedAt.get(socket) ?? before) < before;
    // What has arrived is read first: the second turn comes after the reads of the first.
    setImmediate(() =>
      setImmediate(() => {
        for (const socket of sockets.keys()) if (isSilent(socket)) socket.destroy();
      }),
    );
    const timer = setInterval(() => {
      http.closeIdleConnections();
      lookAt(everyMs.closing, () => true);
    }, everyMs.closing);
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
