/** Calls that a client sends again because it has no answer: done once, and answered the same. */
import type { JsonObject } from "../../kernel/validate.ts";
import type { Warning } from "../../kernel/warning.ts";
import type { InTransaction } from "./executor.ts";

/** What shows a repetition: the client's key, and what must be the same with it. */
export interface Repeat {
  /** 1 to 255 characters. */
  readonly key: string;
  /** The method, the address and the body, or what stands for them at another door. */
  readonly act: readonly unknown[];
}

/** Who repeats what. */
export interface RepeatedCall extends Repeat {
  /** Undefined of what is about no organization. */
  readonly organizationId: string | undefined;
  /** The kind and the id of who calls. */
  readonly credential: string;
  readonly requestId: string;
  /** A value in the answer is in no other one, and is given out again once: `true`, or the member that has it where it is there. */
  readonly secret: boolean | string;
  /** What is answered of what a request did whose answer went with its node, by the row that it has on record. */
  again?(rowId: string): Promise<KeptAnswer>;
}

/** An answer as it is kept, whichever door gives it. */
export interface KeptAnswer {
  readonly status?: 200 | 201 | 202 | 304;
  readonly body: JsonObject;
  readonly etag?: string | undefined;
  readonly bodyTag?: string | undefined;
  readonly managedBy?: string | null;
  readonly warnings?: readonly Warning[];
}

/** Keeps the answer in the transaction that makes the change, so that neither is there without the other. */
export interface Keeping {
  /** @throws Refusal 409 `in_progress` where another request has taken this one's place: then nothing is to be done */
  keep(transaction: InTransaction, answer: KeptAnswer): Promise<void>;
}

export interface Repeats {
  /**
   * Does it, unless it was done: then the first answer is given again, and `replayed` is true.
   * @throws Refusal 422 `idempotency_key_reused`, 409 `in_progress`, `answer_spent` or `answer_lost`
   */
  once<A extends KeptAnswer>(call: RepeatedCall, run: (keeping: Keeping) => Promise<A>): Promise<Answered<A>>;
}

export type Answered<A> =
  | { readonly answer: A; readonly replayed: false }
  | { readonly answer: KeptAnswer; readonly replayed: true };
