/**
 * Writes a new kind's definition, its test and its line in src/resources/kinds.ts. Usage: npm run new-kind NAME [-- --setting]
 * NAME is the path segment: a plural in snake_case, or with --setting the name of something that every organization
 * has once.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { singularOf, words } from "../src/kernel/words.ts";
import { definitions } from "../src/resources/index.ts";

interface Naming {
  /** `on_call_schedules` */
  readonly kind: string;
  /** `on_call_schedule`; a setting keeps its kind. */
  readonly singular: string;
  /** `onCallSchedules` */
  readonly constant: string;
  /** `on-call-schedules` */
  readonly file: string;
  readonly setting: boolean;
}

const root = process.cwd();

const { values, positionals } = parseArgs({
  options: { setting: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [kind, ...more] = positionals;
const wrong =
  kind === undefined || more.length > 0
    ? "name one kind: npm run new-kind on_call_schedules, or npm run new-kind paging_settings -- --setting"
    : problemOf(kind, values.setting);
if (kind === undefined || wrong !== undefined) {
  process.stderr.write(`${wrong}\n`);
  process.exitCode = 1;
} else write(namingOf(kind, values.setting));

/** What is wrong with the name, and the way out; undefined where it will do. */
function problemOf(kind: string, setting: boolean): string | undefined {
  if (!/^[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*$/.test(kind))
    return `"${kind}" is not in snake_case: write lower-case words joined by "_", such as on_call_schedules`;
  if (setting && !kind.includes("_"))
    return `"${kind}" is too short for a setting: say of what, such as ${kind}_settings`;
  if (!setting && singularOf(kind) === kind)
    return `"${kind}" is not a plural: call a collection by many of its rows, such as ${kind}s, or add -- --setting`;
  const { singular, file } = namingOf(kind, setting);
  const taken = definitions.find((one) =>
    [one.kind, one.singular].some((name) => name === kind || name === singular),
  );
  if (taken !== undefined)
    return `"${kind}" is taken by the kind ${taken.kind}: choose another name, or extend src/resources/${fileOf(taken.kind)}.ts`;
  const path = `src/resources/${file}.ts`;
  return existsSync(join(root, path))
    ? `${path} is there already: choose another name, or remove it`
    : undefined;
}

function namingOf(kind: string, setting: boolean): Naming {
  return {
    kind,
    singular: setting ? kind : singularOf(kind),
    constant: kind.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    file: fileOf(kind),
    setting,
  };
}

function fileOf(kind: string): string {
  return kind.replaceAll("_", "-");
}

function write(naming: Naming): void {
  const definition = `src/resources/${naming.file}.ts`;
  const test = `test/resources/${naming.file}.test.ts`;
  const index = "src/resources/kinds.ts";
  writeFileSync(join(root, definition), definitionText(naming));
  writeFileSync(join(root, test), testText(naming));
  writeFileSync(join(root, index), indexed(readFileSync(join(root, index), "utf8"), naming));
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const files = [definition, test, index];
  const { status, stderr } = spawnSync(process.execPath, [biome, "check", "--write", ...files], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`Biome refuses the new files:\n${stderr}`);
  process.stdout.write(`Written: ${files.join(", ")}.

Next:
1. In ${definition}: the group, the description, the level, the fields, the example, and the rules if it has any.
2. In ${test}: a case for each of its rules.
3. npm run golden    writes the API's description, the Terraform pages and docs/kinds.md
4. npm run check && npm test
`);
}

/** The list of kinds with a line for this one, before the first that comes after it in the alphabet. */
function indexed(text: string, { constant, file }: Naming): string {
  const own = `export { ${constant} } from "./${file}.ts";`;
  const lines = text.trimEnd().split("\n");
  const at = lines.findIndex((line) => line.startsWith("export") && line > own);
  lines.splice(at < 0 ? lines.length : at, 0, own);
  return `${lines.join("\n")}\n`;
}

function definitionText(naming: Naming): string {
  return naming.setting ? settingText(naming) : collectionText(naming);
}

function collectionText({ kind, singular, constant }: Naming): string {
  const one = words(singular);
  return `import { boolean } from "../kernel/field.ts";
import { defineCollection } from "../kernel/define-kind.ts";
import { nameField } from "./parts.ts";

export const ${constant} = defineCollection({
  kind: "${kind}",
  title: "${words(kind)}",
  group: "Organization",
  description: "What ${singular.replaceAll("_", " ")} stands for, and when somebody needs one.",
  level: "admin",
  idPrefix: "${singular}",
  naturalKey: ["name"],
  fields: {
    name: nameField(),
    enabled: boolean({ description: "Whether it is in use.", default: true, switch: true }),
  },
  example: { name: "${one}" },
});
`;
}

function settingText({ kind, constant }: Naming): string {
  return `import { boolean } from "../kernel/field.ts";
import { defineSetting } from "../kernel/define-kind.ts";

export const ${constant} = defineSetting({
  kind: "${kind}",
  title: "${words(kind)}",
  group: "Organization",
  description: "What the organization decides here, and what follows from it.",
  level: "admin",
  fields: {
    enabled: boolean({ description: "Whether it is in use.", default: false, switch: true }),
  },
  example: { enabled: true },
});
`;
}

function testText({ kind, constant, file, setting }: Naming): string {
  const [body, circumstances] = setting
    ? ["{ enabled: true }", `, { before: unsaved(${constant}) }`]
    : ['{ name: "First" }', ""];
  const whole = setting ? "{ enabled: true }" : '{ name: "First", enabled: true }';
  return `import { describe, expect, it } from "vitest";
import { ${constant} } from "../../src/resources/${file}.ts";
import { judge${setting ? ", unsaved" : ""} } from "./rules.ts";

describe("${kind}", () => {
  it("fills in what a minimal row leaves out", () => {
    const { row, paths } = judge(${constant}, ${body}${circumstances});
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(${whole});
  });

  it.each([
    [{ enabled: false }, []],
    [{ enabled: "yes" }, ["enabled"]],
  ])("%j has problems at %j", (tweak, expected) => {
    expect(judge(${constant}, { ...${body}, ...tweak }${circumstances}).paths).toEqual(expected);
  });
});
`;
}
