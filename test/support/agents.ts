/** `orgconfig agent` as an operator starts it next to an engine. */
import { spawn } from "node:child_process";
import { compiledProgram } from "./compiled.ts";
import { programPath } from "./engines.ts";

/**
 * What the command is called with.
 * @param engine where the engine is
 * @param checker the name of the engine's checker
 */
export function agentArguments(
  connector: string,
  directory: string,
  engine: string,
  checker: string,
): string[] {
  return [
    ...["agent", "--connector", connector, "--directory", directory],
    ...["--reload-url", `${engine}/-/reload`, "--checker", programPath(checker)],
  ];
}

export interface RunningAgent {
  /** What it logged so far. */
  output(): string;
  /** Ends it with SIGTERM. */
  stop(): Promise<void>;
  /** kill -9; ends when the process is gone. */
  kill(): Promise<void>;
}

/** Starts the loop, which looks each second. */
export function startAgent(args: readonly string[], env: Readonly<Record<string, string>>): RunningAgent {
  const child = spawn(process.execPath, [compiledProgram(), ...args, "--interval", "1s"], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += String(chunk)));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    output: () => printed,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
