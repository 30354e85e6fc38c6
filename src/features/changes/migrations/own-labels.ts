/** Another tool's labels of what raises alerts, as the labels of a row. */
import { type FittingLabels, fittingLabels } from "../../../kernel/own-labels.ts";
import type { Attributes } from "./attributes.ts";

export type LabelPairs = readonly (readonly [name: string, value: string])[];

/** The texts of a map. What is no text is noted. */
export function pairsOf(labels: Attributes): LabelPairs {
  return labels.names().flatMap((name) => {
    const value = labels.text(name);
    return value === undefined ? [] : [[name, value] as const];
  });
}

/**
 * The labels that a row can have; what becomes of each other one is noted.
 *
 * @param field the labels' name in the source
 * @param known what the alerts say by themselves
 */
export function carriedLabels(
  given: LabelPairs,
  from: Attributes,
  field: string,
  known: Readonly<Record<string, string>> = {},
): { labels?: FittingLabels["labels"] } {
  const { labels, notes } = fittingLabels(given, known);
  for (const { name, message, isLost } of notes)
    from.note(`${field}.${name}`, message, isLost ? "warning" : "info");
  return Object.keys(labels).length === 0 ? {} : { labels };
}
