/**
 * The audit log as a stream: the records of an organization's chain in its order. A record's place is given when it is
 * sealed, one after the other, and its transaction is over by then. Sequences are given before, so that one which is
 * committed late would be passed over.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { inBatches } from "../../../engine/batches.ts";
import { type Call, turnOf } from "../../../engine/context.ts";
import { createLongList, refuseTooLong } from "../../../engine/long-list.ts";
import type { AuditRecord, AuditTables, CoveredLink } from "../../../engine/ports/audit.ts";
import { enterScan } from "../../../engine/scans.ts";
import { TextAnswer } from "../../../engine/text-answer.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";

/** How often a call that waits looks for a record; another node may have sealed it. */
const lookMs = 500;
/** Calls of one organization that wait at one node. */
const mostWaiting = 20;

/** Who waits at this node. */
export class Waits {
  readonly #waiting = new Map<string, number>();
  readonly #closing = new AbortController();

  /** Answers all who wait; from now on nobody does. */
  close(): void {
    this.#closing.abort();
  }

  /**
   * Looks again and again until there is something, or the time is up.
   * @throws Refusal `unavailable` where too many wait, or what says that the client is gone
   */
  async until(call: Call, waitMs: number, look: () => Promise<boolean>): Promise<void> {
    const { id } = call.caller.organization;
    const others = this.#waiting.get(id) ?? 0;
    if (others >= mostWaiting) throw tooMany();
    this.#waiting.set(id, others + 1);
    try {
      const gone = call.client?.gone;
      const signal =
        gone === undefined ? this.#closing.signal : AbortSignal.any([gone, this.#closing.signal]);
      const end = performance.now() + waitMs;
      for (;;) {
        const left = end - performance.now();
        if (left <= 0 || signal.aborted || (await look())) break;
        await sleep(Math.min(lookMs, left), undefined, { signal }).catch(() => undefined);
      }
      gone?.throwIfAborted();
    } finally {
      const left = (this.#waiting.get(id) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(id);
      else this.#waiting.set(id, left);
    }
  }
}

export interface StreamRequest {
  /** A place in the chain; 0 before its beginning. */
  readonly after: number;
  readonly limit: number;
  readonly waitMs: number;
}

/** The records after a place, and where to go on; waits where there are none. */
export async function streamed(
  store: Pick<AuditTables, "links" | "head">,
  waits: Waits,
  call: Call,
  { after, limit, waitMs }: StreamRequest,
  render: (record: AuditRecord) => JsonObject,
): Promise<TextAnswer> {
  const { id } = call.caller.organization;
  if (waitMs > 0) {
    await waits.until(call, waitMs, async () => ((await store.head(id))?.position ?? 0) > after);
    // A key may have been revoked meanwhile, and a person removed.
    await call.again?.();
  }
  const leave = await enterScan({ caller: call.caller }, "short");
  try {
    const data = createLongList(call);
    let next = after;
    const batches = inBatches<CoveredLink>({
      read: (last, most) => store.links(id, last?.position ?? after, most),
      lengthOf: ({ record }) => JSON.stringify(record?.changes ?? []).length,
      most: limit,
      turn: turnOf(call),
    });
    reading: for await (const batch of batches) {
      for (const { position, record } of batch) {
        // Of a record that somebody took out of the database nothing is left to show; verification says so.
        const text = record && JSON.stringify({ position, ...render(record) });
        if (text !== undefined && !data.add(text)) {
          if (data.length === 0) refuseTooLong(call.door, Number.POSITIVE_INFINITY);
          break reading;
        }
        next = position;
      }
    }
    return new TextAnswer(200, `{"data":${data.text()},"next":${next}}`, undefined);
  } finally {
    leave();
  }
}

function tooMany(): Refusal {
  return new Refusal(
    "unavailable",
    `${mostWaiting} calls of this organization wait for audit records at this node already; send fewer at once, or without wait.`,
    { reason: "busy", retryAfterSeconds: 5 },
  );
}
