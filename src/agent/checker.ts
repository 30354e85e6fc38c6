/** Runs an engine's own checker (promtool, amtool, the engine itself) over files before they are written. */
import { execFile } from "node:child_process";
import { oneLine } from "../kernel/one-line.ts";
import { EngineProblem } from "./engine.ts";

const checkTimeout_ms = 120_000;
const longestMessage = 300;

export interface Check {
  /** A path, or a name that is looked for in PATH. */
  readonly program: string;
  readonly args: readonly string[];
  /** Where the files are. */
  readonly directory: string;
  /** What it fails with where the files are good, and have nothing in them. */
  readonly nothingInThem?: RegExp | undefined;
  /** Whether it is an error where there is no such program; else its engine is left to refuse files. */
  readonly required: boolean;
}

/**
 * @returns whether there is such a program
 * @throws EngineProblem with the first lines of what it said
 */
export function runChecker(check: Check): Promise<boolean> {
  const { program, args, directory, nothingInThem, required } = check;
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { cwd: directory, timeout: checkTimeout_ms, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error === null || nothingInThem?.test(stderr)) return resolve(true);
        if (error.code === "ENOENT" && !required) return resolve(false);
        reject(
          new EngineProblem(oneLine(`${program} ${faultOf(error, `${stderr}\n${stdout}`)}`, longestMessage)),
        );
      },
    );
  });
}

function faultOf(error: { readonly code?: unknown; readonly killed?: boolean }, output: string): string {
  if (error.code === "ENOENT") return "was not found; name another with --checker";
  if (typeof error.code === "string") return `cannot be started (${error.code}); name another with --checker`;
  if (error.killed) return `did not end within ${checkTimeout_ms / 1_000} seconds`;
  return `refuses the files: ${firstFaults(output)}`;
}

/** The lines that name a fault; those of what passed are left out. */
function firstFaults(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const faults = lines.filter((line) => !/^(Checking(?!.*FAILED)|\s*SUCCESS)|\tinfo\t/.test(line));
  return faults.slice(0, 5).join(" ").trim();
}
