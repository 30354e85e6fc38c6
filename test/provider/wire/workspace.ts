/** A directory in which the real terraform runs against the fixture's provider, offline. */
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
import { Terraform } from "../terraform.ts";
import type { Fixture } from "./build-fixture.ts";
import { Backend } from "./fixture/backend.ts";

export interface TerraformDiagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
  readonly range?: { readonly start: { readonly line: number } };
}

export class Workspace extends Terraform {
  readonly backend: Backend;

  constructor(fixture: Fixture, environment: Readonly<Record<string, string>> = {}) {
    const directory = mkdtempSync(join(tmpdir(), "wire-workspace-"));
    const data = { TMPDIR: directory, TF_DATA_DIR: join(directory, "data") };
    super(directory, fixture.mirror, { ...data, ...environment });
    mkdirSync(join(directory, "backend"));
    this.backend = new Backend(join(directory, "backend"));
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

interface StateResource {
  readonly mode: string;
  readonly type: string;
  readonly name: string;
  readonly instances: readonly { readonly attributes: Record<string, unknown> }[];
}
