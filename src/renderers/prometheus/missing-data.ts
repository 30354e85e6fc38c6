/**
 * What is said of rows whose figures stop, by the engine itself: an alert for each row, once that has lasted as long as
 * people said. Where nothing at all is probed, that is one cause: the service raises one alert for all of it.
 */
import { usualMissingMinutes } from "../../kernel/staleness.ts";
import { type AlertingRule, type Labels, literal, type RuleGroup } from "./rule-file.ts";
import { connectorLabel } from "./slo-records.ts";

/** The alert that figures have stopped, whoever raises it. */
export const missingDataAlert = "MissingData";

/** Where the rules of a row are evaluated, and after how many minutes without figures somebody is notified; null for never. */
export interface MissingPlace {
  readonly connectorId: string;
  readonly missingAfter: number | null;
}

/** For who asks for the labels alone. */
export const usualPlace: MissingPlace = { connectorId: "", missingAfter: usualMissingMinutes };

interface Missing {
  /** Of the row. */
  readonly kind: string;
  readonly name: string;
  /** That all its alerts have. */
  readonly labels: Labels;
  /** PromQL that has a sample while the row has no figures. */
  readonly gone: string;
  /** What is missing, to be read after the row's name and a colon. */
  readonly summary: string;
  readonly description: string;
}

/** The labels of the alert that a row has no figures. */
export function missingLabels({ kind, name, labels }: Pick<Missing, "kind" | "name" | "labels">): Labels {
  return { ...labels, kind, name, severity: "warning" };
}

/** @param minutes after which somebody is notified; null for never */
export function missingAlert(minutes: number | null, missing: Missing): AlertingRule[] {
  if (minutes === null) return [];
  const { name, gone, summary, description } = missing;
  return [
    {
      alert: missingDataAlert,
      expr: gone,
      for: `${minutes}m`,
      labels: missingLabels(missing),
      annotations: { summary: literal(`${name}: ${summary}`), description: literal(description) },
    },
  ];
}

const probed = ["orgconfig_check_id", "orgconfig_certificate_id"].map((label) => `up{${label}!=""}`);

/** When a scrape of any probe last went so, in seconds since 1970. */
function newest(up: 0 | 1): string {
  return `max(${probed.map((series) => `(timestamp(${series}) and ${series} == ${up})`).join(" or ")})`;
}

/** PromQL: when the newest probe was, by what rules have recorded of it: rows go by that. */
export const newestMeasured = `max({__name__=~"orgconfig:(check|certificate)_time:seconds"})`;

/** A scrape that comes so many seconds after the last one that worked says more than that one probe took too long. */
const lastingSeconds = 30;

export const probesLost = { unreachable: 1, noTargets: 2 } as const;

/**
 * PromQL: one of `probesLost` while nothing is probed, and no sample while something is. Rules of checks and certificates
 * that were not there a few minutes ago may still wait for their first target.
 */
export const probesLostQuery = [
  `(${newest(0)} - ${newest(1)} > ${lastingSeconds}) * 0 + ${probesLost.unreachable}`,
  `(${newest(0)} unless ${newest(1)}) * 0 + ${probesLost.unreachable}`,
  `absent(${probed.join(" or ")}) * ${probesLost.noTargets} and on () count({__name__=~"orgconfig:(check|certificate)_status"} offset 5m)`,
].join("\nor\n");

const lostRecord = "orgconfig:probes_lost";

/** PromQL: a sample where nothing was probed of late, and rules recorded no probe since: what an agent that starts has missed. */
export function lostUntilNow(connectorId: string): string {
  const lost = `max(max_over_time(timestamp(${lostRecord}{${connectorLabel}="${connectorId}"})[10m:15s]))`;
  return `(${lost} > ${newestMeasured}) or (${lost} unless ${newestMeasured})`;
}

/** What the alerts of single rows ask for: whether nothing at all is probed. */
export function probesGroup(connectorId: string): RuleGroup {
  return {
    name: `orgconfig-probes-${connectorId}`,
    interval: "15s",
    rules: [{ record: lostRecord, expr: probesLostQuery, labels: { [connectorLabel]: connectorId } }],
  };
}

/** PromQL: has a sample while this series has none, although something is probed. */
export function goneAlone(series: string, connectorId: string): string {
  return `absent(${series}) unless on () ${lostRecord}{${connectorLabel}="${connectorId}"}`;
}
