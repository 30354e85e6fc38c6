/**
 * Proving a password: throttled by account and address, and as slow for an account that is not there as
 * for one that is. Attempts take turns, so that a crowd of them neither fills the memory nor slips past
 * the throttle while the first failures are still being computed.
 */
import type { Account, UserStore } from "../../engine/ports/identity.ts";
import { Refusal } from "../../kernel/problem.ts";
import type { Passwords } from "./password.ts";
import type { Throttle } from "./throttle.ts";

/** Hashes computed at once; each takes 32 MiB and one of the process's four worker threads. */
const atOnce = 2;
const maxWaiting = 200;

export interface Attempt {
  readonly email: string;
  readonly password: string;
  readonly address: string | undefined;
}

/** The account whose password this is; undefined when there is none, or it is another. */
export type PasswordProof = (
  attempt: Attempt,
) => Promise<(Account & { readonly passwordHash: string }) | undefined>;

export function createPasswordProof(
  users: Pick<UserStore, "byEmail">,
  passwords: Pick<Passwords, "verify">,
  throttle: Throttle,
): PasswordProof {
  const inTurn = createTurns(atOnce, maxWaiting);
  return ({ email, password, address }) =>
    inTurn(async () => {
      await throttle.refuse(email, address);
      const account = await users.byEmail(email);
      const ended = account?.passwordState === "ended"; // by a reset, whose link sets the next one
      const passwordHash = ended ? undefined : (account?.passwordHash ?? undefined);
      const right = await passwords.verify(password, passwordHash);
      if (right && account !== undefined && passwordHash !== undefined) return { ...account, passwordHash };
      await throttle.countFailure(email, address);
      return undefined;
    });
}

/** Runs work a few at a time, first come first served; refuses when too many wait. */
function createTurns(most: number, mostWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= mostWaiting) {
      throw new Refusal("unavailable", "Too many people sign in at this moment; try again shortly.", {
        retryAfterSeconds: 2,
      });
    }
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
