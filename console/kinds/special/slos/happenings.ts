/** What stands on an SLO's burn-down of all that happened: its service's alerts and deploys, and changes of its own. Pure. */
import type { Timeline } from "../../../api/timeline-shapes.ts";
import type { Mark } from "../../../parts/charts/marks.ts";

interface About {
  readonly service: string;
  /** The SLO itself, and what it is measured by. */
  readonly rows: readonly string[];
  /** What people call a field. */
  readonly label: (field: string) => string;
}

/** Of what a change was of, the first. */
const mostNamed = 3;

export interface Happened extends Mark {
  /** Of an alert its id. */
  readonly alert?: string;
}

/** The newest first. */
export function happenedTo(
  { alerts, deploys, changes }: Timeline,
  { service, rows, label }: About,
): readonly Happened[] {
  const marks: readonly Happened[] = [
    ...alerts
      .filter((alert) => alert.service === service)
      .map(({ id, title, began }) => ({ what: "alert", at: Date.parse(began), title, alert: id }) as const),
    ...deploys
      .filter((deploy) => deploy.service === service)
      .map(({ at, allowed, count }) => {
        const title = `Deploy ${allowed ? "let through" : "held"}${count > 1 ? `, asked ${count} times` : ""}`;
        return { what: "deploy", at: Date.parse(at), title } as const;
      }),
    ...changes
      .filter(({ row_id }) => rows.includes(row_id))
      .map(({ at, actor, name, changes: parts }) => {
        const what = [...new Set(parts.map(({ field }) => label(field)))].slice(0, mostNamed).join(", ");
        const title = `${actor.name} changed ${name}${what === "" ? "" : `: ${what}`}`;
        return { what: "change", at: Date.parse(at), title } as const;
      }),
  ];
  return marks.toSorted((one, other) => other.at - one.at);
}

/** Whether more happened than a timeline holds, so that some is not marked. */
export function isCut({
  alerts,
  alerts_total,
  deploys,
  deploys_total,
  changes,
  changes_total,
}: Timeline): boolean {
  return alerts_total > alerts.length || deploys_total > deploys.length || changes_total > changes.length;
}
