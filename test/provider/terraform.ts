/** A directory in which the real terraform runs, with a mirror as the only source of providers. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Run {
  readonly code: number | null;
  /** Both streams, as a person would see them. */
  readonly output: string;
}

export interface Change {
  readonly actions: readonly string[];
  readonly importing?: { readonly id: string };
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly after_unknown: Readonly<Record<string, unknown>>;
}

type Variables = Readonly<Record<string, string>>;

export class Terraform {
  readonly directory: string;
  protected readonly environment: Variables;

  /** @param mirror a folder, or the `https://` address of a network mirror, with a slash at its end */
  constructor(directory: string, mirror: string, environment: Variables) {
    this.directory = directory;
    mkdirSync(directory, { recursive: true });
    const cliConfig = join(directory, "cli.tfrc");
    // No `direct` next to it: what the mirror lacks is an error, never a request to the registry.
    const [place, key] = mirror.startsWith("https:")
      ? ["network_mirror", "url"]
      : ["filesystem_mirror", "path"];
    writeFileSync(
      cliConfig,
      `provider_installation {\n  ${place} {\n    ${key} = ${JSON.stringify(mirror)}\n  }\n}\n`,
    );
    this.environment = {
      PATH: process.env.PATH ?? "",
      HOME: directory,
      TMPDIR: tmpdir(),
      TF_CLI_CONFIG_FILE: cliConfig,
      TF_IN_AUTOMATION: "1",
      CHECKPOINT_DISABLE: "1",
      // A user's shell may hold such a thing; the launcher must not mind.
      NODE_OPTIONS: "--require=/nonexistent/hook.js",
      ...environment,
    };
  }

  /** @param detached in a group of its own, so that a test can send to the group what a terminal sends on Ctrl-C */
  start(args: readonly string[], environment: Variables = {}, detached = false): ChildProcess {
    const env = { ...this.environment, ...environment };
    return spawn("terraform", [...args, "-no-color"], { cwd: this.directory, env, detached });
  }

  async run(...args: readonly string[]): Promise<Run> {
    return finished(this.start(args));
  }

  /** Runs a command that has to succeed, and gives its output. */
  async succeed(...args: readonly string[]): Promise<string> {
    const { code, output } = await this.run(...args);
    if (code !== 0) throw new Error(`terraform ${args.join(" ")} ended with ${code}:\n${output}`);
    return output;
  }

  apply(...args: readonly string[]): Promise<string> {
    return this.succeed("apply", "-auto-approve", ...args);
  }

  /** Plans, and says what would be done to each address. */
  async plan(): Promise<Readonly<Record<string, Change>>> {
    await this.succeed("plan", "-out=plan");
    const shown = JSON.parse(await this.succeed("show", "-json", "plan"));
    const changes: { address: string; change: Change }[] = shown.resource_changes ?? [];
    return Object.fromEntries(changes.map(({ address, change }) => [address, change]));
  }

  /** What a plan finds to do; empty when there is nothing. */
  async pending(...args: readonly string[]): Promise<string> {
    const { code, output } = await this.run("plan", ...args, "-detailed-exitcode");
    if (code === 1) throw new Error(output);
    return code === 0 ? "" : output;
  }
}

/** Waits for a command's end. */
export async function finished(child: ChildProcess): Promise<Run> {
  const pieces: string[] = [];
  child.stdout?.on("data", (data) => pieces.push(String(data)));
  child.stderr?.on("data", (data) => pieces.push(String(data)));
  const [code] = await once(child, "close");
  return { code, output: pieces.join("") };
}
