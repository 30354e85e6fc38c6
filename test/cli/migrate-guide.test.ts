/** The worked example of docs/migrate.md does what the page says of it, against a running service. */
import { execFile } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrationSources } from "../../src/features/migrations/sources.ts";
import { compiledProgram } from "../support/compiled.ts";
import { startService, type TestService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(join(root, "docs/migrate.md"), "utf8");
const tree = mkdtempSync(join(tmpdir(), "orgconfig-migrate-guide-"));

let test: TestService;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  cpSync(join(root, "examples"), join(tree, "examples"), { recursive: true });
  const bin = mkdtempSync(join(tmpdir(), "orgconfig-migrate-bin-"));
  writeFileSync(
    join(bin, "orgconfig"),
    `#!/bin/sh\nexec '${process.execPath}' '${compiledProgram()}' "$@"\n`,
  );
  chmodSync(join(bin, "orgconfig"), 0o755);
  test = await startService();
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = test.service.server.server.address() as AddressInfo;
  const { key } = await test.makeTenant();
  env = {
    ...process.env,
    PATH: `${bin}:${process.env.PATH}`,
    ORGCONFIG_URL: `http://127.0.0.1:${port}`,
    ORGCONFIG_KEY: key.value,
  };
});
afterAll(() => test.close());

async function shell(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)("sh", ["-e", "-c", `exec 2>&1\n${script}`], {
    cwd: tree,
    env,
  });
  return stdout;
}

it("runs the commands of the page, and prints what it shows", async () => {
  const [example = ""] = page.slice(page.indexOf("### A worked example")).split("\n## ");
  const steps = [...example.matchAll(/```sh\n(.*?)```\n\n```\n(.*?)```/gs)];
  expect(steps).toHaveLength(3);
  for (const [, commands = "", shown = ""] of steps) {
    const printed = await shell(commands);
    let at = 0;
    for (const line of shown.trimEnd().split("\n")) {
      expect(printed.slice(at), line).toContain(line);
      at = printed.indexOf(line, at) + line.length;
    }
  }
});

it("names every source of the list", () => {
  const [table = ""] = page.slice(page.indexOf("| source ")).split("\n\n");
  for (const { name } of migrationSources) expect(table).toContain(`\`${name}\``);
});

it("names a command that invites a person", async () => {
  const { slug } = await siteOf(test).makeOrganization();
  const invited = await shell(
    `export ORGCONFIG_OPERATOR_TOKEN='${test.settings.operatorToken}'
     orgconfig migrate terraform examples/migrate/pagerduty.json --format yaml --out people
     $(grep -o 'orgconfig members invite [^\`]*ada@[^\`]*' people/migration.md | sed 's/ORGANIZATION/${slug}/')`,
  );
  expect(invited).toMatch(/invitations\//);
});

it("plans what it makes of PagerDuty's resources in another organization too", async () => {
  const { key } = await test.makeTenant();
  const planned = await shell(
    `export ORGCONFIG_KEY='${key.value}' OUTBOUND_CONFIG_CHECKOUT_EVENTS_SECRET=example
     orgconfig migrate terraform examples/migrate/pagerduty.json --format yaml | orgconfig plan -f -`,
  );
  expect(planned).toContain("Plan: 4 to create.");
});
