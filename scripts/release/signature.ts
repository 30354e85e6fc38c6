/** A detached signature by GnuPG, as Terraform's and OpenTofu's registries ask for it. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The registry takes these and no elliptic curves: RSA and DSA, as GnuPG numbers them (RFC 4880, section 9.1). */
const takenByRegistry = ["1", "17"];

export interface SigningKey {
  /** The private key, in ASCII armour. */
  readonly key: string;
  readonly passphrase?: string;
}

/**
 * Takes the key out of `GPG_PRIVATE_KEY` and `GPG_PASSPHRASE`, so that no program that is started later gets it.
 * @returns undefined when there is none
 */
export function takeSigningKey(env: NodeJS.ProcessEnv): SigningKey | undefined {
  const { GPG_PRIVATE_KEY: key, GPG_PASSPHRASE: passphrase } = env;
  delete env.GPG_PRIVATE_KEY;
  delete env.GPG_PASSPHRASE;
  if (!key) return undefined;
  return passphrase ? { key, passphrase } : { key };
}

/** Signs a few bytes. @throws when the key cannot sign, or not in a way that the registry takes */
export function checkKey(key: SigningKey): void {
  const folder = mkdtempSync(join(tmpdir(), "sign-"));
  try {
    const file = join(folder, "file");
    writeFileSync(file, "a try");
    sign(file, `${file}.sig`, key);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes `signature`, a binary signature of `file`. @throws as `checkKey` does */
export function sign(file: string, signature: string, { key, passphrase = "" }: SigningKey): void {
  withKeyRing(key, (gpg) => {
    const unlock = ["--pinentry-mode", "loopback", "--passphrase-fd", "0"];
    const args = [...unlock, "--status-fd", "1", "--output", signature, "--detach-sign", file];
    // The algorithm of the key that signed: that may be a key below the one that was given.
    const [, algorithm = ""] = /^\[GNUPG:\] SIG_CREATED D (\d+) /m.exec(gpg(args, passphrase)) ?? [];
    if (takenByRegistry.includes(algorithm)) return;
    rmSync(signature, { force: true });
    throw new Error(
      "GPG_PRIVATE_KEY is no RSA or DSA key, or signs with a subkey of another kind: Terraform's registry takes no others",
    );
  });
}

/** Runs gpg with `input`. @returns what it prints @throws with what it says */
type Gpg = (args: readonly string[], input: string) => string;

/** Gives `use` a gpg whose key ring holds this key and nothing else, and is gone afterwards. */
function withKeyRing(key: string, use: (gpg: Gpg) => void): void {
  const home = mkdtempSync(join(tmpdir(), "gpg-"));
  const gpg: Gpg = (args, input) =>
    execFileSync("gpg", ["--homedir", home, "--batch", "--yes", ...args], { input, encoding: "utf8" });
  try {
    gpg(["--quiet", "--import"], key);
    use(gpg);
  } finally {
    // Whether or not the agent of the key ring could be ended (`spawnSync` throws nothing), the key goes from the disk.
    spawnSync("gpgconf", ["--homedir", home, "--kill", "all"], { stdio: "ignore" });
    rmSync(home, { recursive: true, force: true });
  }
}
