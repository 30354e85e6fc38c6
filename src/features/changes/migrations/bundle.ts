/** A migration as a bundle: for plans, and in YAML for `orgconfig plan` and `apply`. */
import { Document, isMap, isSeq, type Node } from "yaml";
import { mapReferences } from "../../../engine/row-facts.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Migration } from "./mapping.ts";
import { noteLines, secretLine, unmappedLines } from "./report.ts";
import { environmentName, type Row, type Rows } from "./rows.ts";

/** Where the values of secrets come from: nowhere, or from variables that the file names. */
export type Secrets = "left out" | "from variables";

/** The rows by kind, as a plan takes them. Secrets are left out. */
export function bundleOf({ entries, rows }: Migration): JsonObject {
  return Object.fromEntries(
    [...byKind(entries, rows, "left out")].map(([kind, list]) => [kind, list.map(({ entry }) => entry)]),
  );
}

/** The whole file. Where each row comes from, and what it lost, stands in comments. */
export function yamlOfMigration({ entries, rows, first }: Migration, secrets: Secrets): string {
  const kinds = byKind(entries, rows, secrets);
  const bundle = [...kinds].map(([kind, list]) => [kind, list.map(({ entry }) => entry)]);
  const document = new Document(Object.fromEntries(bundle), { aliasDuplicateObjects: false });
  for (const [kind, list] of kinds) {
    const items = document.get(kind);
    for (const [index, { comment }] of list.entries())
      if (isSeq(items)) (items.items[index] as Node).commentBefore = comment;
  }
  if (first.length > 0) document.commentBefore = commentOf(first);
  const left = unmappedLines(entries);
  if (left.length > 0) document.comment = commentOf(left);
  if (isMap(document.contents)) document.contents.flow = false;
  return document.toString({ lineWidth: 0 });
}

function byKind(entries: Migration["entries"], rows: Rows, secrets: Secrets) {
  const kinds = new Map<string, Written[]>();
  for (const entry of entries) {
    for (const [index, row] of entry.rows.entries()) {
      const lines = [`From ${entry.address}.`, ...(index === 0 ? noteLines(entry) : [])];
      const open = secrets === "left out" ? row.secrets.map(secretLine) : [];
      const list = kinds.get(row.definition.kind) ?? [];
      const position = row.definition.order === "position" ? Number(row.body.position ?? 0) : 0;
      list.push({ entry: entryOf(row, rows, secrets), comment: commentOf([...lines, ...open]), position });
      kinds.set(row.definition.kind, list);
    }
  }
  for (const list of kinds.values()) list.sort((one, other) => one.position - other.position);
  return kinds;
}

interface Written {
  readonly entry: JsonObject;
  readonly comment: string;
  /** Rows that are tried in an order stand in it. */
  readonly position: number;
}

const longestLine = 4_000;

/** The text of comments without their marks, each on a line of its own. */
function commentOf(lines: readonly string[]): string {
  return lines.map((line) => ` ${oneLine(line, longestLine)}`).join("\n");
}

function entryOf({ definition, body, secrets }: Row, rows: Rows, from: Secrets): JsonObject {
  const variables = secrets.map(({ field, variable }): [string, JsonObject] => [
    field,
    { env: environmentName(variable) },
  ]);
  return {
    ...mapReferences(definition, body, (_, id) => rows.keyOf(String(id)) ?? id),
    ...Object.fromEntries(from === "left out" ? [] : variables),
  };
}
