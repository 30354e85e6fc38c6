/** Stands between a service and its database server, and breaks a connection at the point that a test names. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** What becomes of the statement at which a connection is cut. */
export type Ending =
  /** It never arrives. */
  | "unsent"
  /** The server does it, and its answer is lost. */
  | "unanswered";

export interface DatabaseProxy {
  /** The address of a database, by way of the proxy. */
  urlOf(database: string): string;
  /** Cuts the connection on which these are sent next, in this order, at the last: names of statements, or whole texts. */
  cutAt(statements: readonly string[], ending: Ending): void;
  /** Whether the cut that was asked for last was made. */
  wasCut(): boolean;
  /** From now on nothing passes on the connections that are open, and none of them ends. */
  fallSilent(): void;
  /** What new connections meet from now on: the server, an end, or nobody who answers. */
  meet(what: "server" | "end" | "silence"): void;
  close(): Promise<void>;
}

/** Opens a proxy to the server of TEST_DATABASE_URL. */
export async function openDatabaseProxy(): Promise<DatabaseProxy> {
  const target = new URL(process.env.TEST_DATABASE_URL ?? "");
  const open = new Set<Socket>();
  let wanted: { readonly statements: readonly string[]; readonly ending: Ending } | undefined;
  let met: "server" | "end" | "silence" = "server";
  let silence = new AbortController();

  /** Both ends of a connection, of which either ends the other. */
  function pass(client: Socket): void {
    const server = connect(Number(target.port), target.hostname);
    let seen: { of: typeof wanted; count: number } = { of: undefined, count: 0 };
    let answered = (answer: Buffer): void => void client.write(answer);
    const { signal } = silence;
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
    }
    server.on("data", (answer) => {
      if (!signal.aborted) answered(answer);
    });
    client.on("data", (message) => {
      if (signal.aborted) return;
      if (seen.of !== wanted) seen = { of: wanted, count: 0 };
      if (wanted !== undefined && message.includes(`${wanted.statements[seen.count]}\0`)) seen.count += 1;
      const ending = seen.count === wanted?.statements.length ? wanted?.ending : undefined;
      if (ending !== undefined) wanted = undefined;
      if (ending === "unsent") return void client.destroy();
      if (ending === "unanswered") answered = () => client.destroy();
      server.write(message);
    });
  }

  const listener: Server = createServer((client) => {
    if (met === "server") return pass(client);
    open.add(client);
    client.on("error", () => {}).on("close", () => open.delete(client));
    if (met === "end") client.destroy();
  });
  await once(listener.listen(0, "127.0.0.1"), "listening");
  const { port } = listener.address() as AddressInfo;
  return {
    urlOf(database) {
      const url = new URL(target);
      url.host = `127.0.0.1:${port}`;
      // Not by the server's socket.
      url.search = "";
      url.pathname = `/${database}`;
      return url.href;
    },
    cutAt(statements, ending) {
      wanted = { statements, ending };
    },
    wasCut: () => wanted === undefined,
    fallSilent() {
      silence.abort();
      silence = new AbortController();
    },
    meet(what) {
      met = what;
    },
    async close() {
      for (const socket of open) socket.destroy();
      await once(listener.close(), "close");
    },
  };
}
