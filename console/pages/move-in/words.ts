import { counted } from "../../../src/kernel/readable.ts";
import type { MigrationPreview } from "../../api/migration-shapes.ts";
import { phrase } from "../../parts/words.ts";

const titles: Readonly<Record<string, string>> = {
  alertmanager: "Alertmanager, Mimir or Grafana Alerting",
  "prometheus-rules": "Prometheus rules",
  openslo: "OpenSLO",
  opsgenie: "Opsgenie",
  statuspage: "Statuspage",
  healthchecks: "Healthchecks",
};

export function sourceTitle(source: string): string {
  return titles[source] ?? phrase(source);
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
