/**
 * Admits what scans or builds much, by organization: two calls at once, and a few that wait for them. The others are
 * refused, so that an organization's own calls take the node's memory and time from nobody else. The bound is the
 * process's: it protects its memory and its event loop, of which each worker has its own.
 */
import { Refusal } from "../kernel/problem.ts";
import type { Call, Client } from "./context.ts";

/**
 * What is read or built for one answer. `long`: all of the configuration, or work that may take seconds. `short`: what a
 * page shows. Each has places of its own, so that nobody's export holds up the console. `unless_kept`: a list of rows,
 * which is short work where it is not in memory, or what waits before it reads; whoever reads asks for the place then.
 */
export type Scans = "long" | "short" | "unless_kept";

const most = {
  atOnce: 2,
  /** Bodies of calls that wait are in memory already, but for the long ones. */
  waiting: { long: 8, short: 32, unless_kept: 64 },
  waitMs: 10_000,
} as const;

const retryAfterSeconds = 1;

interface Gate {
  open: number;
  readonly waiting: Set<() => void>;
}

const gates = new Map<string, Gate>();

/** The gates that a client's call is through already, for what it does next. */
const admitted = new WeakMap<Client, Set<string>>();

/**
 * Waits for a place. It is the call's until its client has the answer or is gone; where the call has no client, until
 * what it answers is called. Whose call waited is looked at once more: a key may have been revoked meanwhile.
 * @throws Refusal `unavailable` with Retry-After where too many wait, or it takes too long; or what says that the client is gone
 */
export async function enterScan(
  { caller, client, again }: Pick<Call, "caller" | "client" | "again">,
  scans: Scans,
): Promise<() => void> {
  const key = `${caller.organization.id}/${scans === "long" ? "long" : "short"}`;
  const mine = client && (admitted.get(client) ?? new Set());
  if (mine?.has(key)) return nothing;
  const gate = gates.get(key) ?? { open: 0, waiting: new Set() };
  gates.set(key, gate);
  const waits = gate.open >= most.atOnce;
  if (waits) await placeIn(gate, most.waiting[scans], client?.gone);
  else gate.open += 1;
  const leave = once(() => {
    const [next] = gate.waiting;
    // The place goes from hand to hand, so that nobody who comes meanwhile takes it.
    if (next !== undefined) return next();
    gate.open -= 1;
    if (gate.open === 0) gates.delete(key);
  });
  if (waits)
    await again?.().catch((error) => {
      leave();
      throw error;
    });
  if (client === undefined || mine === undefined) return leave;
  admitted.set(client, mine.add(key));
  client.onEnd(leave);
  return nothing;
}

/** Waits until somebody leaves, and has that one's place then. */
function placeIn(gate: Gate, mostWaiting: number, gone: AbortSignal | undefined): Promise<void> {
  gone?.throwIfAborted();
  if (gate.waiting.size >= mostWaiting) throw tooMany();
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      gate.waiting.delete(enter);
      clearTimeout(timer);
      gone?.removeEventListener("abort", leave);
      settle();
    };
    const enter = end(resolve);
    const leave = end(() => reject(gone?.reason));
    const timer = setTimeout(
      end(() => reject(tooMany())),
      most.waitMs,
    );
    gone?.addEventListener("abort", leave, { once: true });
    gate.waiting.add(enter);
  });
}

function tooMany(): Refusal {
  return new Refusal(
    "unavailable",
    `This organization has ${most.atOnce} calls under way that read or build much, and more that wait; send this one again in a moment, and fewer at once.`,
    { reason: "busy", retryAfterSeconds },
  );
}

function nothing(): void {}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
