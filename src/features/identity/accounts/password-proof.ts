/**
 * Proving a password: throttled by account, address and device, and as slow for an account that is not there
 * as for one that is.
 */
import { Refusal } from "../../../kernel/problem.ts";
import type { Attempt, AttemptTraces } from "./attempt-traces.ts";
import type { Devices } from "./devices.ts";
import type { GuessGuard } from "./guess-guard.ts";
import type { Passwords } from "./password.ts";
import type { Account, IdentityStore } from "./store.ts";
import type { Guess } from "./throttle.ts";

/** The account whose password this is; undefined when there is none, or it is another. */
export type PasswordProof = (
  attempt: Attempt,
) => Promise<(Account & { readonly passwordHash: string }) | undefined>;

export function createPasswordProof(options: {
  readonly users: Pick<IdentityStore["users"], "byEmail">;
  readonly passwords: Pick<Passwords, "verify">;
  readonly guard: GuessGuard;
  readonly devices: Pick<Devices, "find">;
  readonly traces: AttemptTraces;
}): PasswordProof {
  const { users, passwords, guard, devices, traces } = options;

  /** A browser that is signed in as the account is as well known as one that was. */
  function deviceOf(account: Account | undefined, { session, deviceMarks, now }: Attempt["request"]) {
    if (account === undefined) return undefined;
    if (session?.user.id === account.id) return session.id;
    return devices.find(account, deviceMarks, now);
  }

  async function verify({ email, password }: Attempt, guess: Guess) {
    return guard(guess, async () => {
      // The password may have been changed while this one waited.
      const account = await users.byEmail(email);
      const ended = account?.passwordState === "ended"; // by a reset, whose link sets the next one
      const passwordHash = ended ? undefined : (account?.passwordHash ?? undefined);
      const right = await passwords.verify(password, passwordHash);
      return right && account !== undefined && passwordHash !== undefined
        ? { ...account, passwordHash }
        : undefined;
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
