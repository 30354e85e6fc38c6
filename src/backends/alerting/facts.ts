/** What people are told of an alert, read from its labels and annotations. */
import { type EventKey, eventKeys } from "../../kernel/events.ts";
import { defaultLimits } from "../../kernel/field.ts";
import { oneLine } from "../../kernel/one-line.ts";
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import type { outboundRules } from "../../resources/outbound-rules.ts";
import { webAddress } from "./web-address.ts";

export type Labels = Readonly<Record<string, string>>;

export type Severity = NonNullable<ConfigurationOf<typeof outboundRules>["min_severity"]>;

/** From the least to the most urgent. */
export const severityRanks: Readonly<Record<Severity, number>> = {
  info: 0,
  warning: 1,
  error: 2,
  critical: 3,
};

/** An alert as Alertmanager passes it on. */
export interface AlertTexts {
  readonly labels: Labels;
  readonly annotations: Labels;
  /** Where the rule that raised it can be looked at. */
  readonly generatorUrl?: string;
}

export interface AlertFacts {
  /** In one line of at most 255 characters. */
  readonly title: string;
  /** The label service. */
  readonly service: string | null;
  /** The label severity; null where it is none of ours. */
  readonly severity: Severity | null;
  /** What to read about it: an address of http or https, at most `longestUrl` long. */
  readonly url: string | null;
  /** The event that it is mailed as. */
  readonly event: EventKey;
}

const longestTitle = 255;
/** The address of a rule in Prometheus has its whole query in it. */
export const longestUrl = defaultLimits.query;

export function factsOf({ labels, annotations, generatorUrl }: AlertTexts): AlertFacts {
  const titles = [annotations.summary, annotations.title, labels.alertname];
  return {
    title: titles.map((text) => oneLine(text ?? "", longestTitle)).find((title) => title !== "") ?? "Alert",
    service: labels.service ? labels.service : null,
    severity: severityOf(labels),
    url: addressOf(annotations.runbook_url) ?? addressOf(generatorUrl) ?? null,
    event: eventKeys.find((key) => key === labels.orgconfig_event) ?? "alert_created",
  };
}

/** The label severity; null where it is none of ours. */
export function severityOf({ severity }: Labels): Severity | null {
  return severity !== undefined && Object.hasOwn(severityRanks, severity) ? (severity as Severity) : null;
}

function addressOf(text: string | undefined): string | undefined {
  return webAddress(text ?? null, longestUrl);
}
