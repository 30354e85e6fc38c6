import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import type { Vault } from "../engine/ports/rows.ts";

/** A 32-byte key and the short name that stands beside whatever it sealed. */
export interface SecretKey {
  readonly id: string;
  readonly bytes: Buffer;
}

export interface KeyRing extends Vault {
  /** Whether a sealed value, or a code, was made with the key that seals now. */
  isCurrent(sealed: string): boolean;
}

const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM with a random nonce (NIST SP 800-38D); the identity of the row and field is associated
 * data, so that a sealed value moved to another place does not open. The first key seals, all open.
 * Sealed form: `<key id>.<base64 of nonce, tag and ciphertext>`.
 *
 * Codes are HMAC-SHA-256 with a key of their own for each purpose, derived by HKDF (RFC 5869, the purpose as
 * its info). Their form: `<key id>.<64 hexadecimal digits>`.
 */
export function createVault(keys: readonly SecretKey[]): KeyRing {
  const [current] = keys;
  if (current === undefined) throw new Error("a vault needs at least one key");
  const derived = new Map<string, Buffer>();

  function codeOf(key: SecretKey, text: string, purpose: string): string {
    const name = `${key.id} ${purpose}`;
    const secret = derived.get(name) ?? Buffer.from(hkdfSync("sha256", key.bytes, "", purpose, 32));
    derived.set(name, secret);
    return `${key.id}.${createHmac("sha256", secret).update(text).digest("hex")}`;
  }

  return {
    seal(plain, identity) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", current.bytes, nonce).setAAD(Buffer.from(identity));
      const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return `${current.id}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64")}`;
    },
    open(sealed, identity) {
      const [id = "", body = ""] = sealed.split(".");
      const key = keys.find((candidate) => candidate.id === id);
      if (key === undefined) {
        throw new Error(`a secret was sealed with key ${id}, which ORGCONFIG_SECRET_KEYS does not hold`);
      }
      const bytes = Buffer.from(body, "base64");
      // The length is named, because a shorter tag would otherwise be taken, and proves less.
      const options = { authTagLength: tagBytes };
      const decipher = createDecipheriv("aes-256-gcm", key.bytes, bytes.subarray(0, nonceBytes), options)
        .setAAD(Buffer.from(identity))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([
        decipher.update(bytes.subarray(nonceBytes + tagBytes)),
        decipher.final(),
      ]).toString("utf8");
    },
    authenticate: (text, purpose) => codeOf(current, text, purpose),
    check(code, text, purpose) {
      const key = keys.find(({ id }) => code.startsWith(`${id}.`));
      if (key === undefined) return "unknown_key";
      const expected = Buffer.from(codeOf(key, text, purpose));
      const found = Buffer.from(code);
      return found.length === expected.length && timingSafeEqual(found, expected) ? "genuine" : "forged";
    },
    isCurrent: (sealed) => sealed.startsWith(`${current.id}.`),
  };
}

/** A key from its base64 text; undefined unless it is 32 bytes. The id is the start of its SHA-256. */
export function secretKey(text: string): SecretKey | undefined {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length !== 32 || bytes.toString("base64").replace(/=+$/, "") !== text.replace(/=+$/, ""))
    return undefined;
  return { id: createHash("sha256").update(bytes).digest("hex").slice(0, 8), bytes };
}

export function newSecretKey(): string {
  return randomBytes(32).toString("base64");
}
