/**
 * One run of the `git` program in a folder of its own. It knows no configuration but what stands here, runs no hook and
 * no helper, asks nobody, and is ended with all that it started where it takes too long or writes too much.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { GitFailure } from "../port.ts";
import { bounds } from "./bounds.ts";
import { failureNamed } from "./failures.ts";

export interface GitRun {
  /** The folder that it works in; its home too, so that no configuration of a user counts. */
  readonly folder: string;
  readonly args: readonly string[];
  /** Settings as of `git -c`. They are in its environment, where no list of processes shows them. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly timeout_ms: number;
  /** Most of a file that it may write, in MB; the bound of all where it is left out. */
  readonly mostMb?: number;
  /** Most bytes that are read of what it prints, and most that a NUL byte ends of it. */
  readonly most: number;
  readonly mostEnds?: number;
  /** What is said where it prints more; a sentence with a way out. */
  readonly tooMuch?: string;
}

export interface GitResult {
  readonly code: number;
  readonly output: Buffer;
  /** What it said of errors, the first of it. */
  readonly said: string;
}

const saidBytes = 8_192;

/** What every run is set to, whatever a repository or this machine says. */
const settings = {
  "core.hooksPath": "/dev/null",
  "core.symlinks": "false",
  "core.fsmonitor": "false",
  "core.bigFileThreshold": `${bounds.fileMib}m`,
  "credential.helper": "",
  "fastimport.unpackLimit": "1",
  "fetch.unpackLimit": "1",
  "gc.auto": "0",
  "http.followRedirects": "false",
  "http.lowSpeedLimit": String(bounds.silentBytes),
  "http.lowSpeedTime": String(bounds.silentSeconds),
  "http.proxy": "",
  "http.userAgent": "orgconfig",
  "maintenance.auto": "false",
  "pack.threads": "1",
  "pack.windowMemory": "64m",
  "protocol.version": "2",
  "submodule.recurse": "false",
  "transfer.bundleURI": "false",
} as const;

const shell = `ulimit -f "$0"; ulimit -v ${bounds.memoryMb * 1_024}; ulimit -t ${bounds.processorSeconds}; exec git "$@"`;

const times = new AsyncLocalStorage<{ leftMs: number }>();

/** Gives all runs of the work, one after the other, so many milliseconds together; the last one is ended as a late one. */
export function withinTime<T>(leftMs: number, work: () => Promise<T>): Promise<T> {
  return times.run({ leftMs }, work);
}

/** Ends when the program has ended, whatever its status. @throws GitFailure where it is not there, or was ended */
export async function runGit(run: GitRun): Promise<GitResult> {
  const time = times.getStore();
  if (time === undefined) return started(run);
  const start = performance.now();
  try {
    return await started({ ...run, timeout_ms: Math.max(1, Math.min(run.timeout_ms, time.leftMs)) });
  } finally {
    time.leftMs -= performance.now() - start;
  }
}

function started({
  folder,
  args,
  env = {},
  input,
  timeout_ms,
  mostMb = bounds.packMb,
  most,
  mostEnds = Number.POSITIVE_INFINITY,
  tooMuch = `it answered more than ${bounds.listMib} MiB, and no more is read`,
  ...run
}: GitRun): Promise<GitResult> {
  const all = Object.entries({ ...settings, ...run.settings });
  const configured = Object.fromEntries(
    all.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  );
  const child = spawn("/bin/sh", ["-c", shell, String(mostMb * 2_048), ...args], {
    cwd: folder,
    // A group of its own: what it starts ends with it.
    detached: true,
    env: {
      PATH: process.env.PATH ?? "/usr/bin:/bin",
      ...trusted(),
      HOME: folder,
      LC_ALL: "C",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_COUNT: String(all.length),
      ...configured,
      GIT_TERMINAL_PROMPT: "0",
      GIT_ASKPASS: "/bin/false",
      SSH_ASKPASS: "/bin/false",
      GIT_NO_REPLACE_OBJECTS: "1",
      GIT_ALLOW_PROTOCOL: "",
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  return new Promise<GitResult>((resolve, reject) => {
    const output: Buffer[] = [];
    let [read, ends, said] = [0, 0, ""];
    const end = (failure: GitFailure) => {
      kill(child.pid);
      reject(failure);
    };
    const late = setTimeout(() => end(failureNamed("late")), timeout_ms);
    child.stdout.on("data", (chunk: Buffer) => {
      read += chunk.length;
      if (mostEnds < Number.POSITIVE_INFINITY) for (const byte of chunk) if (byte === 0) ends += 1;
      if (read > most || ends > mostEnds) end(new GitFailure("refused", tooMuch));
      else output.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString("utf8")).slice(0, saidBytes);
    });
    child.stdin.on("error", () => {}); // it ended before it read all
    child.stdin.end(input ?? "");
    // It is named as missing, too, where it was to work in a folder that is gone.
    child.once("error", () => end(failureNamed(existsSync(folder) ? "no_git" : "disk")));
    child.once("close", (code, signal) => {
      clearTimeout(late);
      kill(child.pid);
      const ended = signal === null ? said : `${said}\nsignal ${signal}`;
      resolve({ code: code ?? -1, output: Buffer.concat(output), said: ended });
    });
  });
}

/** The authorities that the operator trusts besides those of the system. */
export function trusted(): Partial<Record<"GIT_SSL_CAINFO" | "SSL_CERT_FILE" | "SSL_CERT_DIR", string>> {
  const { GIT_SSL_CAINFO, SSL_CERT_FILE, SSL_CERT_DIR } = process.env;
  return Object.fromEntries(
    Object.entries({ GIT_SSL_CAINFO, SSL_CERT_FILE, SSL_CERT_DIR }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

/** Ends the program and all that it started. */
function kill(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // nothing of it runs any more
  }
}
