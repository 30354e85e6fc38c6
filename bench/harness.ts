/** What benchmarks have in common: calls, times, and what they say of the machine. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cpus, loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

export { pause };

export interface Answer {
  /** Milliseconds from the request to the whole answer, and to its first byte. */
  readonly ms: number;
  readonly firstMs: number;
  readonly status: number;
  readonly etag: string | null;
  /** Of all that a row says: what If-None-Match takes. Null for a list. */
  readonly contentTag: string | null;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of the service
  readonly body: any;
}

export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** Calls below /api/v1. What is answered with a refusal throws, with the answer. */
export function askerAt(port: number, key: string): Ask {
  return async (method, path, body, headers = {}) => {
    const begun = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    let firstMs: number | undefined;
    const pieces: Uint8Array[] = [];
    for await (const piece of answer.body ?? []) {
      firstMs ??= performance.now() - begun;
      pieces.push(piece);
    }
    const ms = performance.now() - begun;
    const text = Buffer.concat(pieces).toString();
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    return {
      ms,
      firstMs: firstMs ?? ms,
      status: answer.status,
      etag: answer.headers.get("etag"),
      contentTag: answer.headers.get("x-content-tag"),
      text,
      get body() {
        return JSON.parse(text);
      },
    };
  };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

export async function repeated<T>(count: number, work: (round: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let round = 0; round < count; round += 1) results.push(await work(round));
  return results;
}

/** The value that this share of them is not above: 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

export function machine(): string {
  return `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}; load ${loadavg()[0]?.toFixed(2)}`;
}

export function printHead(...columns: readonly string[]): void {
  printRow(...columns);
  printRow(...columns.map(() => "---"));
}

export function printRow(...cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}

export interface Receiver {
  readonly url: string;
  /** When each delivery's first bytes came, by what it is about. */
  readonly arrived: Map<string, number[]>;
  close(): void;
}

/** Takes webhooks, and stamps each when its head is there. @param namesIn what a body is about: titles of alerts */
export async function startReceiver(
  namesIn = (body: string): string[] =>
    (JSON.parse(body) as { data: { alerts: { title: string }[] } }).data.alerts.map(({ title }) => title),
): Promise<Receiver> {
  const arrived = new Map<string, number[]>();
  const server = createServer(async (incoming, answer) => {
    const at = performance.now();
    const body = (await incoming.toArray()).join("");
    answer.end("{}");
    for (const name of namesIn(body)) arrived.set(name, [...(arrived.get(name) ?? []), at]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, arrived, close };
}
