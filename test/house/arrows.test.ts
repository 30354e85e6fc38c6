/** The arrows of the house are enforced by lint rules; this proves that each rule bites. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const house = mkdtempSync(join(tmpdir(), "orgconfig-house-"));
cpSync(join(root, "biome.json"), join(house, "biome.json"));
afterAll(() => rmSync(house, { recursive: true }));

const illegal: readonly (readonly [string, string])[] = [
  ["src/kernel/planted.ts", "../engine/engine.ts"],
  ["src/kernel/planted.ts", "../resources/index.ts"],
  ["src/prompt-scanner/planted.ts", "../engine/engine.ts"],
  ["src/prompt-scanner/planted.ts", "../resources/index.ts"],
  ["src/shifts/planted.ts", "../resources/index.ts"],
  ["src/resources/planted.ts", "../prompt-scanner/words.ts"],
  ["src/resources/planted.ts", "../engine/engine.ts"],
  ["src/resources/planted.ts", "../database/store.ts"],
  ["src/agent/planted.ts", "../database/store.ts"],
  ["src/agent/engines/planted.ts", "../../transports/http.ts"],
  ["src/agent/planted.ts", "../resources/data-sources.ts"],
  ["src/agent/engines/planted.ts", "../../engine/engine.ts"],
  ["src/agent/planted.ts", "../features/reliability/index.ts"],
  ["src/renderers/planted.ts", "../agent/agent.ts"],
  ["src/engine/planted.ts", "../renderers/index.ts"],
  ["src/database/planted.ts", "../agent/agent.ts"],
  ["src/surfaces/rest/planted.ts", "../../renderers/index.ts"],
  ["src/transports/planted.ts", "../renderers/index.ts"],
  ["src/engine/planted.ts", "../database/store.ts"],
  ["src/engine/planted.ts", "../features/identity/accounts/authenticator.ts"],
  ["src/engine/planted.ts", "../resources/teams.ts"],
  ["src/engine/planted.ts", "../prompt-scanner/index.ts"],
  ["src/features/identity/accounts/planted.ts", "../../../surfaces/rest/rest.ts"],
  ["src/features/identity/accounts/planted.ts", "../../../resources/index.ts"],
  ["src/features/planted.ts", "../resources/index.ts"],
  ["src/features/planted.ts", "./identity/accounts/store.ts"],
  ["src/features/changes/migrations/terraform/planted.ts", "../../../../resources/index.ts"],
  ["src/features/changes/migrations/terraform/planted.ts", "../../../alerting/alerts/muting.ts"],
  ["src/features/alerting/alerts/planted.ts", "../delivery/queue.ts"],
  ["src/features/alerting/alerts/planted.ts", "../delivery/store.ts"],
  ["src/features/alerting/alerts/planted.ts", "../../reliability/figures/index.ts"],
  ["src/features/status-page/planted.ts", "../alerting/alerts/index.ts"],
  ["src/features/changes/migrations/terraform/planted.ts", "../../plans/store.ts"],
  ["src/features/alerting/alerts/planted.ts", "../../identity/accounts/store.ts"],
  ["src/features/alerting/alerts/planted.ts", "../../identity/accounts/queries/get-user.ts"],
  ["src/features/alerting/alerts/planted.ts", "../../../service.ts"],
  ["src/features/alerting/alerts/planted.ts", "../../../environment.ts"],
  ["src/features/alerting/alerts/planted.ts", "../../../cli/serve.ts"],
  ["src/features/alerting/alerts/planted.ts", "../../../prompt-scanner/index.ts"],
  ["src/features/planted.ts", "../resources/parts.ts"],
  ["src/features/planted.ts", "../resources/prompt-scanner/index.ts"],
  ["src/database/planted.ts", "../engine/engine.ts"],
  ["src/database/planted.ts", "../features/identity/accounts/authenticator.ts"],
  ["src/surfaces/rest/planted.ts", "../../database/store.ts"],
  ["src/surfaces/rest/planted.ts", "../../features/identity/accounts/authenticator.ts"],
  ["src/surfaces/mcp/planted.ts", "../rest/rest.ts"],
  ["src/surfaces/mcp/planted.ts", "../../transports/http.ts"],
  ["src/features/alerting/delivery/planted.ts", "../../../transports/http.ts"],
  ["src/transports/planted.ts", "../engine/engine.ts"],
  ["src/transports/planted.ts", "../database/store.ts"],
  ["src/transports/planted.ts", "../tracing/start.ts"],
  ["src/database/planted.ts", "../tracing/index.ts"],
  ["src/engine/planted.ts", "../tracing/index.ts"],
  ["src/surfaces/rest/planted.ts", "../../tracing/tracer.ts"],
  ["src/features/alerting/delivery/planted.ts", "../../../tracing/index.ts"],
  ["src/tracing/planted.ts", "../engine/engine.ts"],
  ["src/tracing/planted.ts", "../database/database.ts"],
  ["provider/wire/planted.ts", "../session.ts"],
  ["provider/wire/planted.ts", "../log.ts"],
  ["provider/wire/planted.ts", "../../src/kernel/field.ts"],
  ["src/client/planted.ts", "../cli/errors.ts"],
  ["src/client/planted.ts", "../../provider/client.ts"],
  ["src/client/planted.ts", "../resources/index.ts"],
  ["provider/planted.ts", "../src/database/store.ts"],
  ["provider/planted.ts", "../src/engine/engine.ts"],
  ["provider/planted.ts", "../src/surfaces/rest/rest.ts"],
  ["provider/people/planted.ts", "../../src/features/identity/accounts/authenticator.ts"],
  ["provider/data-sources/planted.ts", "../../src/cli/client.ts"],
];

const legal: readonly (readonly [string, string])[] = [
  ["src/database/planted.ts", "../engine/ports/tracing.ts"],
  ["src/tracing/planted.ts", "../engine/ports/tracing.ts"],
  ["src/tracing/planted.ts", "../kernel/problem.ts"],
  ["src/agent/engines/planted.ts", "../../transports/port.ts"],
  ["src/agent/planted.ts", "../renderers/figures.ts"],
  ["src/prompt-scanner/planted.ts", "../kernel/field.ts"],
  ["src/resources/planted.ts", "../kernel/field.ts"],
  ["src/resources/planted.ts", "../prompt-scanner/index.ts"],
  ["src/engine/planted.ts", "../kernel/field.ts"],
  ["src/features/planted.ts", "../engine/engine.ts"],
  ["src/features/planted.ts", "./identity/index.ts"],
  ["src/features/alerting/alerts/planted.ts", "../delivery/index.ts"],
  ["src/features/alerting/alerts/planted.ts", "../../reliability/index.ts"],
  ["src/features/status-page/planted.ts", "../alerting/index.ts"],
  ["src/features/changes/migrations/terraform/planted.ts", "../../plans/index.ts"],
  ["src/features/changes/migrations/terraform/planted.ts", "../sources.ts"],
  ["src/features/alerting/alerts/planted.ts", "../../ground.ts"],
  ["src/features/alerting/alerts/planted.ts", "./store.ts"],
  ["src/features/alerting/alerts/planted.ts", "../../../engine/periodic.ts"],
  ["src/features/alerting/alerts/planted.ts", "../../../kernel/field.ts"],
  ["src/features/alerting/alerts/planted.ts", "../../../renderers/health.ts"],
  ["src/features/alerting/alerts/planted.ts", "../../../database/database.ts"],
  ["src/features/alerting/delivery/planted.ts", "../../../transports/port.ts"],
  ["src/features/planted.ts", "../resources/teams.ts"],
  ["src/features/identity/accounts/planted.ts", "../../../resources/organization-settings.ts"],
  ["src/database/planted.ts", "../engine/ports/rows.ts"],
  ["src/surfaces/rest/planted.ts", "../../engine/operation.ts"],
  ["src/features/changes/migrations/terraform/planted.ts", "../../../../resources/teams.ts"],
  ["src/main.ts", "./database/store.ts"],
  ["provider/wire/planted.ts", "./diagnostics.ts"],
  ["src/client/planted.ts", "../kernel/validate.ts"],
  ["provider/planted.ts", "../src/client/client.ts"],
  ["provider/planted.ts", "../src/resources/index.ts"],
  ["provider/planted.ts", "../src/engine/row-facts.ts"],
  ["provider/people/planted.ts", "../../src/features/identity/accounts/shapes.ts"],
  ["provider/data-sources/planted.ts", "../../src/surfaces/terraform/schema.ts"],
];

const styles = {
  value: (from: string) => `import { x } from "${from}";\nexport const y = x;\n`,
  type: (from: string) => `import type { X } from "${from}";\nexport type Y = X;\n`,
  dynamic: (from: string) => `export const load = () => import("${from}");\n`,
};
type Style = keyof typeof styles;
const allStyles = Object.keys(styles) as Style[];

let refused: readonly string[];
beforeAll(() => {
  for (const [file, from] of illegal) for (const style of allStyles) plant(file, from, style);
  for (const [file, from] of legal) plant(file, from, "value");
  refused = refusedImports();
});

it.each(illegal)("%s may not import %s", (file, from) => {
  for (const style of allStyles) expect(complaintsAbout(file, from, style), style).toBe(1);
});

it.each(legal)("%s may import %s", (file, from) => {
  expect(complaintsAbout(file, from, "value")).toBe(0);
});

/** How many imports Biome refuses in the file that was planted for this import. */
function complaintsAbout(file: string, from: string, style: Style): number {
  const path = pathOf(file, from, style);
  expect(existsSync(join(house, path)), `${path} was planted`).toBe(true);
  return refused.filter((other) => other === path).length;
}

function plant(file: string, from: string, style: Style): void {
  const path = join(house, pathOf(file, from, style));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, styles[style](from));
}

/** Each planted import has a file of its own; one that the rules know by its name keeps it. */
function pathOf(file: string, from: string, style: Style): string {
  return file.replace("planted.ts", `planted-${from.replace(/\W/g, "_")}-${style}.ts`);
}

/** The file of each import that Biome refuses, in all that is planted: one run, because starting it takes longest. */
function refusedImports(): string[] {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const options = [
    "lint",
    "--vcs-enabled=false",
    "--reporter=json",
    "--max-diagnostics=none",
    "--only=style/noRestrictedImports",
    "src",
    "provider",
  ];
  const { stdout } = spawnSync(process.execPath, [biome, ...options], { cwd: house, encoding: "utf8" });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { path: string } }[];
  };
  return diagnostics
    .filter(({ category }) => category === "lint/style/noRestrictedImports")
    .map(({ location }) => location.path);
}
