/** What is said to a person in addition to the results: everything here goes to the standard error output. */
import { createInterface } from "node:readline/promises";
import type { WriteStream } from "node:tty";
import { exitCodes, usageError } from "./errors.ts";

/** Whether colours are for this stream. Node knows NO_COLOR, FORCE_COLOR and terminals without any. */
export function inColour(stream: NodeJS.WriteStream, wanted: boolean): boolean {
  return wanted && stream.isTTY === true && (stream as WriteStream).hasColors();
}

/**
 * Ends the program where its output goes nowhere: without a word where whoever read it has gone, such as `head` or a
 * pager, and with one line where a disk is full. What cannot be said on the standard error output is lost.
 */
export function endWithOutput(): void {
  process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    if (code === "EPIPE") process.exit();
    say(`orgconfig: the standard output could not be written: ${message}`);
    process.exit(exitCodes.refused);
  });
  process.stderr.on("error", () => {});
}

export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** How long a call takes before it says that it is still running, and how often it says it after that. */
const tick_ms = 1_000;

/** Shows, on a terminal, that a long call is still running. */
export async function withProgress<T>(what: string, work: Promise<T>): Promise<T> {
  if (process.stderr.isTTY !== true) return work;
  const started = Date.now();
  let shown = "";
  const timer = setInterval(() => {
    shown = `${what} … ${Math.round((Date.now() - started) / 1_000)} s`;
    process.stderr.write(`\r${shown}`);
  }, tick_ms);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (shown !== "") process.stderr.write(`\r${" ".repeat(shown.length)}\r`);
  }
}

/** Refuses, before anything is done, to ask a question where nobody can answer. */
export function needTerminal(option: string): void {
  if (process.stdin.isTTY !== true)
    throw usageError(`there is no terminal to ask at; give ${option} to go on without a question`);
}

/** Asks, and takes nothing but `yes` for yes. */
export async function confirmed(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
  // At the end of the input no answer ever comes.
  const ended = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  try {
    return (await Promise.race([terminal.question(`${question} `), ended])) === "yes";
  } finally {
    terminal.close();
  }
}
