/**
 * The labels of an export: a row's plain label, and the hash of its natural key behind it where another row of the
 * kind would have the same.
 */
import { createHash } from "node:crypto";
import { type ExportSource, keysOf } from "../../engine/export-format.ts";
import type { ExportKey } from "../../engine/ports/export.ts";
import type { Kind } from "../../kernel/kind.ts";
import { decodeNaturalKey } from "../../kernel/natural-key.ts";
import { plainLabel } from "./plain-label.ts";
import { survivesHcl } from "./syntax.ts";

/** Gives a row of one kind its label. */
export type LabelOf = (row: ExportKey) => string;

/**
 * Labels that depend on nothing but the natural keys in the export, so that they are the same at every export of the
 * same rows and whoever refers to a row writes what its block has.
 *
 * Which labels meet is found by one pass over a kind's keys, when the first of its labels is asked for. It keeps two
 * numbers for each row while it runs, and then those that came twice. Every row whose label meets another's gets its
 * hash, so that it keeps it whichever of them goes. A row that is made or renamed while the export runs can still get
 * the label of another; the next export has both right.
 */
export function createLabels(source: ExportSource): (definition: Kind) => Promise<LabelOf> {
  const made = new Map<string, Promise<LabelOf>>();
  return (definition) => {
    const labels = made.get(definition.kind) ?? labelsAmong(keysOf(source, definition));
    made.set(definition.kind, labels);
    return labels;
  };
}

/** Whether Terraform can name the row: it would read another id as another, and stop the whole plan. */
export function isNameable({ id }: Pick<ExportKey, "id">): boolean {
  return survivesHcl(id);
}

/** The labels of the rows of one kind; `pages` gives each of them once. */
export async function labelsAmong(pages: AsyncIterable<readonly ExportKey[]>): Promise<LabelOf> {
  const fingerprints: number[] = [];
  for await (const rows of pages) {
    for (const row of rows.filter(isNameable))
      fingerprints.push(...choicesOf(row).slice(0, -1).map(fingerprint));
  }
  const taken = repeated(fingerprints);
  return (row) => {
    const choices = choicesOf(row);
    return choices.find((label) => !taken.has(fingerprint(label))) ?? (choices.at(-1) as string);
  };
}

/** What the row may be labelled, best first; the last one has so much of the hash that no other row has the same. */
function choicesOf({ naturalKey, id }: ExportKey): string[] {
  const key = naturalKey === null ? [id] : decodeNaturalKey(naturalKey);
  const plain = plainLabel(key);
  const hash = createHash("sha256").update(JSON.stringify(key)).digest("hex");
  const hashed = [6, 32].map((length) => `${plain ?? ""}_${hash.slice(0, length)}`);
  return plain === undefined ? hashed : [plain, ...hashed];
}

/** 48 bits. Where two labels have the same by chance, both rows get a hash that they would not need. */
function fingerprint(label: string): number {
  return createHash("sha256").update(label).digest().readUIntBE(0, 6);
}

function repeated(numbers: readonly number[]): ReadonlySet<number> {
  const sorted = Float64Array.from(numbers).sort();
  const found = new Set<number>();
  sorted.forEach((number, index) => {
    if (number === sorted[index - 1]) found.add(number);
  });
  return found;
}
