/**
 * The form of keys and tokens: a prefix that says what it is, 43 random base62 characters (256 bits), and
 * the CRC-32 of all before it in 6 more, so that a mistyped one is known without asking the database.
 * Only the SHA-256 of a credential is ever stored.
 */
import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

export const credentialPrefixes = { key: "svc_ak_", token: "svc_pat_", scim: "svc_scim_" } as const;
export type CredentialKind = keyof typeof credentialPrefixes;

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 43;
const checksumLength = 6;

/** A new credential: its value, shown once; what is stored of it; and the start by which people know it. */
export function newCredential(kind: CredentialKind) {
  const start = credentialPrefixes[kind] + randomBase62(randomLength);
  const value = start + checksum(start);
  return { value, hash: hashOf(value), prefix: value.slice(0, credentialPrefixes[kind].length + 4) };
}

/** Which kind of credential a text is; undefined when it does not have the form of one. */
export function kindOf(value: string): CredentialKind | undefined {
  for (const [kind, prefix] of Object.entries(credentialPrefixes)) {
    if (!value.startsWith(prefix)) continue;
    const start = value.slice(0, -checksumLength);
    const longEnough = start.length >= prefix.length + randomLength && value.length <= 256;
    const wellFormed =
      longEnough && /^[0-9A-Za-z_]+$/.test(value) && checksum(start) === value.slice(-checksumLength);
    return wellFormed ? (kind as CredentialKind) : undefined;
  }
  return undefined;
}

/** What is stored of a credential, and looked up by. */
export function hashOf(value: string): Buffer {
  return hash("sha256", value, "buffer");
}

/** A secret for a cookie or a link: 256 random bits in base64url. */
export function newSecret() {
  const value = randomBytes(32).toString("base64url");
  return { value, hash: hashOf(value) };
}

function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte: above it, the modulus would favour some letters.
      if (byte < 248 && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < checksumLength; i += 1) {
    digits = alphabet[rest % alphabet.length] + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
