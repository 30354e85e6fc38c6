/** Follows the commands of a page of docs/, in one shell and in the page's order. */
import { spawn } from "node:child_process";
import { until } from "./until.ts";

/** A block may wait for what other programs do; a busy machine takes its time. */
const blockMs = 120_000;

/** The shell blocks of a text in Markdown. */
export function blocksOf(text: string): string[] {
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = ""]) => commands);
}

export interface Shell {
  /** @throws with what was printed where a command fails */
  run(commands: string): Promise<string>;
  /** Ends it, with all that it started. */
  close(): void;
}

/**
 * One bash for all blocks: what one defines the next ones use. A command that fails ends it.
 *
 * @param tree its folder and its home
 * @param path where programs are looked for
 */
export function openShell(tree: string, path = process.env.PATH): Shell {
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
    async run(commands) {
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
