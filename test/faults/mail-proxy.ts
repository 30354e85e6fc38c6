/** A way to a mail server on which everything can stop: at the greeting, or in the middle of a mail. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** `silent`: connections are taken, and nothing is said. `data`: the server goes away when a mail's text begins. */
export type MailWay = "open" | "silent" | "data";

export interface MailProxy {
  readonly url: string;
  way: MailWay;
  /** How many mails were stopped in their text. */
  stopped(): number;
  close(): Promise<void>;
}

/** @param target such as smtp://127.0.0.1:2525 */
export async function startMailProxy(target: string): Promise<MailProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let stopped = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    /** Once it is silent it stays so: a server that hangs does not go on with old connections. */
    let dead = proxy.way === "silent";
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    }
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => !dead && client.destroy());
    client.on("data", (chunk) => {
      dead ||= proxy.way === "silent";
      if (!dead) upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      if (dead) return;
      client.write(chunk);
      // 354: the text may begin (RFC 5321, 4.1.1.4). Of it nothing arrives.
      if (proxy.way !== "data" || !/^354/m.test(String(chunk))) return;
      dead = true;
      stopped += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: MailProxy = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    way: "open",
    stopped: () => stopped,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
