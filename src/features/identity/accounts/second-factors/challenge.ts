/** The second step of a sign-in: what a right password is answered with, and the proof that follows. */
import { randomBytes } from "node:crypto";
import type { AccountRequest } from "../../../../engine/operation.ts";
import { Refusal } from "../../../../kernel/problem.ts";
import type { JsonObject } from "../../../../kernel/validate.ts";
import { hashOf, newSecret } from "../credential.ts";
import type { IdentityDeps } from "../deps.ts";
import type { StoredFactor } from "../factors-store.ts";
import { totpIdentityOf } from "../sealed-factors-store.ts";
import type { Account } from "../store.ts";
import { recoveryHashOf } from "./recovery-codes.ts";
import { stepOf } from "./totp.ts";

/** So long somebody may take to find their phone. */
export const challengeMs = 5 * 60_000;

/** By what a sign-in was proved next to the password. */
export type FactorUsed = StoredFactor["kind"] | "recovery_code";

/** What somebody sends as their second factor: one of them. */
export interface SentFactor {
  readonly code: string | null;
  readonly passkey: JsonObject | null;
}

/** What an authenticator signs: 256 random bits in base64url. */
export function newPasskeyChallenge(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The refusal of a password that was right and is not enough: it holds a challenge, which the second factor is sent with.
 * @returns undefined where the account has no second factor
 */
export async function secondFactorOf(
  { identity, passkeys }: Pick<IdentityDeps, "identity" | "passkeys">,
  { now }: Pick<AccountRequest, "now">,
  account: Account,
): Promise<Refusal | undefined> {
  const known = await identity.factors.list(account.id);
  if (known.length === 0) return undefined;
  const { value, hash } = newSecret();
  const passkeyChallenge = newPasskeyChallenge();
  const expiresAt = new Date(now.getTime() + challengeMs);
  const passwordDigest = digestOf(account) ?? null;
  const challenge = {
    hash,
    userId: account.id,
    purpose: "sign_in",
    passkeyChallenge,
    passwordDigest,
  } as const;
  await identity.factors.beginChallenge({ ...challenge, expiresAt }, now);
  const kinds = new Set(known.map(({ kind }) => kind));
  const withPasskey = kinds.has("passkey") && passkeys.possible;
  const methods = [...kinds].filter((kind) => kind !== "passkey" || withPasskey);
  return new Refusal(
    "unauthorized",
    "The password is right, and this account has a second factor: send a code of the app, a recovery code or a passkey with this challenge within 5 minutes (POST /api/v1/session/second_factor).",
    {
      reason: "second_factor_required",
      secondFactor: {
        challenge: value,
        methods: [...methods, "recovery_code"],
        ...(withPasskey ? { passkey_options: await passkeys.optionsToSignIn(passkeyChallenge, known) } : {}),
      },
    },
  );
}

/**
 * The user of a challenge, and by what they proved it. A challenge is good for one sign-in and a few attempts, and ends with
 * the password that it followed.
 * @throws 401 `second_factor_expired` or `wrong_code`; 429 after too many wrong codes
 */
export async function answerChallenge(
  deps: IdentityDeps,
  request: AccountRequest,
  challenge: string,
  sent: SentFactor,
): Promise<{ readonly account: Account; readonly used: FactorUsed }> {
  const { factors, users } = deps.identity;
  const hash = hashOf(challenge);
  const open = await factors.tryChallenge(hash, "sign_in", request.now);
  const account = open && (await users.find(open.userId));
  if (
    open === undefined ||
    account === undefined ||
    !digestOf(account)?.equals(open.passwordDigest ?? nothing)
  )
    throw challengeOver();
  const used = await prove(deps, request, account, open.passkeyChallenge, sent);
  if (used === undefined) throw wrongCode();
  if (!(await factors.endChallenge(hash))) throw challengeOver();
  return { account, used };
}

async function prove(
  deps: IdentityDeps,
  request: AccountRequest,
  account: Account,
  passkeyChallenge: string,
  { code, passkey }: SentFactor,
): Promise<FactorUsed | undefined> {
  const { now } = request;
  const known = await deps.identity.factors.list(account.id);
  const attempt = { email: account.email, request, ...tracedAs };
  const used = await (passkey === null
    ? guarded(deps, request, account, () => proveCode(deps, account, known, code ?? "", now))
    : provePasskey(deps, known, passkey, passkeyChallenge, now)
  ).catch(async (error) => {
    if (error instanceof Refusal && error.code === "rate_limited")
      await deps.traces.refused(attempt, account, "throttled");
    throw error;
  });
  if (used === undefined) await deps.traces.refused(attempt, account, "wrong_code");
  return used;
}

const tracedAs = { action: "sign_in", resource: "sessions", door: "console" } as const;

/** A browser that the account was signed in with before is counted for itself: nobody elsewhere can shut it out. */
function guarded<T>(
  { guardCode, devices }: IdentityDeps,
  { deviceMarks, now }: AccountRequest,
  account: Account,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const device = devices.find(account, deviceMarks, now);
  return guardCode(device === undefined ? account.id : `${account.id}/${device}`, work);
}

async function proveCode(
  { identity: { factors }, vault }: IdentityDeps,
  { id: userId }: Account,
  known: readonly StoredFactor[],
  code: string,
  now: Date,
): Promise<FactorUsed | undefined> {
  const recovery = recoveryHashOf(code);
  if (recovery !== undefined)
    return (await factors.takeRecoveryCode(userId, recovery)) ? "recovery_code" : undefined;
  for (const { id, sealedSecret } of known) {
    if (sealedSecret === null) continue;
    const step = stepOf(vault.open(sealedSecret, totpIdentityOf(userId, id)), code.replace(/\s/g, ""), now);
    if (step !== undefined && (await factors.takeTotp(id, step, now))) return "totp";
  }
  return undefined;
}

async function provePasskey(
  { identity: { factors }, passkeys }: IdentityDeps,
  known: readonly StoredFactor[],
  passkey: JsonObject,
  challenge: string,
  now: Date,
): Promise<FactorUsed | undefined> {
  const proved = await passkeys.proved(passkey, challenge, known);
  if (proved === undefined) return undefined;
  return (await factors.takePasskey(proved.factor.id, proved.signCount, now)) ? "passkey" : undefined;
}

const nothing = Buffer.alloc(0);

/** By what a challenge knows the password that it followed. */
function digestOf({ passwordHash, passwordState }: Account): Buffer | undefined {
  return passwordHash === null || passwordState === "ended" ? undefined : hashOf(passwordHash);
}

function challengeOver(): Refusal {
  return new Refusal(
    "unauthorized",
    "This sign-in took too long, was finished, or had too many wrong codes; sign in again.",
    { reason: "second_factor_expired" },
  );
}

function wrongCode(): Refusal {
  return new Refusal(
    "unauthorized",
    "The second factor is wrong: send the code that the app shows now, a recovery code that was not used, or the passkey's answer. Each code works once.",
    { reason: "wrong_code" },
  );
}
