/** A detached signature by GnuPG, as Terraform's and OpenTofu's registries ask for it. */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The registry takes these and no elliptic curves: RSA and DSA, as GnuPG numbers them (RFC 4880, section 9.1). */
const takenByRegistry = ["1", "17"];

export interface SigningKey {
  /** The private key, in ASCII armour. */
  readonly key: string;
  readonly passphrase?: string;
}

/** @returns the key of `GPG_PRIVATE_KEY` and `GPG_PASSPHRASE`; undefined when there is none */
export function signingKey(env: NodeJS.ProcessEnv): SigningKey | undefined {
  const { GPG_PRIVATE_KEY: key, GPG_PASSPHRASE: passphrase } = env;
  if (!key) return undefined;
  return passphrase ? { key, passphrase } : { key };
}

/** @throws when the key is none that the registry takes, or cannot be read */
export async function checkKey(key: SigningKey): Promise<void> {
  await withKeyRing(key, async (gpg) => {
    const { stdout } = await run("gpg", [...gpg, "--with-colons", "--list-secret-keys"]);
    const [, , , algorithm = ""] = /^sec:.*$/m.exec(stdout)?.[0].split(":") ?? [];
    if (!takenByRegistry.includes(algorithm))
      throw new Error("GPG_PRIVATE_KEY is no RSA or DSA key: Terraform's registry takes no others");
  });
}

/** Writes `signature`, a binary signature of `file`. */
export async function sign(file: string, signature: string, key: SigningKey): Promise<void> {
  await withKeyRing(key, async (gpg) => {
    const unlock = ["--pinentry-mode", "loopback", "--passphrase-fd", "0"];
    execFileSync("gpg", [...gpg, ...unlock, "--output", signature, "--detach-sign", file], {
      input: key.passphrase ?? "",
      stdio: ["pipe", "ignore", "pipe"],
    });
  });
}

/** Runs `use` with a key ring that holds this key and nothing else, and is gone afterwards. */
async function withKeyRing(
  { key }: SigningKey,
  use: (gpg: readonly string[]) => Promise<void>,
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "gpg-"));
  const gpg = ["--homedir", home, "--batch", "--yes"];
  try {
    execFileSync("gpg", [...gpg, "--import"], { input: key, stdio: ["pipe", "ignore", "pipe"] });
    await use(gpg);
  } finally {
    execFileSync("gpgconf", ["--homedir", home, "--kill", "all"]);
    rmSync(home, { recursive: true, force: true });
  }
}
