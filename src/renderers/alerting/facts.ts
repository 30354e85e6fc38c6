/** What people learn of an alert, read from its labels and annotations. */
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
  /** What the label severity says; null where there is none. */
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

/** How severities are called elsewhere, in small letters. Any other word is taken for a warning. */
export const severityWords: Readonly<Record<Severity, readonly string[]>> = {
  info: words("info information informational notice low debug none ok p4 p5 sev4 sev5"),
  warning: words("warning warn medium moderate minor p3 sev3"),
  error: words("error err major high p2 sev2"),
  critical: words("critical crit emergency emerg fatal page disaster p0 p1 sev0 sev1"),
};

function words(text: string): readonly string[] {
  return text.split(" ");
}

const severitiesByWord = new Map(
  Object.entries(severityWords).flatMap(([severity, words]) =>
    words.map((word) => [word, severity as Severity] as const),
  ),
);

/**
 * What the label severity says. Null where there is none: that counts as critical, since a page too many does less harm
 * than one that is missed. A word that nobody knows is there on purpose, and pages nobody who waits for critical alerts.
 */
export function severityOf({ severity }: Labels): Severity | null {
  const word = (severity ?? "").trim().toLowerCase();
  return word === "" ? null : (severitiesByWord.get(word) ?? "warning");
}

function addressOf(text: string | undefined): string | undefined {
  return webAddress(text ?? null, longestUrl);
}
