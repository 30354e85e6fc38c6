/**
 * Who was never notified that an alert fires is not notified of its end; whoever may have been is. One rule for every
 * channel, asked when the end is due to be sent: only then is it known what became of the beginning.
 */
import { SendFailure } from "../../../transports/port.ts";

/** How the sources of ends end; statements look for it too. */
export const endMark = "/resolved";

/** A message that notified the receiver of an end of what ends. */
export interface Beginning {
  readonly status: "queued" | "held" | "sent" | "parked";
  /** Whether a try may have been taken whose answer was lost. */
  readonly maybeArrived: boolean;
  /** It repeats what was sent before. */
  readonly reminds: boolean;
  /** When it may be tried next, if it is. */
  readonly dueAt: Date;
}

/** What becomes of an end: it is sent, never, or looked at again at a time. */
export type EndFate = "sent" | "never" | Date;

/** An end waits for a beginning that may still arrive, and is sent behind it. */
export function fateOfEnd(beginnings: readonly Beginning[]): EndFate {
  if (beginnings.some(({ status, maybeArrived }) => status === "sent" || maybeArrived)) return "sent";
  const due = beginnings.flatMap(({ status, dueAt }) => (status === "parked" ? [] : [dueAt.getTime()]));
  if (due.length > 0) return new Date(Math.min(...due));
  // What began long ago is on record no more: then nobody knows, and it is sent.
  return beginnings.some(({ reminds }) => !reminds) ? "never" : "sent";
}

/** Why an end is given up. A beginning that is tried again after that is given up too (`find-sent-end.sql`). */
export const neverNotified = "its target was never notified that it began";

/** Thrown for a delivery that has to wait, such as for another one, and says nothing of its target. */
export class NotYet extends Error {
  readonly until: Date;
  constructor(until: Date) {
    super("it waits");
    this.name = "NotYet";
    this.until = until;
  }
}

/** Whether a delivery reports an end. */
export function isEnd({ source }: { readonly source: string }): boolean {
  return source.endsWith(endMark);
}

/**
 * Ends where a delivery may be sent, as all may that report no end.
 * @param incident what its target holds one incident by, which other alerts may have begun
 * @throws SendFailure for one that is not to be sent, and NotYet
 */
export async function admitEnd<D extends { readonly source: string }>(
  store: { beginningsOf(one: D, incident?: string): Promise<readonly Beginning[]> },
  one: D,
  incident?: string,
): Promise<void> {
  if (!isEnd(one)) return;
  let fate = fateOfEnd(await store.beginningsOf(one));
  if (fate !== "sent" && incident !== undefined) fate = fateOfEnd(await store.beginningsOf(one, incident));
  if (fate === "never") throw new SendFailure("gone", neverNotified);
  if (fate !== "sent") throw new NotYet(fate);
}
