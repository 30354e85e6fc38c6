/**
 * Who has shown a page's password. A browser keeps a mark of it, `<until, seconds since 1970 in base 36>.<code>`, whose code
 * covers the page, the time and the password as it is sealed, which is another text each time it is set: it ends with its time
 * and with the password, also where the next one but one is the same. Nothing is stored.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { KeyRing } from "../../database/vault.ts";

/** How long a browser keeps it. */
const lifetimeSeconds = 30 * 24 * 3_600;
const purpose = "status page visitor";

interface Lock {
  readonly organizationId: string;
  readonly sealed: string;
  readonly password: string;
}

function textOf({ organizationId, sealed }: Lock, until: string): string {
  return JSON.stringify([organizationId, until, sealed]);
}

export function markFor(vault: Pick<KeyRing, "authenticate">, lock: Lock, now: Date) {
  const until = (Math.floor(now.getTime() / 1_000) + lifetimeSeconds).toString(36);
  return { value: `${until}.${vault.authenticate(textOf(lock, until), purpose)}`, seconds: lifetimeSeconds };
}

export function isMarked(vault: Pick<KeyRing, "check">, lock: Lock, mark: string, now: Date): boolean {
  const [, until = "", code = ""] = /^([0-9a-z]{1,9})\.([\w-]+\.[0-9a-f]{64})$/.exec(mark) ?? [];
  if (Number.parseInt(until, 36) * 1_000 <= now.getTime()) return false;
  return until !== "" && vault.check(code, textOf(lock, until), purpose) === "genuine";
}

/** In a time that says nothing of how much of it is right. */
export function isPassword({ password }: Lock, given: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(password), digest(given));
}
