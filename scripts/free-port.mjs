import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A port on 127.0.0.1 that nobody listens on, below those that systems give out by themselves: until it is taken, no
 * other test's server or connection gets it.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    const probe = createServer();
    const free = await new Promise((resolve) =>
      probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true)),
    );
    if (!free) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}
