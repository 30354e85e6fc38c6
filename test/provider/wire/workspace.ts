/** A directory in which the real terraform runs against the fixture's provider, offline. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIRECTORY_PREFIX } from "../../../provider/wire/handshake.ts";
import type { Fixture } from "./build-fixture.ts";
import { Backend } from "./fixture/backend.ts";

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

export interface TerraformDiagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
  readonly range?: { readonly start: { readonly line: number } };
}

export class Workspace {
  readonly directory = mkdtempSync(join(tmpdir(), "wire-workspace-"));
  readonly backend: Backend;
  readonly #environment: Record<string, string>;

  constructor(fixture: Fixture, environment: Readonly<Record<string, string>> = {}) {
    const backend = join(this.directory, "backend");
    mkdirSync(backend);
    this.backend = new Backend(backend);
    const cliConfig = join(this.directory, "cli.tfrc");
    // No `direct` next to it: what the mirror lacks is an error, never a request to the registry.
    const mirror = `  filesystem_mirror {\n    path = ${JSON.stringify(fixture.mirror)}\n  }\n`;
    writeFileSync(cliConfig, `provider_installation {\n${mirror}}\n`);
    this.#environment = {
      PATH: process.env.PATH ?? "",
      HOME: this.directory,
      TMPDIR: this.directory,
      TF_CLI_CONFIG_FILE: cliConfig,
      TF_DATA_DIR: join(this.directory, "data"),
      TF_IN_AUTOMATION: "1",
      CHECKPOINT_DISABLE: "1",
      // A user's shell may hold such a thing; the launcher must not mind.
      NODE_OPTIONS: "--require=/nonexistent/hook.js",
      ...environment,
    };
  }

  /** Writes the configuration; a test's text begins at line 1 of main.tf, the rest is in another file. */
  async configure(text: string): Promise<void> {
    writeFileSync(join(this.directory, "main.tf"), text);
    const source = 'orgconfig = {\n      source = "registry.terraform.io/orgconfig/orgconfig"\n    }';
    const directory = JSON.stringify(join(this.directory, "backend"));
    writeFileSync(
      join(this.directory, "provider.tf"),
      `terraform {\n  required_providers {\n    ${source}\n  }\n}\n` +
        `variable "token" {\n  default = null\n}\n` +
        `provider "orgconfig" {\n  directory = ${directory}\n  token = var.token\n}\n`,
    );
    if (!existsSync(join(this.directory, "data"))) await this.succeed("init");
  }

  start(...args: readonly string[]): ChildProcess {
    const env = this.#environment;
    // In a group of its own, so that a test can send to the group what a terminal sends on Ctrl-C.
    return spawn("terraform", [...args, "-no-color"], { cwd: this.directory, env, detached: true });
  }

  async run(...args: readonly string[]): Promise<Run> {
    return finished(this.start(...args));
  }

  /** Runs a command that has to succeed, and gives its output. */
  async succeed(...args: readonly string[]): Promise<string> {
    const { code, output } = await this.run(...args);
    if (code !== 0) throw new Error(`terraform ${args.join(" ")} ended with ${code}:\n${output}`);
    return output;
  }

  apply(): Promise<string> {
    return this.succeed("apply", "-auto-approve");
  }

  /** Plans, and says what would be done to each address. */
  async plan(): Promise<Readonly<Record<string, Change>>> {
    await this.succeed("plan", "-out=plan");
    const shown = JSON.parse(await this.succeed("show", "-json", "plan"));
    const changes: { address: string; change: Change }[] = shown.resource_changes ?? [];
    return Object.fromEntries(changes.map(({ address, change }) => [address, change]));
  }

  /** Whether a plan finds nothing to do, in the resources' state included. */
  async isSettled(): Promise<boolean> {
    const { code, output } = await this.run("plan", "-detailed-exitcode");
    if (code === 1) throw new Error(output);
    return code === 0;
  }

  async validate(): Promise<readonly TerraformDiagnostic[]> {
    const { output } = await this.run("validate", "-json");
    return JSON.parse(output).diagnostics;
  }

  stateText(): string {
    return readFileSync(join(this.directory, "terraform.tfstate"), "utf8");
  }

  /** The attributes of each managed resource in the state. */
  state(): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
    const resources: StateResource[] = JSON.parse(this.stateText()).resources;
    return Object.fromEntries(
      resources
        .filter(({ mode }) => mode === "managed")
        .map(({ type, name, instances }) => [`${type}.${name}`, instances[0]?.attributes ?? {}]),
    );
  }

  /** Changes the state file as an older provider would have written it. */
  rewriteState(change: (text: string) => string): void {
    writeFileSync(join(this.directory, "terraform.tfstate"), change(this.stateText()));
  }

  /** The socket directories that providers left behind. */
  leftovers(): string[] {
    return readdirSync(this.directory).filter((name) => name.startsWith(DIRECTORY_PREFIX));
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
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

interface StateResource {
  readonly mode: string;
  readonly type: string;
  readonly name: string;
  readonly instances: readonly { readonly attributes: Record<string, unknown> }[];
}
