/**
 * Lets the server close soon while clients keep connections open. Node waits for two sorts of them: those that have
 * said nothing yet, which browsers open ahead, and those whose last request ended after the closing began.
 */
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** One that was taken so short a time before may still say something. */
const graceMs = 500;
const everyMs = 100;

export function closeSoon(server: FastifyInstance): void {
  const { server: http } = server;
  /** With the times at which they were taken. */
  const sockets = new Map<Socket, number>();
  http.on("connection", (socket: Socket) => {
    sockets.set(socket, performance.now());
    socket.once("close", () => sockets.delete(socket));
  });
  server.addHook("preClose", (done) => {
    const timer = setInterval(() => {
      http.closeIdleConnections();
      const before = performance.now() - graceMs;
      for (const [socket, at] of sockets) if (at < before && socket.bytesRead === 0) socket.destroy();
    }, everyMs);
    http.once("close", () => clearInterval(timer));
    // A server that never listened does not say that it has closed.
    timer.unref();
    done();
  });
}
