/** The arrows of the house are enforced by lint rules; this proves that each rule bites. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const house = mkdtempSync(join(tmpdir(), "orgconfig-house-"));
cpSync(join(root, "biome.json"), join(house, "biome.json"));
afterAll(() => rmSync(house, { recursive: true }));

const illegal: readonly (readonly [string, string])[] = [
  ["src/kernel/planted.ts", "../engine/engine.ts"],
  ["src/kernel/planted.ts", "../resources/index.ts"],
  ["src/prompt-scanner/planted.ts", "../engine/engine.ts"],
  ["src/prompt-scanner/planted.ts", "../resources/index.ts"],
  ["src/resources/planted.ts", "../prompt-scanner/words.ts"],
  ["src/resources/planted.ts", "../engine/engine.ts"],
  ["src/resources/planted.ts", "../storage/store.ts"],
  ["src/engine/planted.ts", "../storage/store.ts"],
  ["src/engine/planted.ts", "../capabilities/identity/admission.ts"],
  ["src/engine/planted.ts", "../resources/teams.ts"],
  ["src/engine/planted.ts", "../prompt-scanner/index.ts"],
  ["src/capabilities/planted.ts", "../storage/store.ts"],
  ["src/capabilities/identity/planted.ts", "../../surfaces/http/rest.ts"],
  ["src/capabilities/identity/planted.ts", "../../resources/index.ts"],
  ["src/storage/planted.ts", "../engine/engine.ts"],
  ["src/storage/planted.ts", "../capabilities/identity/admission.ts"],
  ["src/surfaces/http/planted.ts", "../../storage/store.ts"],
  ["src/surfaces/http/planted.ts", "../../capabilities/identity/admission.ts"],
  ["src/surfaces/mcp/planted.ts", "../http/rest.ts"],
  ["src/surfaces/mcp/planted.ts", "../../transports/http.ts"],
  ["src/capabilities/delivery/planted.ts", "../../transports/http.ts"],
  ["src/transports/planted.ts", "../engine/engine.ts"],
  ["src/transports/planted.ts", "../storage/store.ts"],
];

const legal: readonly (readonly [string, string])[] = [
  ["src/prompt-scanner/planted.ts", "../kernel/field.ts"],
  ["src/resources/planted.ts", "../kernel/field.ts"],
  ["src/resources/planted.ts", "../prompt-scanner/index.ts"],
  ["src/engine/planted.ts", "../kernel/field.ts"],
  ["src/capabilities/planted.ts", "../engine/engine.ts"],
  ["src/storage/planted.ts", "../engine/ports/rows.ts"],
  ["src/surfaces/http/planted.ts", "../../engine/action.ts"],
  ["src/main.ts", "./storage/store.ts"],
];

const styles = {
  value: (from: string) => `import { x } from "${from}";\nexport const y = x;\n`,
  type: (from: string) => `import type { X } from "${from}";\nexport type Y = X;\n`,
  dynamic: (from: string) => `export const load = () => import("${from}");\n`,
};

it.each(illegal)("%s may not import %s", (file, from) => {
  for (const write of Object.values(styles)) expect(complaints(file, write(from))).toBe(1);
});

it.each(legal)("%s may import %s", (file, from) => {
  expect(complaints(file, styles.value(from))).toBe(0);
});

/** How many imports Biome refuses in a file with this text. */
function complaints(file: string, text: string): number {
  const path = join(house, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const options = [
    "lint",
    "--vcs-enabled=false",
    "--reporter=json",
    "--only=style/noRestrictedImports",
    path,
  ];
  const { stdout } = spawnSync(process.execPath, [biome, ...options], { cwd: house, encoding: "utf8" });
  rmSync(path);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { category: string }[] };
  return diagnostics.filter(({ category }) => category === "lint/style/noRestrictedImports").length;
}
