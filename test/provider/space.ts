/** A directory in which the real terraform runs with the real provider against a service on loopback. */
import type { ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { inflateRawSync } from "node:zlib";
import { createProvider } from "../../provider/provider.ts";
import { address } from "../../provider/version.ts";
import { serveAttached } from "../../provider/wire/serve.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { makePerson } from "../support/people.ts";
import { createSamples, type Samples } from "../support/samples.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { buildMirror } from "./launcher.ts";
import { finished, type Run, Terraform } from "./terraform.ts";

/** The machine has no terraform, and its owner says so: `.ci/run` fails where it is missing unsaid. */
export const withoutTerraform = process.env.ORGCONFIG_SKIP_TERRAFORM === "1";

/** Says once what was not tested, where terraform is known to be missing. */
export function saySkipped(what: string): void {
  if (withoutTerraform) console.log(`${what}: skipped (ORGCONFIG_SKIP_TERRAFORM=1)`);
}

export interface Ground {
  readonly test: TestService;
  readonly endpoint: string;
  readonly mirror: string;
  /** Each request that reached the service, as `GET /api/v1/config/teams`. */
  readonly requests: string[];
  space(tenant: Tenant, environment?: Readonly<Record<string, string>>): Space;
  tenant(): Promise<Tenant & { readonly samples: Samples }>;
  close(): Promise<void>;
}

/**
 * How a command gets at the provider. Terraform starts it two to four times in a command, which takes most of
 * the command's time. "attached" spares that: this process serves Terraform, with the variables that the
 * command has, and as many providers as Terraform would start. It is for tests of what the provider does, not of
 * its program. With TEST_PROVIDER=started every command starts it.
 */
export type Way = "started" | "attached";

/**
 * A service that listens, and a mirror with the provider: that of ORGCONFIG_PROVIDER_MIRROR, or else one as
 * `npm run build:provider` makes it.
 */
export async function breakGround(
  env: Readonly<Record<string, string>> = {},
  wanted: Way = "started",
): Promise<Ground> {
  const way = process.env.TEST_PROVIDER === "started" ? "started" : wanted;
  const directory = mkdtempSync(join(tmpdir(), "provider-"));
  const made = process.env.ORGCONFIG_PROVIDER_MIRROR;
  const mirror = made ? resolve(made) : join(directory, "mirror");
  if (!made) buildMirror(mirror);
  const test = await startService(env);
  // Samples name targets that fail: after a minute they would be turned off, which the next plan would undo.
  await test.service.delivery.close();
  const requests: string[] = [];
  test.service.server.addHook("onRequest", async ({ method, url }) => {
    requests.push(`${method} ${url}`);
  });
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = test.service.server.server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  const spaces: Space[] = [];
  return {
    test,
    endpoint,
    mirror,
    requests,
    space(tenant, environment = {}) {
      const space = new Space(
        join(directory, `space-${spaces.length}`),
        mirror,
        {
          ORGCONFIG_ENDPOINT: endpoint,
          ORGCONFIG_API_KEY: tenant.key.value,
          ...environment,
        },
        way,
      );
      spaces.push(space);
      return space;
    },
    async tenant() {
      const made = await test.makeTenant();
      const samples = createSamples({
        definitions: definitionsByKind,
        config: made.config,
        join: (email) => makePerson(test.database, made.organization.id, email),
      });
      return { ...made, samples };
    },
    async close() {
      await test.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

export class Space extends Terraform {
  readonly #way: Way;
  #served = 0;
  /** Values of the configuration's variables. */
  variables: Readonly<Record<string, string>> = {};
  #initialized = false;

  constructor(
    directory: string,
    mirror: string,
    environment: Readonly<Record<string, string>>,
    way: Way = "started",
  ) {
    super(directory, mirror, environment);
    this.#way = way;
  }

  /** Writes the configuration; a file without its own `terraform` block gets one next to it. */
  async configure(text: string): Promise<void> {
    writeFileSync(join(this.directory, "main.tf"), text);
    const source = 'orgconfig = {\n      source = "orgconfig/orgconfig"\n    }';
    writeFileSync(
      join(this.directory, "provider.tf"),
      text.includes("required_providers")
        ? ""
        : `terraform {\n  required_providers {\n    ${source}\n  }\n}\n`,
    );
    // Terraform installs no provider that is attached; modules, and others' providers, it does.
    if (this.#way === "started" || /required_providers|^\s*module /m.test(text)) await this.install();
    mkdirSync(join(this.directory, ".terraform"), { recursive: true });
  }

  /** Has Terraform install what the configuration names: once, and for an attached provider only where a command starts it. */
  async install(): Promise<void> {
    if (!this.#initialized) await this.succeed("init");
    this.#initialized = true;
  }

  /** A command that starts the provider itself. */
  override start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
    const variables = Object.entries(this.variables).map(([name, value]) => [`TF_VAR_${name}`, value]);
    return super.start(args, { ...Object.fromEntries(variables), ...environment });
  }

  override async run(...args: readonly string[]): Promise<Run> {
    return this.runWith({}, ...args);
  }

  /** With other variables of the environment than the space's own. */
  async runWith(environment: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Run> {
    // Terraform installs the provider all the same, and logs what a process of its own says.
    const started = this.#way === "started" || args[0] === "init" || "TF_LOG" in environment;
    return started ? finished(this.start(args, environment)) : this.#attached(args, environment);
  }

  async #attached(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Run> {
    const variables = {
      ...this.environment,
      ...environment,
      // This process is not in the working directory.
      TF_DATA_DIR: join(this.directory, ".terraform"),
    };
    this.#served += 1;
    const provider = await serveAttached(
      () => createProvider(definitions, variables),
      address,
      join(this.directory, `${this.#served}.sock`),
    );
    try {
      return await finished(this.start(args, { ...environment, TF_REATTACH_PROVIDERS: provider.reattach }));
    } finally {
      await provider.close();
    }
  }

  /** Runs a command that has to fail, and gives its output with the frame and its line breaks taken out. */
  async fail(...args: readonly string[]): Promise<string> {
    const { code, output } = await this.run(...args);
    if (code === 0) throw new Error(`terraform ${args.join(" ")} succeeded:\n${output}`);
    return unwrapped(output);
  }

  /** What a refresh alone finds to be otherwise than in the state; empty when there is nothing. */
  drift(): Promise<string> {
    return this.pending("-refresh-only");
  }

  read(name: string): string {
    return readFileSync(join(this.directory, name), "utf8");
  }

  /** All that is in a plan file: a zip, of which every file is written as it is read. */
  readPlan(name: string): string {
    const zip = readFileSync(join(this.directory, name));
    const pieces: string[] = [];
    for (let at = 0; at >= 0; at = zip.indexOf("PK\x03\x04", at + 1)) {
      const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
      const content = zip.subarray(start);
      pieces.push((zip.readUInt16LE(at + 8) === 0 ? content : inflateRawSync(content)).toString());
    }
    return pieces.join("\n");
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.directory, name), text);
  }
}

/** Terraform's messages as one line of text each, without the frame it draws. */
export function unwrapped(output: string): string {
  return output.replace(/\s*\n[│╷╵ ]*\s*/g, " ").replace(/ +/g, " ");
}
