/**
 * Readers are held to the schemas that their tools publish: each field is taken out of a file that has all of them. What
 * comes of the file, or what the report says, has to change with it; and what the tool needs is named where it is missing.
 */
import { describe, expect, it } from "vitest";
import { markdownOf } from "../../src/features/changes/migrations/report.ts";
import { migrationSources } from "../../src/features/changes/migrations/sources.ts";
import { type Fields, published } from "./published-fields.ts";

type Path = readonly (string | number)[];

function without(value: unknown, [first, ...rest]: Path): unknown {
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_, index) => index !== first);
    return value.map((item, index) => (index === first ? without(item, rest) : item));
  }
  const all = Object.entries(value as object);
  if (rest.length === 0) return Object.fromEntries(all.filter(([name]) => name !== first));
  return Object.fromEntries(all.map(([name, item]) => [name, name === first ? without(item, rest) : item]));
}

/** The places of all fields, those of objects and of what is in them. */
function pathsOf(value: unknown, above: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => pathsOf(item, [...above, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [
    [...above, name],
    ...pathsOf(item, [...above, name]),
  ]);
}

function outcome({ source, options }: Fields, file: unknown) {
  const reader = migrationSources.find(({ name }) => name === source);
  try {
    // A list stands for the documents of a file.
    const documents = Array.isArray(file) ? file : [file];
    const text = documents.map((document) => JSON.stringify(document)).join("\n---\n");
    const migration = reader?.read([{ name: "file.json", text }], options);
    if (migration === undefined) return { text: `no source ${source}`, rows: 0 };
    const bodies = migration.rows.all.map(({ body }) => body);
    return { text: `${JSON.stringify(bodies)}\n${markdownOf(migration)}`, rows: bodies.length };
  } catch (error) {
    return { text: (error as Error).message, rows: 0 };
  }
}

/** A path by names: objects of a list by their kind, and Terraform's resources by their type. */
function shownIn(value: unknown, [first, ...rest]: Path): string {
  if (first === undefined) return "";
  const inner = (value as Record<string, unknown>)[first];
  const { kind, type, values } = (inner ?? {}) as Record<string, unknown>;
  const name = typeof first === "string" ? first : (kind ?? (values === undefined ? undefined : type));
  return [name, shownIn(inner, rest)].filter((part) => part !== undefined && part !== "").join(".");
}

describe.each(published)("$source: $title", (fields) => {
  const whole = outcome(fields, fields.file);
  const shown = (path: Path) => shownIn(fields.file, path);

  it("is carried over", () => expect(whole.rows, whole.text).toBeGreaterThan(0));

  it("carries each field over, or names it", () => {
    const silent = pathsOf(fields.file)
      .filter((path) => outcome(fields, without(fields.file, path)).text === whole.text)
      .map(shown);
    expect([...new Set(silent)].sort()).toEqual([...fields.saysNothing].sort());
  });

  it.each(fields.needed.map((path) => [path] as const))("names %s where it is missing", (path) => {
    const parts = path.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    const { text, rows } = outcome(fields, without(fields.file, parts));
    expect(rows, text).toBe(0);
    expect(text).toContain(String(parts.at(-1)));
  });

  it.each((fields.named ?? []).map((path) => [path] as const))("says that %s is missing", (path) => {
    const parts = path.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    expect(outcome(fields, without(fields.file, parts)).text).toContain(String(parts.at(-1)));
  });
});
