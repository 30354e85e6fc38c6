/** Codes to write down, for the day when the app and the passkey are lost. Pure functions. */
import { Secret } from "otpauth";
import { hashOf } from "../credential.ts";

export const recoveryCodeCount = 10;
/** So much that nobody finds one behind its SHA-256 (80 bits). */
const bytes = 10;

/** New codes as they are shown, `ABCD-EFGH-JKLM-NPQR`, and what is stored of them. */
export function newRecoveryCodes(): {
  readonly codes: readonly string[];
  readonly hashes: readonly Buffer[];
} {
  const plain = Array.from({ length: recoveryCodeCount }, () => new Secret({ size: bytes }).base32);
  return { codes: plain.map((code) => code.match(/.{4}/g)?.join("-") ?? code), hashes: plain.map(hashOf) };
}

/** What a code is looked up by, however it was typed; undefined where it has not the form of one. */
export function recoveryHashOf(typed: string): Buffer | undefined {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  return /^[A-Z2-7]{16}$/.test(code) ? hashOf(code) : undefined;
}
