/** The program as it is typed into a terminal: another process, judged by what it prints and ends with. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `orgconfig` with these arguments, from the sources. */
export function orgconfig(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  const program = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--import", "tsx", program, ...args],
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}
