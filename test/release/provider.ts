/** Runs `npm run release:provider` as a person would. */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Run } from "../provider/terraform.ts";

/** @param env variables next to those of this process */
export function runRelease(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const { GPG_PRIVATE_KEY: _key, GPG_PASSPHRASE: _passphrase, ...own } = process.env;
  const command = ["node_modules/tsx/dist/cli.mjs", "scripts/release/provider.ts", ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env: { ...own, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}

export async function succeedRelease(...[args, env]: Parameters<typeof runRelease>): Promise<string> {
  const { code, output } = await runRelease(args, env);
  if (code !== 0) throw new Error(`release:provider ${args.join(" ")} ended with ${code}:\n${output}`);
  return output;
}

/** A key ring of its own with a key that signs nothing else. */
export class KeyRing {
  readonly #home = mkdtempSync(join(tmpdir(), "ring-"));
  readonly passphrase: string;

  /** @param algorithm as `gpg --quick-generate-key` names it */
  constructor(algorithm: string, passphrase = "") {
    this.passphrase = passphrase;
    this.run("--passphrase", passphrase, "--quick-generate-key", "orgconfig tests", algorithm, "sign", "1d");
  }

  privateKey(): string {
    return this.run("--passphrase", this.passphrase, "--armor", "--export-secret-keys");
  }

  publicKey(): string {
    return this.run("--armor", "--export");
  }

  /** @throws when `signature` is not of this key for `file` */
  verify(signature: string, file: string): void {
    this.run("--verify", signature, file);
  }

  run(...args: readonly string[]): string {
    const options = ["--homedir", this.#home, "--batch", "--pinentry-mode", "loopback"];
    return execFileSync("gpg", [...options, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  remove(): void {
    execFileSync("gpgconf", ["--homedir", this.#home, "--kill", "all"]);
    rmSync(this.#home, { recursive: true, force: true });
  }
}
