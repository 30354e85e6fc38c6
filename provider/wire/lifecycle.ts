/** How the process lives and ends: with Terraform, never before it, and never silently. */
import { rmSync, writeSync } from "node:fs";

const PARENT_CHECK_MS = 1_000;

/** The exit code of a Go program that panicked, which is what Terraform expects of a provider. */
const CRASHED = 2;

/** Ties the process to the Terraform that started it. */
export function attachToTerraform(): void {
  reportCrashes();
  ignoreSignals();
  leaveWithParent();
}

/** From now on nothing reaches standard output, whose one line is the handshake. */
export function silenceStdout(): void {
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
}

/** Removes the directory when the process ends in any way that still runs code. */
export function removeAtExit(directory: string): void {
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
}

/** Terraform shows the user what follows `panic: ` in the output of a provider that died. */
function reportCrashes(): void {
  process.on("uncaughtException", (error) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    try {
      writeSync(process.stderr.fd, `panic: ${text}\n`);
    } finally {
      process.exit(CRASHED);
    }
  });
  // A Terraform that is gone no longer reads; that is for leaveWithParent to notice, not a crash.
  process.stderr.on("error", () => {});
}

/**
 * Ctrl-C and a `timeout` reach the whole process group. Terraform then finishes what is under way and asks us
 * to leave; a provider that left by itself would orphan the row it is creating.
 */
function ignoreSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
}

/** A Terraform that was killed cannot ask: then the process gets another parent. */
function leaveWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(0);
  }, PARENT_CHECK_MS).unref();
}
