/**
 * One run of the `git` program in a folder of its own. It knows no configuration but what stands here, runs no hook and
 * no helper, asks nobody, and is ended with all that it started where it takes too long or writes too much.
 */
import { spawn } from "node:child_process";
import { GitFailure } from "../port.ts";

export interface GitRun {
  /** The folder that it works in; its home too, so that no configuration of a user counts. */
  readonly folder: string;
  readonly args: readonly string[];
  /** Settings as of `git -c`. They are in its environment, where no list of processes shows them. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly timeout_ms: number;
  /** Most bytes that are read of what it prints. */
  readonly most: number;
}

export interface GitResult {
  readonly code: number;
  readonly output: Buffer;
  /** What it said of errors, the first of it. */
  readonly said: string;
}

/** Bounds of the system for each run: a file, the memory of a process, and its time on a processor. */
export const bounds = { fileMb: 200, memoryMb: 1_024, processorSeconds: 120 } as const;
const mostOutput = 8_192;

/** What every run is set to, whatever a repository or this machine says. */
const settings = {
  "core.hooksPath": "/dev/null",
  "core.symlinks": "false",
  "core.fsmonitor": "false",
  "core.bigFileThreshold": "4m",
  "credential.helper": "",
  "fetch.unpackLimit": "1",
  "gc.auto": "0",
  "http.followRedirects": "false",
  "http.lowSpeedLimit": "1000",
  "http.lowSpeedTime": "15",
  "http.proxy": "",
  "http.userAgent": "orgconfig",
  "maintenance.auto": "false",
  "pack.threads": "1",
  "pack.windowMemory": "64m",
  "protocol.version": "2",
  "submodule.recurse": "false",
  "transfer.bundleURI": "false",
} as const;

const shell = `ulimit -f ${bounds.fileMb * 2_048}; ulimit -v ${bounds.memoryMb * 1_024}; ulimit -t ${bounds.processorSeconds}; exec git "$@"`;

/** Ends when the program has ended, whatever its status. @throws GitFailure where it is not there, or was ended */
export function runGit({
  folder,
  args,
  env = {},
  input,
  timeout_ms,
  most,
  ...run
}: GitRun): Promise<GitResult> {
  const all = Object.entries({ ...settings, ...run.settings });
  const configured = Object.fromEntries(
    all.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  );
  const child = spawn("/bin/sh", ["-c", shell, "git", ...args], {
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
    let [read, said] = [0, ""];
    const end = (failure: GitFailure) => {
      kill(child.pid);
      reject(failure);
    };
    const late = setTimeout(
      () => end(new GitFailure("unreachable", `it took more than ${timeout_ms / 1_000} seconds`)),
      timeout_ms,
    );
    child.stdout.on("data", (chunk: Buffer) => {
      read += chunk.length;
      if (read > most) end(new GitFailure("refused", "it answered more than is read"));
      else output.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString("utf8")).slice(0, mostOutput);
    });
    child.stdin.on("error", () => {}); // it ended before it read all
    child.stdin.end(input ?? "");
    child.once("error", () => end(new GitFailure("refused", "the program git cannot be started here")));
    child.once("close", (code) => {
      clearTimeout(late);
      kill(child.pid);
      resolve({ code: code ?? -1, output: Buffer.concat(output), said });
    });
  });
}

/** The authorities that the operator trusts besides those of the system. */
function trusted(): Record<string, string> {
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
