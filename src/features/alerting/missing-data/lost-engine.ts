/** The alert that an engine measures nothing any more: one for all that hangs on it. */

import { missingDataAlert } from "../../../renderers/prometheus/missing-data.ts";
import type { Loss } from "../../reliability/index.ts";
import type { OwnAlert } from "../alerts/index.ts";

/** Each loss is an alert of its own, by when it began. */
function fingerprintOf({ since }: Pick<Loss, "since">): string {
  return `orgconfig_lost_${since.getTime()}`;
}

/** @param page the connector's page in the console */
export function lostEngineAlert(loss: Loss, page: string): OwnAlert {
  const { connector, since, why } = loss;
  return {
    fingerprint: fingerprintOf(loss),
    labels: {
      alertname: missingDataAlert,
      kind: "connectors",
      name: connector.configuration.name,
      severity: "warning",
    },
    annotations: { summary: summaryOf(loss), description: `${why} ${wayOut(loss)}` },
    url: page,
    startedAt: since,
    endedAt: null,
  };
}

function summaryOf({ connector, role, agentOnly, rows }: Loss): string {
  const { name } = connector.configuration;
  const counts = countsOf(rows);
  if (role === "alerts")
    return agentOnly ? `The agent of ${name} is away` : `${name} is away: no alert comes through it`;
  if (agentOnly) return `The agent of ${name} is away; nothing new reaches ${counts}`;
  return role === "probes" ? `Nothing probes: ${counts}` : `${name} measures nothing: ${counts}`;
}

function wayOut({ role, agentOnly, answers }: Loss): string {
  if (agentOnly) return "Look whether the agent runs, and reaches this service.";
  if (role === "alerts") return "Look whether the engine and its agent run.";
  const until = "What was known stays as it was, and its alerts go on, until it is measured again.";
  return role === "rules" && answers ? until : `${until} Look whether the engine and its agent run.`;
}

const words: Readonly<Record<string, readonly [one: string, many: string]>> = {
  slos: ["SLO", "SLOs"],
  synthetic_checks: ["check", "checks"],
  certificate_monitors: ["certificate", "certificates"],
};

/** Such as "16 checks, 4 certificates". */
export function countsOf(rows: Loss["rows"]): string {
  return [...rows]
    .map(([kind, { length }]) => `${length} ${words[kind]?.[length === 1 ? 0 : 1] ?? kind}`)
    .join(", ");
}
