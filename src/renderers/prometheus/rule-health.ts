/**
 * Which rules an engine runs and cannot evaluate, by its answer to GET /api/v1/rules
 * (prometheus.io/docs/prometheus/latest/querying/api, "Rules"), which Mimir and vmalert answer alike.
 */
import type { JsonObject } from "../../kernel/validate.ts";
import { certificateIdLabel } from "./certificates.ts";
import { checkIdLabel } from "./checks.ts";
import { connectorLabel, idLabel } from "./slo-records.ts";

/** What the engine says of a row's rules that fail: whose they are, and why the first one does. */
export interface FailingRules {
  /** The row's id; undefined where the rules are about several. */
  readonly id: string | undefined;
  readonly name: string;
  readonly error: string;
}

/** The labels that say which row a rule is about. */
export const rowLabels = [
  [idLabel, "SLO"],
  [checkIdLabel, "check"],
  [certificateIdLabel, "certificate monitor"],
] as const;

/**
 * One entry for each row of which a rule failed at its last evaluation, by name.
 *
 * @param answer what the engine answered
 * @param connectorId only rules that were rendered for it count, by their label or the row that they are about
 * @param ids the rows that the connector's engine evaluates
 */
export function failingRules(
  answer: JsonObject,
  connectorId: string,
  ids: ReadonlySet<string>,
): readonly FailingRules[] {
  const found = new Map<string, FailingRules>();
  for (const rule of objectsIn(objectIn(answer.data).groups).flatMap(({ rules }) => objectsIn(rules))) {
    if (rule.health !== "err") continue;
    const labels = objectIn(rule.labels);
    const row = rowLabels.find(([label]) => ids.has(String(labels[label])));
    if (row === undefined && labels[connectorLabel] !== connectorId) continue;
    const name = nameOf(labels, row) ?? String(rule.name);
    const id = row === undefined ? undefined : String(labels[row[0]]);
    if (!found.has(name)) found.set(name, { id, name, error: String(rule.lastError ?? "") });
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function nameOf(labels: JsonObject, row: (typeof rowLabels)[number] | undefined): string | undefined {
  if (typeof labels.sloth_slo === "string") return `SLO ${labels.sloth_service}/${labels.sloth_slo}`;
  return row === undefined ? undefined : `${row[1]} ${labels[row[0]]}`;
}

function objectIn(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectIn) : [];
}
