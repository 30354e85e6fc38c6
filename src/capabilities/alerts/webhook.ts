/** Alertmanager's webhook, version 4 (prometheus.io/docs/alerting/latest/configuration, "webhook_config"), as it is taken in. */
import { createHash } from "node:crypto";
import { type AlertFacts, factsOf } from "../../backends/alerting/facts.ts";
import { type InputOf, readOpenInput } from "../../engine/input.ts";
import type { AlertKey, Labels } from "../../engine/ports/alerts.ts";
import type { Json } from "../../kernel/field.ts";
import { choice, defaultLimits, integer, list, object, text, timestamp } from "../../kernel/field.ts";
import { parseTimestamp } from "../../kernel/timestamps.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { labelLimits } from "./shapes.ts";

const anything = Number.MAX_SAFE_INTEGER;

const anyTexts = (description: string) => object({ description, fields: {}, open: true, optional: true });

export const intakeInput = {
  connector_id: text({ description: "The id of the connector whose Alertmanager calls.", max: 255 }),
  receiver: text({
    description:
      "The receiver's name in Alertmanager's configuration: the id of the route that took the alerts.",
    max: anything,
  }),
  groupKey: text({ description: "Alertmanager's own name for the group of alerts.", max: anything }),
  groupLabels: anyTexts("The labels that the alerts are grouped by."),
  truncatedAlerts: integer({
    description: "How many alerts of the group were left out.",
    min: 0,
    default: 0,
  }),
  alerts: list({
    description: "The alerts of the group.",
    max: anything,
    items: object({
      description: "One alert.",
      open: true,
      fields: {
        status: choice({ description: "Whether it is open.", choices: ["firing", "resolved"] }),
        labels: anyTexts("Its labels."),
        annotations: anyTexts("Its annotations."),
        startsAt: timestamp({ description: "When it began." }),
        endsAt: timestamp({
          description: "When it ended; of one that is open it means nothing.",
          optional: true,
        }),
        generatorURL: text({
          description: "Where the rule that raised it can be looked at.",
          max: anything,
          default: "",
        }),
        fingerprint: text({ description: "A hash of its labels.", min: 1, max: 255 }),
      },
    }),
  }),
} as const;

/** What is said of one alert. */
export interface Report extends AlertKey {
  /** Null while it is open. */
  readonly endedAt: Date | null;
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly facts: AlertFacts;
}

/** One notification of Alertmanager's. */
export interface Notification {
  /** The receiver's name. */
  readonly receiver: string;
  /** A hash of the connector, the receiver and the group, in hexadecimal. */
  readonly groupKey: string;
  readonly groupLabels: Labels;
  readonly reports: readonly Report[];
  /** Alerts that it left out. */
  readonly truncated: number;
}

/** @throws Refusal 422 where it is not of the webhook's shape */
export function readWebhook(body: JsonObject): Notification & { readonly connectorId: string } {
  const { connector_id, receiver, groupKey, groupLabels, truncatedAlerts, alerts } = readOpenInput(
    intakeInput,
    body,
  );
  return {
    connectorId: connector_id,
    receiver,
    groupKey: createHash("sha256")
      .update(JSON.stringify([connector_id, receiver, groupKey]))
      .digest("hex"),
    groupLabels: labelsOf(groupLabels),
    reports: alerts.map(reportOf),
    truncated: truncatedAlerts,
  };
}

/** What is said of one alert, made fit to be kept. */
export function reportOf(alert: InputOf<typeof intakeInput>["alerts"][number]): Report {
  const labels = labelsOf(alert.labels);
  const annotations = labelsOf(alert.annotations);
  const startedAt = parseTimestamp(alert.startsAt) as Date;
  const end = alert.endsAt === undefined ? undefined : parseTimestamp(alert.endsAt);
  return {
    fingerprint: alert.fingerprint,
    startedAt,
    endedAt: alert.status === "firing" ? null : (end ?? startedAt),
    labels,
    annotations,
    facts: factsOf({ labels, annotations, generatorUrl: alert.generatorURL }),
  };
}

/** Code units of all labels of an alert, or of all its annotations: thousands of alerts are shown together. */
const mostText = 20_000;

/** Whatever stands there as texts that the database can keep. What is longer is cut, so that its alert is taken. */
function labelsOf(value: Json | undefined): Labels {
  if (value === undefined || !isObject(value)) return {};
  const entries = Object.entries(value)
    .map(([name, one]) => [
      kept(name, defaultLimits.mapKey),
      kept(typeof one === "string" ? one : JSON.stringify(one), labelLimits.maxValue),
    ])
    .filter(([name]) => name !== "")
    .slice(0, labelLimits.maxEntries) as [string, string][];
  const length = entries.reduce((sum, [name, one]) => sum + name.length + one.length, 0);
  if (length <= mostText) return Object.fromEntries(entries);
  // Each is cut to its share, so that a long one costs no short one, such as the severity.
  const share = Math.floor(mostText / entries.length / 2);
  return Object.fromEntries(entries.map(([name, one]) => [kept(name, share), kept(one, share)]));
}

function kept(text: string, most: number): string {
  return text.replaceAll("\0", "").slice(0, most).toWellFormed();
}
