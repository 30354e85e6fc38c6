/** Runs an engine's own checker (promtool, amtool, the engine itself) over files before they are written. */
import { execFile } from "node:child_process";
import { oneLine } from "../kernel/one-line.ts";
import { EngineProblem } from "./agent.ts";

const checkTimeout_ms = 120_000;
const longestMessage = 300;

/**
 * @param program a path, or a name that is looked for in PATH
 * @param required whether it is an error where there is no such program; else its engine is left to refuse files
 * @returns whether there is such a program
 * @throws EngineProblem with the first lines of what it said
 */
export function runChecker(program: string, args: readonly string[], required: boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { timeout: checkTimeout_ms, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error === null) return resolve(true);
        const missing = error.code === "ENOENT";
        if (missing && !required) return resolve(false);
        const said = missing
          ? "is not there; name another with --checker"
          : firstFault(`${stderr}\n${stdout}`);
        reject(
          new EngineProblem(
            oneLine(`${program} ${missing ? "" : "refuses the files: "}${said}`, longestMessage),
          ),
        );
      },
    );
  });
}

/** The lines that tell of a fault; those of what passed are left out. */
function firstFault(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const faults = lines.filter((line) => !/^(Checking|\s*SUCCESS)/.test(line));
  return faults.slice(0, 5).join(" ").trim();
}
