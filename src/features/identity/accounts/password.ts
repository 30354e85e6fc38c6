/** Passwords are kept as scrypt hashes (RFC 7914), with the parameters that made them next to them. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { passwordCost } from "./password-cost.ts";

/** Characters of a password that somebody chooses. */
export const passwordBounds = { min: 8, max: 256 } as const;

/** Node refuses to spend more, so a hash that was tampered with cannot ask for it. */
const maxMemoryBytes = 64 * 1024 * 1024;
const saltBytes = 16;
const hashBytes = 32;

export interface Passwords {
  /** The text that is stored: `$scrypt$ln=15,r=8,p=1$<salt>$<hash>`. */
  hash(password: string): Promise<string>;
  /** Whether the password made this text. Without one it takes as long, and is never right. */
  verify(password: string, stored: string | undefined): Promise<boolean>;
}

/** `derive` is scrypt, or a test's way of counting its calls; `cost` is that of new hashes. */
export function createPasswords(derive: Derive = scryptKey, cost: Parameters = passwordCost): Passwords {
  // Nobody knows a password for it: the hash is random too.
  const nobody = encode(cost, randomBytes(saltBytes), randomBytes(hashBytes));
  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      return encode(cost, salt, await derive(password, salt, hashBytes, optionsOf(cost)));
    },
    async verify(password, stored) {
      const { parameters, salt, hash } = decode(stored ?? nobody);
      const derived = await derive(password, salt, hash.length, optionsOf(parameters));
      return timingSafeEqual(derived, hash) && stored !== undefined;
    },
  };
}

export type Derive = (
  password: string,
  salt: Buffer,
  length: number,
  options: ScryptOptions,
) => Promise<Buffer>;

interface Parameters {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

function optionsOf({ ln, r, p }: Parameters): ScryptOptions {
  return { N: 2 ** ln, r, p, maxmem: maxMemoryBytes };
}

function encode({ ln, r, p }: Parameters, salt: Buffer, hash: Buffer): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString("base64")}$${hash.toString("base64")}`;
}

function decode(stored: string): { parameters: Parameters; salt: Buffer; hash: Buffer } {
  const parts =
    /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]{40,})$/.exec(stored);
  if (parts === null) throw new Error("a stored password hash is not of the form $scrypt$…");
  const [, ln, r, p, salt = "", hash = ""] = parts;
  return {
    parameters: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}

const scryptKey: Derive = (password, salt, length, options) =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, length, options, (error, key) => (error === null ? resolve(key) : reject(error)));
  });
