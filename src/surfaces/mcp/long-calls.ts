/**
 * Calls that take long: they say how far they are where the client asks for it, and end where it takes them back. A client
 * of the revisions before 2026-07-28 says so in a message of its own, and its connection may break meanwhile; one of
 * 2026-07-28 closes the answer.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { Caller, Client } from "../../engine/context.ts";
import type { ConfigurationOperation } from "../../engine/operation.ts";
import type { TakenBack } from "../../engine/ports/taken-back.ts";
import { Refusal } from "../../kernel/problem.ts";

/** Whether it may take seconds: it reads much, or waits for systems elsewhere. */
export function isLong({
  scans,
  asksOthers,
  forPrograms,
}: Pick<ConfigurationOperation, "scans" | "asksOthers" | "forPrograms">): boolean {
  return scans === "long" || (asksOthers === true && forPrograms !== true);
}

/** By what a message of its client names a call: the request's id, within the credential and the session. */
export interface CallName {
  readonly caller: Pick<Caller, "actor" | "organization">;
  readonly session: string | undefined;
  readonly id: string | number;
}

/**
 * The long calls that this process answers now. What takes one back may reach another process or node, which puts it on
 * record; each looks at the record for as long as it answers such a call.
 */
export class LongCalls {
  readonly #running = new Map<string, Set<AbortController>>();
  /** Those that a record can be about: within a session an id is used once (MCP, "Base protocol", requests). */
  readonly #named = new Set<string>();
  readonly #takenBack: TakenBack;
  readonly #onFault: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(takenBack: TakenBack, onFault: (error: unknown) => void) {
    this.#takenBack = takenBack;
    this.#onFault = onFault;
  }

  /** @returns the signal that ends it with a refusal, and what is called when it has ended */
  begin(name: CallName): { readonly signal: AbortSignal; end(): void } {
    const key = keyOf(name);
    const controller = new AbortController();
    const alike = this.#running.get(key) ?? new Set();
    this.#running.set(key, alike.add(controller));
    if (name.session !== undefined) this.#named.add(key);
    this.#look();
    const end = () => {
      alike.delete(controller);
      if (alike.size > 0) return;
      this.#running.delete(key);
      this.#named.delete(key);
    };
    return { signal: controller.signal, end };
  }

  /** Ends the call of this name. Clients without a session may use an id twice: then nobody knows which is meant. */
  async cancel(name: CallName): Promise<void> {
    const key = keyOf(name);
    const alike = this.#running.get(key);
    if (alike !== undefined) this.#end(alike);
    else if (name.session !== undefined) await this.#takenBack.say(key).catch(this.#onFault);
  }

  #end(alike: ReadonlySet<AbortController>): void {
    const [only] = alike;
    if (alike.size === 1) only?.abort(takenBack());
  }

  #look(): void {
    if (this.#named.size === 0) return;
    this.#timer ??= setTimeout(() => {
      const calls = [...this.#named];
      const looked = calls.length === 0 ? Promise.resolve([]) : this.#takenBack.among(calls);
      void looked
        .then((found) => found.map((key) => this.#end(this.#running.get(key) ?? new Set())), this.#onFault)
        .then(() => {
          this.#timer = undefined;
          this.#look();
        });
    }, everyMs).unref();
  }
}

function keyOf({ caller: { actor, organization }, session, id }: CallName): string {
  const named = JSON.stringify([organization.id, actor.kind, actor.id, session ?? null, id]);
  return createHash("sha256").update(named).digest("hex");
}

function takenBack(): Refusal {
  return new Refusal("bad_request", "The client cancelled the call: nothing of it was done.");
}

const everyMs = 1_000;

/** What a call says of itself until it is answered. */
export class Progress {
  readonly #token: string | number;
  readonly #stream = new Readable({ read() {} });
  readonly #timer: NodeJS.Timeout;
  readonly #since = performance.now();
  #steps = 0;
  #said = -1;

  constructor(token: string | number) {
    this.#token = token;
    this.#say("The call has begun.");
    this.#timer = setInterval(() => this.#report(), everyMs);
    this.#stream.once("close", () => clearInterval(this.#timer));
  }

  /** The messages as events (text/event-stream), the answer last. */
  get stream(): Readable {
    return this.#stream;
  }

  readonly worked = (): void => {
    this.#steps += 1;
  };

  /** @param events nothing, or the answer's */
  end(events: string): void {
    clearInterval(this.#timer);
    if (this.#stream.destroyed) return;
    this.#stream.push(events);
    this.#stream.push(null);
  }

  #report(): void {
    const seconds = Math.round((performance.now() - this.#since) / 1_000);
    this.#say(`${this.#steps} steps of the work are done after ${seconds} s.`);
  }

  /** Progress grows with each message, also while a step takes long. How much there is to do is known to nobody. */
  #say(message: string): void {
    this.#said = Math.max(this.#said + 1, this.#steps);
    const params = { progressToken: this.#token, progress: this.#said, message };
    this.#stream.push(eventOf(JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params })));
  }
}

/** One message of an event stream. */
export function eventOf(json: string): string {
  return `event: message\ndata: ${json}\n\n`;
}

/** Who waits for a call that reads: gone where the client is, or has taken it back. */
export function endingClient(
  client: Client | undefined,
  cancelled: AbortSignal,
  progress?: Progress,
): Client {
  return {
    gone: client === undefined ? cancelled : AbortSignal.any([cancelled, client.gone]),
    onEnd: (work) => client?.onEnd(work),
    worked: progress?.worked,
  };
}
