/** A load generator over node:http sockets: a fixed number of connections, each with one request at a time. */
import { connect, type Socket } from "node:net";

export interface Load {
  readonly port: number;
  /** Whole HTTP/1.1 requests, sent in turn by every connection, each beginning at another one; or what makes a connection's next. */
  readonly requests: readonly string[] | ((connection: number) => string);
  readonly connections: number;
  readonly seconds: number;
  /** So many requests end it sooner. */
  readonly most?: number;
  /** It goes on until there were so many, for ten times as long at most. */
  readonly least?: number;
  /** The status that every answer must have. */
  readonly status: number;
}

export interface Figures {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** Runs the load and answers its figures; an answer with another status ends the benchmark. */
export async function load(options: Load): Promise<Figures> {
  const times: number[] = [];
  const begun = performance.now();
  const end = begun + options.seconds * 1_000;
  await Promise.all(
    Array.from({ length: options.connections }, (_, index) => worker(options, index, end, times)),
  );
  const took = (performance.now() - begun) / 1_000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { requests: times.length, perSecond: times.length / took, p50: at(0.5), p99: at(0.99) };
}

function worker(options: Load, index: number, end: number, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(options.port, "127.0.0.1");
    socket.setNoDelay(true);
    const { requests, most = Number.POSITIVE_INFINITY, least = 0 } = options;
    let turn = index;
    let started = 0;
    let received = "";
    const send = () => {
      started = performance.now();
      socket.write(
        typeof requests === "function" ? requests(index) : (requests[turn % requests.length] as string),
      );
      turn += options.connections;
    };
    socket.once("connect", send);
    socket.once("error", reject);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      const length = completeLength(received);
      if (length === undefined || received.length < length) return;
      const status = Number(received.slice(9, 12));
      if (status !== options.status) {
        socket.destroy();
        reject(new Error(`expected ${options.status}, got ${received.slice(0, 500)}`));
        return;
      }
      received = received.slice(length);
      times.push(performance.now() - started);
      // Every connection has sent as many as any other.
      const now = performance.now();
      const goesOn = now < end || (times.length < least && now < end + options.seconds * 9_000);
      if (goesOn && turn < most) send();
      else socket.end(() => resolve());
    });
  });
}

/** The length of the first whole answer in the text; undefined while its head is not there. */
function completeLength(text: string): number | undefined {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const match = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2));
  return head + 4 + Number(match?.[1] ?? 0);
}
