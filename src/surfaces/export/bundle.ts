/**
 * The whole set-up as a bundle: settings as objects, collections as lists, each entry the body of its kind's POST.
 * Rows are named by natural keys, so that the bundle means the same in another organization.
 */
import { type ExportFormat, type ExportSource, pagesOf } from "../../engine/export-format.ts";
import { entryOf, isBundled, type KeyOf, naturalKeyObject } from "../../engine/plan/bundle-entry.ts";
import type { ExportRow } from "../../engine/ports/export.ts";
import type { LinkTarget } from "../../engine/ports/rows.ts";
import { keyFieldsOf, referencesOf } from "../../engine/row-facts.ts";
import { object } from "../../kernel/field.ts";
import type { Kind } from "../../kernel/kind.ts";
import type { JsonObject } from "../../kernel/validate.ts";

export const bundleFormat: ExportFormat = {
  name: "json",
  description:
    "json is a bundle that names rows by their natural keys, as plan_changes takes it; planning it changes nothing.",
  mediaType: "application/json",
  extension: "json",
  member: "bundle",
  shape: object({
    description: "The bundle, with format json: an object by kind, as plan_changes takes it.",
    fields: {},
    open: true,
    optional: true,
  }),
  planned: true,
  write: writeBundle,
};

/** JSON with two spaces a level, so that people and `diff` can read it. */
async function* writeBundle(source: ExportSource): AsyncGenerator<string> {
  let before = "{";
  for (const definition of source.definitions.filter(isBundled)) {
    const [open, close] = definition.shape === "setting" ? ["", ""] : ["[\n    ", "\n  ]"];
    let start = `${before}\n  ${JSON.stringify(definition.kind)}: ${open}`;
    let written = false;
    const depth = definition.shape === "setting" ? "  " : "    ";
    for await (const entries of entriesOf(source, definition)) {
      yield start + entries.map((entry) => entry.replaceAll("\n", `\n${depth}`)).join(`,\n${depth}`);
      start = ",\n    ";
      written = true;
    }
    if (written) {
      yield close;
      before = ",";
    }
  }
  yield before === "{" ? "{}\n" : "\n}\n";
}

/** Without a natural key nothing says which row an entry means. */
function isNamed({ shape }: Kind, { naturalKey }: ExportRow): boolean {
  return shape === "setting" || naturalKey !== null;
}

/**
 * A kind's entries, about a page at a time, in list order. Where a natural key refers to another row, that order
 * follows from ids, which differ from one organization to the next: then it is the order of the keys as they are
 * written. Such rows are few and small, so that all of them are held.
 */
async function* entriesOf(source: ExportSource, definition: Kind): AsyncGenerator<readonly string[]> {
  const byWrittenKey = definition.naturalKey.some((name) => definition.fields[name]?.type === "reference");
  const held: { readonly key: string; readonly entry: string }[] = [];
  for await (const page of pagesOf(source, definition)) {
    const rows = page.filter((row) => isNamed(definition, row));
    const keyOf = await keysFor(source, definition, rows);
    const entries = rows.map(({ configuration }) => ({
      key: byWrittenKey ? JSON.stringify(naturalKeyObject(definition, configuration, keyOf)) : "",
      entry: JSON.stringify(entryOf(definition, configuration, keyOf), null, 2),
    }));
    if (byWrittenKey) held.push(...entries);
    else if (entries.length > 0) yield entries.map(({ entry }) => entry);
  }
  if (held.length > 0) yield held.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ entry }) => entry);
}

/**
 * The natural keys of the rows that a page points at. Part of a key may be a reference itself, so the keys are read
 * level by level, as deep as the kinds refer to each other.
 */
async function keysFor(
  { reader, registry, organization }: ExportSource,
  definition: Kind,
  rows: readonly ExportRow[],
): Promise<KeyOf> {
  const kinds = new Map(registry.map((one) => [one.kind, one]));
  /** The fields of each key; undefined where a row has none. */
  const keys = new Map<string, JsonObject | undefined>();
  let next: readonly LinkTarget[] = rows.flatMap((row) => referencesOf(definition, row.configuration));
  for (;;) {
    const wanted = new Map(next.map((target) => [nameOf(target), target]));
    for (const name of keys.keys()) wanted.delete(name);
    if (wanted.size === 0) break;
    const found = await reader.naturalKeys(organization.id, [...wanted.values()]);
    next = [...wanted].flatMap(([name, { toKind }]) => {
      const [target, encoded] = [kinds.get(toKind), found.get(name)];
      const key = target && typeof encoded === "string" ? keyFieldsOf(target, encoded) : undefined;
      keys.set(name, key);
      return target && key ? referencesOf(target, key) : [];
    });
  }
  const keyOf: KeyOf = (toKind, toId) => {
    const [target, key] = [kinds.get(toKind), keys.get(nameOf({ toKind, toId }))];
    return target && key && naturalKeyObject(target, key, keyOf);
  };
  return keyOf;
}

function nameOf({ toKind, toId }: LinkTarget): string {
  return `${toKind}/${toId}`;
}
