/** The mails that people get of alerts: what and where stands first, what is looked up last, and nothing twice. */
import { type AlertMessage, isCalm, type MessageAlert } from "../../../kernel/alert-message.ts";
import { given } from "../../../kernel/given.ts";
import { counted, figure, readable } from "../../../kernel/readable.ts";
import type { MailChart, MailContent, MailFact, MailLine, MailLink } from "../../mail/index.ts";
import { webAddress } from "../web-address.ts";
import { wordOf } from "./severity.ts";
import { drillFirst, endedBecause, isReadable, phaseWordOf, servicesIn, timesOf, titleAt } from "./texts.ts";

/** Alerts, labels and characters of a value that a mail lists; the alert's page has all of them. */
const mostListed = 20;
const mostLabels = 30;
const mostValue = 300;
const mostProse = 4_000;

export interface AlertMail extends MailContent {
  readonly type: "mail";
  readonly unsubscribeUrl: null;
  /** Mails of one thread are shown together. */
  readonly thread: string;
}

/** `[Acme] Firing, critical: checkout: 5% of requests fail`, so that a locked phone shows how grave it is and where. */
export function alertSubject(message: AlertMessage): string {
  const { drill, rest } = drillFirst(message.title);
  const severity = isCalm(message.phase) || message.severity === null ? "" : `, ${message.severity}`;
  return `${drill}[${message.organization.name}] ${phaseWordOf(message)}${severity}: ${titleAt(rest, servicesIn(message.alerts))}`;
}

export interface AlertMailOptions {
  /** Why it came, and what to do to get no more. */
  readonly footer: string;
  readonly footerLink: MailLink;
  /** The receiver's own words for severities. */
  readonly severityMap?: Readonly<Record<string, string>>;
  /** The last hour of the SLO behind it. */
  readonly chart?: MailChart | undefined;
  /** Where this receiver says that they are at it: one person's, and for this alert. */
  readonly acknowledgeUrl?: string | undefined;
}

export function alertMail(
  message: AlertMessage,
  { footer, footerLink, severityMap = {}, chart, acknowledgeUrl }: AlertMailOptions,
): AlertMail {
  const { alerts, count, link, title, phase } = message;
  const { drill, rest } = drillFirst(title);
  const shared = count === 1 ? alerts[0] : undefined;
  // One that all of them have is said once.
  const own = linkOf(alerts[0] as MessageAlert);
  const isShared = alerts.every((alert) => linkOf(alert)?.url === own?.url);
  const labels = labelsOf(message);
  return {
    type: "mail",
    heading: `${drill}${titleAt(rest, servicesIn(alerts))}`,
    tone: toneOf(message),
    lead: leadOf(message, severityMap),
    facts: [],
    text: shared === undefined ? null : proseOf(shared, title),
    ...given({ acknowledgeUrl: isCalm(phase) ? undefined : acknowledgeUrl }),
    linksFirst: true,
    link: { label: phase === "handover" ? "See who is on call" : "See the alert", url: link },
    ...(isShared && own !== undefined && own.url !== link && !isCalm(phase) && { moreLinks: [own] }),
    ...given({ chart }),
    ...(count > 1 && { sections: [{ title: "", lines: listOf(message, !isShared) }] }),
    ...(labels.length > 0 && {
      details: { title: count === 1 ? "Labels" : "What they share", facts: labels },
    }),
    footer,
    footerLink,
    unsubscribeUrl: null,
    thread: message.dedup_key,
  };
}

function toneOf(message: AlertMessage): AlertMail["tone"] {
  if (message.phase === "resolved") return "good";
  if (isCalm(message.phase) || message.severity === "info" || message.severity === "none") return undefined;
  return message.severity === "warning" ? "warning" : "bad";
}

/** In a line: what state it is in, how grave, and since when. */
function leadOf(message: AlertMessage, map: Readonly<Record<string, string>>): string {
  const { alerts, count, step } = message;
  const [first] = alerts as [MessageAlert];
  const word = wordOf(message.severity, map);
  const words = [
    `${phaseWordOf(message)}${step === null ? "" : ` (step ${step})`}`,
    ...(word === null || !isReadable(word) ? [] : [word]),
  ].join(", ");
  const because = endedBecause(message);
  const why = because === "" ? "" : ` It ended because ${because}.`;
  if (message.phase === "handover") return `${words}, ${readable(new Date(first.started_at))}.`;
  return `${words}, ${count === 1 ? timesOf(first) : counted(count, "alert")}.${why}`;
}

/** What whoever wrote the alert's rule says of it, once. */
function proseOf({ annotations, title }: MessageAlert, shown: string): string | null {
  const texts = [annotations.description, annotations.message, annotations.summary, annotations.open]
    .flatMap((text) => (text === undefined ? [] : [text.trim()]))
    .filter((text) => text !== "" && text !== title && text !== shown);
  const said = [...new Set(texts)].join("\n\n");
  if (said === "") return null;
  return said.length > mostProse ? `${said.slice(0, mostProse)}…` : said;
}

/** A runbook, or where the alert comes from. */
function linkOf({ url, annotations }: MessageAlert): MailLink | undefined {
  const address = webAddress(url);
  if (address === undefined) return undefined;
  const isRunbook = webAddress(annotations.runbook_url ?? null) === address;
  return { label: isRunbook ? "Open the runbook" : "See where it comes from", url: address };
}

/** Each of several alerts in a line. */
function listOf({ alerts, count }: AlertMessage, linked: boolean): readonly MailLine[] {
  const places = servicesIn(alerts).length > 1;
  const grave = new Set(alerts.map(({ severity }) => severity)).size > 1;
  const lines = alerts.slice(0, mostListed).map((alert): MailLine => {
    const title = places ? titleAt(alert.title, servicesIn([alert])) : alert.title;
    const severity = grave && alert.severity !== null ? `, ${alert.severity}` : "";
    return {
      text: `${title}${severity}, ${timesOf(alert)}`,
      url: linked ? webAddress(alert.url) : undefined,
    };
  });
  const rest = count - lines.length;
  return [...lines, ...(rest > 0 ? [{ text: `and ${figure(rest)} more` }] : [])];
}

/** Labels that all of them have, without what was said above and what only the service reads. */
function labelsOf({ alerts }: AlertMessage): readonly MailFact[] {
  const [first, ...others] = alerts as [MessageAlert];
  const said = new Set([
    "service",
    "severity",
    ...(first.labels.alertname === first.title ? ["alertname"] : []),
  ]);
  const all = Object.entries(first.labels).filter(
    ([name, value]) =>
      !said.has(name) &&
      !/^(?:orgconfig_|sloth_)/.test(name) &&
      isReadable(value) &&
      others.every(({ labels }) => labels[name] === value),
  );
  const shown = all.slice(0, mostLabels).map(([label, value]) => ({ label, value: cut(value) }));
  const rest = all.length - shown.length;
  return rest > 0 ? [...shown, { label: "and", value: `${figure(rest)} more` }] : shown;
}

function cut(value: string): string {
  const points = Array.from(value);
  return points.length > mostValue ? `${points.slice(0, mostValue).join("")}…` : value;
}
