/** The worked example of docs/migrate.md does what the page says of it, against a running service. */
import { cpSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrationSources } from "../../src/features/changes/migrations/sources.ts";
import { startService, type TestService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";
import { expectShown, type PageShell, pageShell } from "./page-commands.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(join(root, "docs/migrate.md"), "utf8");
const tree = mkdtempSync(join(tmpdir(), "orgconfig-migrate-guide-"));

let test: TestService;
let shell: PageShell;
beforeAll(async () => {
  cpSync(join(root, "examples"), join(tree, "examples"), { recursive: true });
  test = await startService();
  const { key } = await test.makeTenant();
  shell = await pageShell(test, key.value, tree);
});
afterAll(() => test.close());

it("runs the commands of the page, and prints what it shows", async () => {
  const [example = ""] = page.slice(page.indexOf("### A worked example")).split("\n## ");
  const steps = [...example.matchAll(/```sh\n(.*?)```\n\n```\n(.*?)```/gs)];
  expect(steps).toHaveLength(3);
  for (const [, commands = "", shown = ""] of steps) await expectShown(shell, commands, shown);
});

it("names every source of the list", () => {
  const [table = ""] = page.slice(page.indexOf("| source ")).split("\n\n");
  for (const { name } of migrationSources) expect(table).toContain(`\`${name}\``);
});

it("names a command that invites a person", async () => {
  const { slug } = await siteOf(test).makeOrganization();
  const invited = await shell(
    `export ORGCONFIG_OPERATOR_TOKEN='${test.settings.operatorToken}'
     orgconfig migrate terraform examples/migrate/pagerduty.json --format yaml --out people || [ $? = 3 ]
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
  expect(planned).toContain("Plan: 9 to create.");
});
