/** The program as it is typed into a terminal: another process, judged by what it prints and ends with. */
import { type ExecFileException, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { compiledProgram } from "./compiled.ts";

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `orgconfig` with these arguments; `input` is its standard input. */
export function orgconfig(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input = "",
): Promise<Ended> {
  const program = compiledProgram();
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ code: codeOf(error), stdout, stderr }),
    );
    // A program that ended without reading it has no pipe any more.
    child.stdin?.on("error", () => {}).end(input);
  });
}

/** The same with a standard output that takes nothing, as a full disk does. */
export async function ontoFullDisk(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Pick<Ended, "code" | "stderr">> {
  const full = openSync("/dev/full", "w");
  const child = spawn(process.execPath, [compiledProgram(), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", full, "pipe"],
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr as Readable), once(child, "close")]);
  closeSync(full);
  return { code, stderr };
}

/** The exit code; one that a signal ended has none, and has not succeeded. */
function codeOf(error: ExecFileException | null): number {
  return error === null ? 0 : typeof error.code === "number" ? error.code : -1;
}
