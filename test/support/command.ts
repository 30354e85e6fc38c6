/** The program as it is typed into a terminal: another process, judged by what it prints and ends with. */
import { type ExecFileException, execFile } from "node:child_process";
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

/** The exit code; one that a signal ended has none, and has not succeeded. */
function codeOf(error: ExecFileException | null): number {
  return error === null ? 0 : typeof error.code === "number" ? error.code : -1;
}
