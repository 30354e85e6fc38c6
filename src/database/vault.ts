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
import { Refusal } from "../kernel/problem.ts";

/** A 32-byte key and the short name that stands next to whatever it sealed. */
export interface SecretKey {
  readonly id: string;
  readonly bytes: Buffer;
}

export interface KeyRing extends Vault {
  /** The ids of its keys; the first is that of the key that seals. */
  readonly ids: readonly string[];
  /** Seals with that one of its keys. */
  sealWith(id: string, plain: string, identity: string): string;
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

  function opened(sealed: string, identity: string): string {
    const [id = "", body = ""] = sealed.split(".");
    const key = keys.find((candidate) => candidate.id === id);
    if (key === undefined) {
      throw unopened(`a secret was sealed with key ${id}, which ORGCONFIG_SECRET_KEYS does not hold`);
    }
    const bytes = Buffer.from(body, "base64");
    // The length is named, because a shorter tag would be taken too, and proves less.
    const options = { authTagLength: tagBytes };
    try {
      const decipher = createDecipheriv("aes-256-gcm", key.bytes, bytes.subarray(0, nonceBytes), options)
        .setAAD(Buffer.from(identity))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const plain = [decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()];
      return Buffer.concat(plain).toString("utf8");
    } catch {
      throw unopened("a secret was changed after it was sealed, or sealed for another place");
    }
  }

  function sealed(key: SecretKey, plain: string, identity: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", key.bytes, nonce).setAAD(Buffer.from(identity));
    const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
    return `${key.id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64")}`;
  }

  return {
    ids: keys.map(({ id }) => id),
    seal: (plain, identity) => sealed(current, plain, identity),
    sealWith(id, plain, identity) {
      const key = keys.find((one) => one.id === id);
      if (key === undefined) throw new Error(`there is no key ${id} to seal with`);
      return sealed(key, plain, identity);
    },
    open: opened,
    openOrNot(sealed, identity) {
      try {
        return opened(sealed, identity);
      } catch {
        return undefined;
      }
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

/** What somebody can do about it, whoever meets it: set it anew, or bring the key. */
function unopened(why: string): Refusal {
  return new Refusal(
    "conflict",
    `What is stored cannot be opened: ${why}. Set the secret again, or ask whoever runs the installation to add the key (orgconfig secrets check).`,
    { reason: "secret_not_opened" },
  );
}

/** The id of the key that a value was sealed with. */
export function keyIdOf(sealed: string): string {
  return sealed.split(".")[0] ?? "";
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
