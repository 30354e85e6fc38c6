/**
 * Proving a password: throttled by account, address and device, and as slow for an account that is not there
 * as for one that is. Attempts take turns, so that a crowd of them neither fills the memory nor slips past
 * the throttle while the first failures are still being computed.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "../../kernel/problem.ts";
import type { Attempt, AttemptTraces } from "./attempt-traces.ts";
import type { Devices } from "./devices.ts";
import type { Passwords } from "./password.ts";
import type { Account, IdentityStore } from "./store.ts";
import type { Guess, Throttle } from "./throttle.ts";

/** Hashes computed at once; each takes 32 MiB and one of the process's four worker threads. */
const atOnce = 2;
const maxWaiting = 200;
/** Attempts on slowed accounts that are being delayed. */
const maxDelayed = 500;

/** The account whose password this is; undefined when there is none, or it is another. */
export type PasswordProof = (
  attempt: Attempt,
) => Promise<(Account & { readonly passwordHash: string }) | undefined>;

export function createPasswordProof(options: {
  readonly users: Pick<IdentityStore["users"], "byEmail">;
  readonly passwords: Pick<Passwords, "verify">;
  readonly throttle: Throttle;
  readonly devices: Pick<Devices, "find">;
  readonly traces: AttemptTraces;
}): PasswordProof {
  const { users, passwords, throttle, devices, traces } = options;
  const inTurn = createTurns(atOnce, maxWaiting);
  let delayed = 0;

  /** A browser that is signed in as the account is as well known as one that was. */
  function deviceOf(account: Account | undefined, { session, deviceMarks, now }: Attempt["request"]) {
    if (account === undefined) return undefined;
    if (session?.user.id === account.id) return session.id;
    return devices.find(account, deviceMarks, now);
  }

  async function wait(delayMs: number): Promise<void> {
    if (delayMs === 0) return;
    if (delayed >= maxDelayed) throw tooBusy();
    delayed += 1;
    await pause(delayMs);
    delayed -= 1;
  }

  async function verify({ email, password }: Attempt, guess: Guess) {
    const { delayMs } = await throttle.check(guess);
    await wait(delayMs);
    return inTurn(async () => {
      // Others may have failed while this one waited, and the password may have been changed.
      const allowance = await throttle.check(guess);
      const account = await users.byEmail(email);
      const ended = account?.passwordState === "ended"; // by a reset, whose link sets the next one
      const passwordHash = ended ? undefined : (account?.passwordHash ?? undefined);
      const right = await passwords.verify(password, passwordHash);
      if (right && account !== undefined && passwordHash !== undefined) return { ...account, passwordHash };
      await throttle.countFailure(guess, allowance);
      return undefined;
    });
  }

  return async (attempt) => {
    const { email, request } = attempt;
    const account = await users.byEmail(email);
    const guess = { email, address: request.address, device: deviceOf(account, request) };
    const proved = await verify(attempt, guess).catch(async (error) => {
      if (error instanceof Refusal && error.code === "rate_limited")
        await traces.refused(attempt, account, "throttled");
      throw error;
    });
    if (proved === undefined) await traces.refused(attempt, account, "wrong_password");
    else traces.proved(attempt, proved);
    return proved;
  };
}

/** Runs work a few at a time, first come first served; refuses when too many wait. */
function createTurns(most: number, mostWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= mostWaiting) throw tooBusy();
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next(); // the turn is handed on, so the count stays
    }
  };
}

function tooBusy(): Refusal {
  return new Refusal("unavailable", "Too many people sign in at this moment; try again shortly.", {
    retryAfterSeconds: 2,
  });
}
