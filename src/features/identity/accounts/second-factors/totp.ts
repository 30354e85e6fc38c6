/** The codes of an app (TOTP, RFC 6238): six digits from a secret and the time, as every such app makes them. Pure functions. */
import { Secret, TOTP } from "otpauth";

const form = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Of 160 bits, as RFC 4226 §4 recommends. */
const secretBytes = 20;
/** Steps before and after the present one that are taken too, for clocks that differ. */
const window = 1;

/** A new secret in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** What an app reads from the QR code. @param issuer which installation it is @param account whose it is there */
export function totpUri(secret: string, issuer: string, account: string): string {
  return new TOTP({ ...form, issuer, label: account, secret }).toString();
}

/**
 * The step that a code is of, in periods of 30 s since 1970; undefined where it is of none around now. Of a code that
 * counts once, each later one is of a later step (RFC 6238 §5.2).
 */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...form, secret: Secret.fromBase32(secret), token: code, timestamp, window });
  return delta === null ? undefined : TOTP.counter({ period: form.period, timestamp }) + delta;
}
