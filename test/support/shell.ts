/** A terminal, for commands as a page of the docs has them. */
import { spawn } from "node:child_process";
import { enginePrograms } from "../../scripts/engine-programs.mjs";
import { until } from "./until.ts";

/** A block waits for engines and for what is read back; a busy machine takes its time. */
const blockMs = 120_000;

export interface Shell {
  /** @returns what was printed. @throws with it where a command fails */
  run(commands: string): Promise<string>;
  /** Ends it with all that it started. */
  close(): void;
}

/**
 * One bash for all blocks of a page: what one defines the next ones use. A command that fails ends it.
 * @param tree its home, and where it is
 * @param bin programs that stand for what belongs to the machine; the engines' own are found as well
 */
export function openShell(tree: string, bin: string): Shell {
  const path = `${bin}:${enginePrograms()}:${process.env.PATH}`;
  const child = spawn("bash", ["--norc"], {
    cwd: tree,
    env: { ...process.env, HOME: tree, PATH: path },
    stdio: ["pipe", "pipe", "pipe"],
    // A process group of its own, so that what it starts ends with it.
    detached: true,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += String(chunk)));
  child.stdin.on("error", () => {});
  child.stdin.write("set -eo pipefail\n");
  let count = 0;
  return {
    async run(commands: string) {
      const from = printed.length;
      count += 1;
      const mark = `__block ${count} is done__`;
      child.stdin.write(`${commands}\necho "${mark}"\n`);
      const failed = () => new Error(`block ${count}:\n${commands}\n${printed.slice(from)}`);
      await until(() => {
        if (child.exitCode !== null) throw failed();
        return printed.includes(mark, from);
      }, blockMs).catch(() => {
        throw failed();
      });
      return printed.slice(from, printed.indexOf(mark, from));
    },
    close() {
      if (child.pid !== undefined) end(-child.pid);
    },
  };
}

/** Ends a process, or with a minus a whole group, where it is still there. */
function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
