/**
 * Clients that other people's generators make of the description: they compile strictly, and a program over each does
 * ten tasks in a running service.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../support/program.ts";
import { startService, type TestService } from "../support/service.ts";
import { goodPassword, siteOf } from "../support/sign-in.ts";

const clients = join(root, "test/openapi/clients");
const node = process.execPath;
const program = (name: string) => join(clients, "node_modules", name);

let test: TestService;
let url: string;
let folder: string;
beforeAll(async () => {
  test = await startService();
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  url = `http://127.0.0.1:${(test.service.server.server.address() as AddressInfo).port}`;
  mkdirSync(join(clients, ".tmp"), { recursive: true });
  // Below the generators' own packages, so that what they make finds its companions.
  folder = mkdtempSync(join(clients, ".tmp", "client-"));
  writeFileSync(join(folder, "openapi.json"), test.service.description);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await test.close();
});

async function run(
  [command, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(
      `${command} ${args.join(" ")}\n${error.stdout.slice(-4_000)}\n${error.stderr.slice(-4_000)}`,
    );
  });
  return stdout;
}

/** Lays the client's program next to what was generated. */
function lay(...names: readonly string[]): void {
  for (const name of names) cpSync(join(clients, "programs", name), join(folder, name));
}

/** Runs a client's program against an organization of its own, with an administrator who has a password. */
async function tenTasks(
  command: readonly [string, ...string[]],
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const tenant = await test.makeTenant();
  const { email } = await siteOf(test).makeMember(tenant.organization.id, "org_admin");
  const env = {
    ...more,
    ORGCONFIG_URL: url,
    ORGCONFIG_KEY: tenant.key.value,
    ORGCONFIG_ORGANIZATION: tenant.organization.id,
    ORGCONFIG_EMAIL: email,
    ORGCONFIG_PASSWORD: goodPassword,
  };
  expect(await run(command, env)).toBe("done\n");
}

const strictly = [
  ..."--strict --noUncheckedIndexedAccess --noPropertyAccessFromIndexSignature --noImplicitOverride".split(
    " ",
  ),
  ..."--noFallthroughCasesInSwitch --noEmit --target es2022 --lib es2022,dom,dom.iterable".split(" "),
  // Types of packages that ours come with are nothing that a client compiles.
  ..."--module esnext --moduleResolution bundler --allowImportingTsExtensions --types node".split(" "),
];
const compile = (...args: readonly string[]) =>
  run([node, program("typescript/bin/tsc"), ...strictly, ...args]);
/** A description of 2 MB is generated and compiled in half a minute of a processor that does nothing else. */
const timeout = 300_000;
const tsx = join(root, "node_modules/tsx/dist/cli.mjs");

it("openapi-typescript makes a client that compiles and works", { timeout }, async () => {
  await run([node, program("openapi-typescript/bin/cli.js"), "openapi.json", "--output", "schema.ts"]);
  lay("openapi-typescript.ts");
  await compile("--exactOptionalPropertyTypes", "openapi-typescript.ts");
  await tenTasks([node, tsx, "openapi-typescript.ts"]);
});

it("hey-api makes a client with zod's schemas that compiles and works", { timeout }, async () => {
  lay("hey-api.ts", "hey-api.config.ts");
  await run([node, program("@hey-api/openapi-ts/bin/run.js"), "--file", "hey-api.config.ts"]);
  await compile("hey-api.ts");
  await tenTasks([node, tsx, "hey-api.ts"]);
});

/**
 * What OpenAPI Generator's last version that comes with its program in the package (4.3.1, of 2020) reads: OpenAPI 3.0,
 * whose schemas know fewer keywords. Where a value is of one type or another, it makes types that it does not write;
 * here that is a value of any type. Of objects that say that they may have more members it makes maps; all may have them
 * unless they say otherwise. HEAD, which doubles the calls, is left out.
 */
function asOldGeneratorsRead(node: unknown, members = false): unknown {
  if (Array.isArray(node)) return node.map((item) => asOldGeneratorsRead(item));
  if (typeof node !== "object" || node === null) return node;
  if (!members && "anyOf" in node) return "description" in node ? { description: node.description } : {};
  const unknown = members
    ? []
    : ["jsonSchemaDialect", "dependentSchemas", "propertyNames", "pattern", "head"];
  return Object.fromEntries(
    Object.entries(node)
      .filter(
        ([name, value]) => !unknown.includes(name) && !(name === "additionalProperties" && value === true),
      )
      .map(([name, value]) => [name, asOldGeneratorsRead(value, name === "properties" && !members)]),
  );
}

const calls =
  "create_team get_team update_team list_teams delete_team create_deploy_policy get_deploy_policy update_deploy_policy delete_deploy_policy create_connector list_alerts list_audit_log plan_changes apply_plan sign_in create_api_key revoke_api_key whoami".split(
    " ",
  );

interface Part {
  paths: Record<string, Record<string, { operationId?: string }>>;
  components: Record<string, Record<string, unknown>>;
}

/** The calls of the ten tasks, with all that they name: the whole takes Java and Go a minute of a processor. */
function partOf({ paths, components, ...others }: Part): object {
  const kept = Object.entries(paths).flatMap(([path, item]) => {
    const own = Object.entries(item).filter(
      ([, { operationId }]) => operationId === undefined || calls.includes(operationId),
    );
    return own.some(([, { operationId }]) => operationId !== undefined)
      ? [[path, Object.fromEntries(own)]]
      : [];
  });
  const part: Part = {
    paths: Object.fromEntries(kept),
    components: { securitySchemes: components.securitySchemes ?? {} },
  };
  const follow = (text: string): void => {
    for (const [, group = "", name = ""] of text.matchAll(/"#\/components\/(\w+)\/(\w[\w.-]*)"/g)) {
      part.components[group] ??= {};
      if (name in (part.components[group] as object)) continue;
      const value = components[group]?.[name];
      (part.components[group] as Record<string, unknown>)[name] = value;
      follow(JSON.stringify(value));
    }
  };
  follow(JSON.stringify(part.paths));
  return { ...others, ...part };
}

it("OpenAPI Generator makes a client for Go that compiles and works", { timeout }, async () => {
  await run([
    node,
    program("@apiture/openapi-down-convert/lib/src/cli.js"),
    "-i",
    "openapi.json",
    "-o",
    "3.0.json",
  ]);
  const older = JSON.parse(readFileSync(join(folder, "3.0.json"), "utf8"));
  writeFileSync(join(folder, "3.0.json"), JSON.stringify(asOldGeneratorsRead(partOf(older))));
  const jar = program("@openapitools/openapi-generator-cli/bin/openapi-generator.jar");
  const only =
    "-Dmodels -Dapis -DsupportingFiles -DmodelDocs=false -DapiDocs=false -DmodelTests=false -DapiTests=false";
  const generate = "generate -g go-experimental --package-name orgconfig --skip-validate-spec -i 3.0.json";
  await run([
    "java",
    "-XX:TieredStopAtLevel=1",
    ...only.split(" "),
    "-jar",
    jar,
    ...generate.split(" "),
    "-o",
    "src/orgconfig",
  ]);
  mkdirSync(join(folder, "src/tasks"));
  cpSync(join(clients, "programs/tasks.go"), join(folder, "src/tasks/main.go"));
  // Debian's packages of Go's libraries are below /usr/share/gocode.
  const env = { GO111MODULE: "off", GOPATH: `${folder}:/usr/share/gocode`, GOFLAGS: "" };
  await run(["go", "vet", "tasks"], env);
  await tenTasks(["go", "run", "tasks"], env);
});
