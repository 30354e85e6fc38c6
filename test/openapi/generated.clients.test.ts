/**
 * Clients that other people's generators make of the description, by their defaults: they compile strictly, and a
 * program over each creates, reads, changes and deletes rows in a running service.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../support/program.ts";
import { startService, type TestService } from "../support/service.ts";

const clients = join(root, "test/openapi/clients");
const description = join(root, "test/golden/openapi.json");
const generators = {
  "openapi-typescript": ["openapi-typescript/bin/cli.js", description, "--output", "schema.ts"],
  "hey-api": ["@hey-api/openapi-ts/bin/run.js", "--input", description, "--output", "generated"],
} as const;

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
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await test.close();
});

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`node ${args.join(" ")}\n${error.stdout}\n${error.stderr}`);
  });
  return stdout;
}

const strictly = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom,dom.iterable"].concat([
  "--module",
  "esnext",
  "--moduleResolution",
  "bundler",
  "--allowImportingTsExtensions",
  // Types of packages that ours come with are nothing that a client compiles.
  "--types",
  "node",
]);

it.each(Object.entries(generators))("%s makes a client that compiles and works", async (name, generator) => {
  const [bin, ...args] = generator;
  await run([join(clients, "node_modules", bin), ...args]);
  const program = `${name}.ts`;
  cpSync(join(clients, "programs", program), join(folder, program));
  await run([join(clients, "node_modules/typescript/bin/tsc"), ...strictly, program]);
  const tenant = await test.makeTenant();
  const env = { ORGCONFIG_URL: url, ORGCONFIG_KEY: tenant.key.value };
  expect(await run([join(root, "node_modules/tsx/dist/cli.mjs"), program], env)).toBe("done\n");
});
