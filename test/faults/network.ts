/** The network between two programs: a TCP proxy that is slow, or lets nothing through and says nothing of it. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Network {
  readonly port: number;
  /** What takes so many milliseconds longer each way from now on. */
  delay(ms: number): void;
  /**
   * From now on nothing arrives, and no connection ends: as packets that are dropped on their way.
   * @param after this text has been sent; at once where it is left out
   */
  swallow(after?: string): void;
  /** Whether it swallows everything now. */
  isDark(): boolean;
  /**
   * Lets everything through again.
   * @param what what was under way "arrives" late, as what TCP sends again does, or is "forgotten" with its connection,
   * as by a firewall that has lost its table: that stays dead without a word
   */
  heal(what: "arrives" | "forgotten"): void;
  close(): Promise<void>;
}

/** Opens one that leads to a port of this machine. */
export async function openNetwork(target: number): Promise<Network> {
  const ways = new Set<Way>();
  const sockets = new Set<Socket>();
  let delayMs = 0;
  let dark = false;
  let trigger: string | undefined;

  const goDark = () => {
    dark = true;
    trigger = undefined;
    for (const way of ways) way.stop();
  };
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect({ port: target, host: "127.0.0.1", allowHalfOpen: true });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      const way = new Way(to);
      ways.add(way);
      sockets.add(from);
      const pass = (work: () => void) => way.pass(work, delayMs, dark);
      from.on("data", (chunk) => {
        pass(() => void to.write(chunk));
        if (trigger !== undefined && chunk.includes(trigger)) goDark();
      });
      from.on("end", () => pass(() => void to.end()));
      from.on("error", () => pass(() => void to.destroy()));
      from.on("close", () => {
        sockets.delete(from);
      });
    }
  });
  await once(listener.listen(0, "127.0.0.1"), "listening");
  return {
    port: (listener.address() as AddressInfo).port,
    delay(ms) {
      delayMs = ms;
    },
    swallow(after) {
      if (after === undefined) goDark();
      else trigger = after;
    },
    isDark: () => dark,
    heal(what) {
      dark = false;
      for (const way of ways) {
        if (what === "arrives") way.go();
        else ways.delete(way);
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(listener.close(), "close");
    },
  };
}

/** One direction of a connection: what arrives, arrives in order. */
class Way {
  readonly #to: Socket;
  #waiting: (() => void)[] = [];
  #stopped = false;

  constructor(to: Socket) {
    this.#to = to;
  }

  pass(work: () => void, delayMs: number, dark: boolean): void {
    if (dark) this.#stopped = true;
    if (delayMs === 0) this.#arrive(work);
    else setTimeout(() => this.#arrive(work), delayMs);
  }

  stop(): void {
    this.#stopped = true;
  }

  go(): void {
    this.#stopped = false;
    for (const work of this.#waiting.splice(0)) this.#arrive(work);
  }

  #arrive(work: () => void): void {
    if (this.#stopped) this.#waiting.push(work);
    else if (!this.#to.destroyed) work();
  }
}
