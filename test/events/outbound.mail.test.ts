/** Receivers that take their time: each request ends within its bound, which takes as long as the bound. */
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createHttpTransport } from "../../src/transports/http.ts";

let server: Server;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

it.each([
  ["says nothing", ""],
  ["dribbles its headers", "HTTP/1.1 200 OK\r\nx-slow: "],
  ["dribbles its answer", "HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n"],
])("gives up on one that %s", { timeout: 60_000 }, async (_, begin) => {
  server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    socket.once("data", () => {
      socket.write(begin);
      const drip = setInterval(() => begin !== "" && socket.write("x"), 500);
      socket.once("close", () => clearInterval(drip));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const transport = createHttpTransport({ allow: ["127.0.0.1"] });
  const from = performance.now();
  const outcome = await transport
    .of({ organizationId: "org_1", use: "change" })
    .post(`http://127.0.0.1:${port}/`, "{}", {})
    .then(
      () => "taken",
      (error: Error) => error.message,
    );
  // A status that came counts, whatever follows it.
  expect(outcome).toBe(begin.includes("\r\n\r\n") ? "taken" : "it did not answer in time");
  expect(performance.now() - from).toBeLessThan(30_000);
  await transport.close();
});
