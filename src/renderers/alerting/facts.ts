/** What people learn of an alert, read from its labels and annotations. */
import { type EventKey, eventKeys } from "../../kernel/events.ts";
import { defaultLimits } from "../../kernel/field.ts";
import { oneLine } from "../../kernel/one-line.ts";
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import type { outboundRules } from "../../resources/outbound-rules.ts";
import { webAddress } from "./web-address.ts";

export type Labels = Readonly<Record<string, string>>;

export type Severity = NonNullable<ConfigurationOf<typeof outboundRules>["min_severity"]>;

/** What an alert can be: none is recorded and routed, never sent to a pager, and escalated by no rule. */
export type AlertSeverity = Severity | "none";

/** From the least to the most urgent. */
export const severityRanks: Readonly<Record<AlertSeverity, number>> = {
  none: 0,
  info: 1,
  warning: 2,
  error: 3,
  critical: 4,
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
  readonly severity: AlertSeverity | null;
  /** What to read about it: an address of http or https, at most `longestUrl` long. */
  readonly url: string | null;
  /** The event that it is mailed as. */
  readonly event: EventKey;
}

const longestTitle = 255;
/** The address of a rule in Prometheus has its whole query in it. */
export const longestUrl = defaultLimits.query;

/** @param words what the organization's alerts say of their severity */
export function factsOf(
  { labels, annotations, generatorUrl }: AlertTexts,
  words: SeverityWords = usualWords,
): AlertFacts {
  const line = (text = "") => oneLine(text, longestTitle);
  return {
    title: line(annotations.summary) || line(annotations.title) || line(labels.alertname) || "Alert",
    service: labels.service ? labels.service : null,
    severity: severityOf(labels, words),
    url: addressOf(annotations.runbook_url) ?? addressOf(generatorUrl) ?? null,
    event: eventKeys.find((key) => key === labels.orgconfig_event) ?? "alert_created",
  };
}

/** What words mean, in small letters. */
export type SeverityWords = ReadonlyMap<string, AlertSeverity>;

/** How severities are usually called; the description of organization_settings.severity_words says the same. */
const usual: Readonly<Record<AlertSeverity, string>> = {
  none: "none",
  info: "info notice low p4 p5 sev4 sev5 information informational debug ok",
  warning: "warning warn medium p3 sev3 moderate minor",
  error: "error err high p2 sev2 major",
  critical: "critical crit page fatal emergency p1 sev1 emerg disaster p0 sev0",
};

export const usualWords: SeverityWords = new Map(
  Object.entries(usual).flatMap(([severity, words]) =>
    words.split(" ").map((word) => [word, severity as AlertSeverity] as const),
  ),
);

/** The usual words, and over them those of organization_settings.severity_words. */
export function severityWords(own: Readonly<Record<string, string>>): SeverityWords {
  const entries = Object.entries(own).map(
    ([word, severity]) => [plain(word), severity as AlertSeverity] as const,
  );
  return entries.length === 0 ? usualWords : new Map([...usualWords, ...entries]);
}

/**
 * What the label severity says. Null where there is none: that counts as critical, since a page too many does less harm
 * than one that is missed. A word that nobody knows is there on purpose, and counts as a warning; a pager gets it as
 * critical (`unknownWord`).
 */
export function severityOf(labels: Labels, words: SeverityWords = usualWords): AlertSeverity | null {
  const word = plain(labels.severity);
  return word === "" ? null : (words.get(word) ?? "warning");
}

/** The word of the label severity where nobody knows it, in small letters. */
export function unknownWord(labels: Labels, words: SeverityWords): string | undefined {
  const word = plain(labels.severity);
  return word === "" || words.has(word) ? undefined : word;
}

function plain(word: string | undefined): string {
  return (word ?? "").trim().toLowerCase();
}

function addressOf(text: string | undefined): string | undefined {
  return webAddress(text ?? null, longestUrl);
}
