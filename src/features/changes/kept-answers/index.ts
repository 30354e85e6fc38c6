/**
 * Calls with an Idempotency-Key are done once, whatever nodes they reach and whichever of these dies. A request puts its
 * attempt on record before it begins; what it changes and what it answers are one transaction where the change is one.
 * An attempt whose node is gone is made anew, unless the audit log says that it was done (docs/decisions/0059-done-once.md).
 */
import { randomUUID } from "node:crypto";
import type { Answered, Keeping, KeptAnswer, RepeatedCall, Repeats } from "../../../engine/ports/repeats.ts";
import { canonicalJson } from "../../../kernel/equal.ts";
import type { Json } from "../../../kernel/field.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { Ground } from "../../ground.ts";
import { answerIdentity } from "./sealed-store.ts";
import { type Attempt, createKeptAnswers, type Known } from "./store.ts";

/** A node that says nothing for so long does not answer any more. */
const aliveSeconds = 6;
const renewEveryMs = 1_500;
/** What an attempt's code is good for. */
const purpose = "idempotency key";
/** Attempts of others that may be found on the way to one's own. */
const mostRounds = 5;
/** The audit log's times are those of nodes, whose clocks differ. */
const clockMs = 60_000;

export function createRepeats(ground: Pick<Ground, "database" | "vault" | "nodeId" | "settings">): Repeats {
  return new KeptAnswers(ground);
}

class KeptAnswers implements Repeats {
  readonly #store: ReturnType<typeof createKeptAnswers>;
  readonly #vault: Ground["vault"];
  readonly #node: string;
  /** An embedded database serves one node: what another began has ended with it. */
  readonly #isAlone: boolean;
  readonly #running = new Set<string>();

  constructor({
    database,
    vault,
    nodeId,
    settings,
  }: Pick<Ground, "database" | "vault" | "nodeId" | "settings">) {
    this.#store = createKeptAnswers(database);
    this.#vault = vault;
    this.#node = nodeId ?? randomUUID();
    this.#isAlone = settings.databaseUrl === undefined;
  }

  async once<A extends KeptAnswer>(
    call: RepeatedCall,
    run: (keeping: Keeping) => Promise<A>,
  ): Promise<Answered<A>> {
    const { organizationId, credential, key, requestId } = call;
    const attempt = { organizationId, credential, key, attempt: requestId };
    // Before it is on record: whoever finds the record before this call is answered would take it for over.
    this.#running.add(requestId);
    try {
      const first = await this.#firstAnswer(call, attempt);
      if (first !== undefined) return { answer: first, replayed: true };
      return { answer: await this.#answered(attempt, run), replayed: false };
    } finally {
      this.#running.delete(requestId);
    }
  }

  async #answered<A extends KeptAnswer>(attempt: Attempt, run: (keeping: Keeping) => Promise<A>): Promise<A> {
    let kept: string | undefined;
    const alive = setInterval(() => {
      this.#store.renew(attempt, aliveSeconds).catch(() => {});
    }, renewEveryMs);
    try {
      const answer = await run({
        keep: async (transaction, answer) => {
          kept = textOf(answer);
          if (!(await this.#store.keep(attempt, this.#sealed(attempt, kept), transaction)))
            throw inProgress();
        },
      });
      const text = textOf(answer);
      // It is done: where this fails, a repetition finds it by its audit record.
      if (text !== kept) await this.#store.keep(attempt, this.#sealed(attempt, text)).catch(() => {});
      return answer;
    } catch (error) {
      // What may have been done is looked for when it comes again; what was refused may be tried again at once.
      if (!isInDoubt(error)) await this.#store.drop(attempt).catch(() => {});
      throw error;
    } finally {
      clearInterval(alive);
    }
  }

  /** The answer that there is already; undefined where this attempt is the first, or takes the place of one that is over. */
  async #firstAnswer(call: RepeatedCall, own: Attempt): Promise<KeptAnswer | undefined> {
    const act = canonicalJson(call.act as Json);
    const code = this.#vault.authenticate(act, purpose);
    for (let round = 1; round <= mostRounds; round += 1) {
      const known = await this.#store.begin(own, { act: code, node: this.#node, aliveSeconds });
      if (known.attempt === own.attempt) return undefined;
      const other = { ...own, attempt: known.attempt };
      if (!known.old) {
        if (this.#vault.check(known.act, act, purpose) === "forged") throw reused();
        const answer = await this.#answerOf(call, other, known);
        if (answer !== undefined) return answer;
      }
      await this.#store.drop(other);
    }
    throw inProgress();
  }

  /** Undefined where the attempt came to nothing. */
  async #answerOf(call: RepeatedCall, other: Attempt, known: Known): Promise<KeptAnswer | undefined> {
    if (known.spent) throw spent();
    if (known.answer !== null) {
      const text = this.#vault.open(known.answer, answerIdentity(other));
      const answer = JSON.parse(text) as KeptAnswer;
      if (hasSecret(answer, call) && !(await this.#store.spend(other))) throw spent();
      return answer;
    }
    const isOthers = known.node !== this.#node;
    if (isOthers ? known.alive && !this.#isAlone : this.#running.has(known.attempt)) throw inProgress();
    const since = new Date(known.begun_at.getTime() - clockMs);
    const { organizationId } = call;
    const rowId = organizationId && (await this.#store.recordOf(organizationId, known.attempt, since));
    if (rowId === undefined) return undefined;
    if (call.again === undefined) throw lost(known.attempt);
    return call.again(rowId);
  }

  #sealed(attempt: Attempt, text: string): string {
    return this.#vault.seal(text, answerIdentity(attempt));
  }
}

/** A link that was mailed is in no answer. */
function hasSecret({ body }: KeptAnswer, { secret }: RepeatedCall): boolean {
  return typeof secret === "string" ? body[secret] != null : secret;
}

function textOf({ status, body, etag, bodyTag, managedBy, warnings }: KeptAnswer): string {
  return JSON.stringify({ status, body, etag, bodyTag, managedBy, warnings });
}

function isInDoubt(error: unknown): boolean {
  return error instanceof Refusal && error.detail.reason === "in_doubt";
}

const field = "Idempotency-Key";

function reused(): Refusal {
  return new Refusal(
    "unprocessable_entity",
    `${field}: was sent within the last 24 hours with another body, or to another address. Send a new key for a new call.`,
    { field, reason: "idempotency_key_reused" },
  );
}

function inProgress(): Refusal {
  return new Refusal(
    "conflict",
    `${field}: a call with this key is under way. Wait, and send it again for its answer.`,
    { field, reason: "in_progress", retryAfterSeconds: 1 },
  );
}

function spent(): Refusal {
  return new Refusal(
    "conflict",
    `${field}: the answer has a secret in it, and was given out again already. Make a new one with a new key.`,
    { field, reason: "answer_spent" },
  );
}

function lost(requestId: string): Refusal {
  return new Refusal(
    "conflict",
    `${field}: this was done by request ${requestId}, whose answer was lost with its node. Look at it; the audit log has it under that request_id.`,
    { field, reason: "answer_lost" },
  );
}
