/** The agent's requests: an answer that is longer than asked for is refused. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { createFetchTransport } from "../../src/transports/fetch.ts";

it("reads no more of an answer than it was asked to", async () => {
  const server = createServer((_request, response) => response.end("é".repeat(5_000)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { request } = createFetchTransport();
  const asked = (max_bytes: number) => request({ method: "GET", url, max_bytes });
  await expect(asked(9_999)).rejects.toThrow("its answer was too long");
  expect((await asked(10_000)).text).toBe("é".repeat(5_000));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
