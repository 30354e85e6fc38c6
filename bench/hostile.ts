/**
 * A tenant that does one thing as often as it can, in a process of its own: bench/neighbours.ts forks it with what to
 * do, and is sent what was answered.
 */
import { Agent, type IncomingMessage, request } from "node:http";

export interface Attack {
  readonly port: number;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
  /** Milliseconds after which a client goes away; it stays where it is left out. */
  readonly closesAfterMs?: number;
  /** Milliseconds from one call to the next of all connections; as often as it can where it is left out. */
  readonly everyMs?: number;
  /** Sent in turn by every connection. */
  readonly requests: readonly HostileRequest[];
}

export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  /** Another key than the attack's. */
  readonly key?: string;
}

/** How often each status was answered; `closed` is a client that went away first, `lost` an answer that broke off. */
export type Outcome = Readonly<Record<string, number>>;

process.once("message", (attack: Attack) => {
  run(attack).then((outcome) => {
    process.send?.(outcome);
    process.disconnect();
  });
});

async function run(attack: Attack): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: attack.connections });
  const outcome: Record<string, number> = {};
  const start = performance.now();
  const end = start + attack.seconds * 1_000;
  let calls = 0;
  await Promise.all(
    Array.from({ length: attack.connections }, async () => {
      while (performance.now() < end) {
        const one = attack.requests[calls % attack.requests.length] as HostileRequest;
        const dueMs = start + calls * (attack.everyMs ?? 0) - performance.now();
        calls += 1;
        if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs));
        const what = await send(attack, one, agent, end - performance.now());
        outcome[what] = (outcome[what] ?? 0) + 1;
        // Whom the service refuses comes again soon, and not at once: sockets of this machine are not what is measured.
        if (what === "429" || what === "503") await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }),
  );
  agent.destroy();
  return outcome;
}

/** Reads the whole answer and keeps none of it. */
function send(
  { port, key: usual, closesAfterMs }: Attack,
  { method, path, body, key = usual }: HostileRequest,
  agent: Agent,
  leftMs: number,
): Promise<string> {
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${key}`,
      accept: "application/json, text/event-stream",
      ...(body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    };
    const sent = request(
      { port, host: "127.0.0.1", method, path, headers, agent },
      (answer: IncomingMessage) => {
        answer.resume();
        answer.once("end", () => settle(String(answer.statusCode)));
        answer.once("error", () => settle("lost"));
      },
    );
    const timer = setTimeout(
      () => {
        settle("closed");
        sent.destroy();
      },
      Math.max(Math.min(closesAfterMs ?? leftMs, leftMs), 1),
    );
    const settle = (what: string) => {
      clearTimeout(timer);
      resolve(what);
    };
    sent.once("error", () => settle("lost"));
    sent.end(body);
  });
}
