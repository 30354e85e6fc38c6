import { counted } from "../../../src/kernel/readable.ts";
import type { MigrationPreview } from "../../api/migration-shapes.ts";
import { words } from "../../parts/words.ts";

/** A source's name as people write it. */
export function sourceTitle(source: string): string {
  return words(source.replaceAll("-", " "));
}

/** What the comparison found, as a sentence. */
export function proofText({ sets, equal }: NonNullable<MigrationPreview["proof"]>): string {
  const all = counted(sets, "label set");
  return sets === equal
    ? `${all}: the same people are notified in all, at every moment that was asked.`
    : `${all}: ${counted(sets - equal, "of them differs", "of them differ")}.`;
}

/** Labels as alerts show them. */
export function labelsText(labels: Readonly<Record<string, string>>): string {
  const texts = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return texts.length === 0 ? "no labels" : texts.join(", ");
}
