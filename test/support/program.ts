/** The built program as a user starts it: a process of its own, on a fresh directory and a free port. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../scripts/free-port.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const mainFile = join(root, "dist/src/main.js");
/** A busy machine takes its time. */
const startMs = 120_000;

export interface Program {
  readonly url: string;
  readonly directory: string;
  readonly child: ChildProcess;
  /** Everything that it printed so far. */
  output(): string;
  /** The API key of its first start, from the file that it is left in where no terminal is. */
  firstKey(): string;
  /** Ends it with SIGTERM and answers its exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the program, from `file`, and waits until it is ready.
 * @param through a command that becomes the one that follows it
 */
export async function startProgram(
  env: Readonly<Record<string, string>> = {},
  directory = mkdtempSync(join(tmpdir(), "orgconfig-program-")),
  file = mainFile,
  through: readonly string[] = [],
): Promise<Program> {
  const port = Number(env.PORT ?? (await freePort()));
  const [command = "", ...words] = [...through, process.execPath, file, "serve"];
  const child = spawn(command, words, {
    env: { ...process.env, PORT: String(port), ORGCONFIG_DATA_DIR: directory, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => (printed += String(chunk)));
  const exited = new Promise<number | null>((resolve) => child.once("close", resolve));
  const program: Program = {
    url: `http://127.0.0.1:${port}`,
    directory,
    child,
    output: () => printed,
    firstKey: () => firstKeyIn(directory),
    stop() {
      child.kill("SIGTERM");
      return exited;
    },
  };
  for (const deadline = Date.now() + startMs; Date.now() < deadline; ) {
    const answer = await fetch(`${program.url}/readyz`).catch(() => undefined);
    if (answer?.ok) return program;
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}: ${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the program is not ready after ${startMs / 1_000} s: ${printed}`);
}

/** The API key that a first start left in its data directory. */
export function firstKeyIn(directory: string): string {
  return /svc_ak_\w+/.exec(readFileSync(join(directory, "first-sign-in"), "utf8"))?.[0] ?? "";
}
