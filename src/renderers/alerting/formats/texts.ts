/** What messages say, and how it is cut to what a vendor takes. Lengths are in UTF-16 units, of which no count has more. */
import {
  type AlertMessage,
  type AlertPhase,
  drillMark,
  isCalm,
  type MessageAlert,
} from "../../../kernel/alert-message.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import { counted, figure, readable } from "../../../kernel/readable.ts";
import { webAddress } from "../web-address.ts";
import { type SeverityMap, wordOf } from "./severity.ts";

const longestTitle = 255;

const phaseWords: Readonly<Record<AlertPhase, string>> = {
  firing: "Firing",
  reminder: "Still firing",
  escalation: "Nobody has acknowledged",
  resolved: "Resolved",
  summary: "Began and ended while muted",
  handover: "Hand-over",
};

/** A title without the mark of a drill, which stands before all else that people read. */
export function drillFirst(title: string): { readonly drill: string; readonly rest: string } {
  return title.startsWith(drillMark)
    ? { drill: drillMark, rest: title.slice(drillMark.length) }
    : { drill: "", rest: title };
}

/** Nobody measured that it is resolved where what raised all of it is gone. */
export function phaseWordOf({ phase, alerts }: Pick<AlertMessage, "phase" | "alerts">): string {
  const isGone = phase === "resolved" && alerts.every(({ ended_because }) => ended_because !== undefined);
  return isGone ? "Ended" : phaseWords[phase];
}

/** What the button to the console says. Who presses it there acknowledges as who is signed in. */
export function linkText({ phase }: Pick<AlertMessage, "phase">): string {
  if (phase === "handover") return "See who is on call";
  return isCalm(phase) ? "See the alert" : "See and acknowledge";
}

/** Why its alerts ended that nobody measured an end of; empty where there are none. */
export function endedBecause({ alerts }: Pick<AlertMessage, "alerts">): string {
  return [...new Set(alerts.flatMap(({ ended_because }) => ended_because ?? []))].join("; ");
}

export function headline(message: Pick<AlertMessage, "phase" | "title" | "alerts">): string {
  const { drill, rest } = drillFirst(message.title);
  return `${drill}${phaseWordOf(message)}: ${rest}`;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** What its alerts have in common, as far as there is something. */
export function factsIn(
  { severity, alerts, group_labels }: Pick<AlertMessage, "severity" | "alerts" | "group_labels">,
  map: SeverityMap,
): readonly Fact[] {
  const grouped = Object.entries(group_labels).map(([name, value]) => `${name}=${value}`);
  return [
    { label: "Ended", value: endedBecause({ alerts }) },
    { label: "Severity", value: wordOf(severity, map) ?? "" },
    { label: "Service", value: servicesIn(alerts).join(", ") },
    { label: "Group", value: grouped.join(", ") },
  ].filter(({ value }) => isReadable(value));
}

/** Whether anything of it is left in one line. */
export function isReadable(text: string): boolean {
  return oneLine(text, 1) !== "";
}

export function servicesIn(alerts: readonly MessageAlert[]): readonly string[] {
  return [...new Set(alerts.flatMap(({ service }) => (service && isReadable(service) ? [service] : [])))];
}

/** A title with the service before it, where it does not name it itself. */
export function titleAt(title: string, services: readonly string[]): string {
  const [first, second, ...others] = services;
  if (first === undefined || wordsIn(title).includes(wordsIn(first))) return title;
  const more = others.length === 0 ? "" : ` and ${figure(others.length)} more`;
  return `${first}${second === undefined ? "" : `, ${second}`}${more}: ${title}`;
}

/** To be found as whole words. */
function wordsIn(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_.-]+/gu, " ")
    .trim()} `;
}

/** Since when, and until when. */
export function timesOf({
  started_at,
  resolved_at,
}: Pick<MessageAlert, "started_at" | "resolved_at">): string {
  const since = `since ${readable(new Date(started_at))}`;
  return resolved_at === null ? since : `${since}, until ${readable(new Date(resolved_at))}`;
}

/** Who sends it, in a few words. */
export function senderOf({ organization, by, step }: AlertMessage): string {
  return `${organization.name} · ${by.name}${step === null ? "" : ` · step ${step}`}`;
}

/**
 * As many lines as fit into `max`, and how many alerts they leave out.
 * @param line one alert, in the vendor's markup
 */
export function listed(
  { alerts, count }: Pick<AlertMessage, "alerts" | "count">,
  max: number,
  line: (alert: MessageAlert) => string,
): string {
  const lines: string[] = [];
  let room = max - "and 4294967295 more".length;
  for (const alert of alerts) {
    const text = line(alert);
    room -= text.length + 1;
    if (room < 0) break;
    lines.push(text);
  }
  const rest = count - lines.length;
  return [
    ...lines,
    ...(rest > 0 ? [lines.length === 0 ? counted(rest, "alert") : `and ${figure(rest)} more`] : []),
  ].join("\n");
}

/** All that there is to say, in lines without markup. */
export function plainText(message: AlertMessage, map: SeverityMap, max: number): string {
  const facts = factsIn(message, map).map(({ label, value }) => fitted(`${label}: ${value}`, max / 10));
  const head = [headline(message), ...facts, senderOf(message), message.link, ""].join("\n");
  const list = listed(message, max - head.length - 1, ({ url, ...alert }) => {
    const address = webAddress(url, max / 10);
    const lines = [oneLine(alert.title, longestTitle), `  ${timesOf(alert)}`];
    return [...lines, ...(address === undefined ? [] : [`  ${address}`])].join("\n");
  });
  return `${head}\n${list}`;
}

/** A text in one line of at most `max`, counted as it is written out: a character becomes what `written` makes of it. */
export function fitted(
  text: string,
  max: number,
  written: (char: string) => string = (char) => char,
): string {
  const pieces = Array.from(oneLine(text, max), written);
  const whole = pieces.join("");
  if (whole.length <= max) return whole;
  let cut = "";
  for (const piece of pieces) {
    if (cut.length + piece.length > max - 1) break;
    cut += piece;
  }
  return `${cut}…`;
}

/** The first of some bodies, each shorter than the one before, that has no more bytes than are taken. */
export function within(
  maxBytes: number,
  sizes: readonly number[],
  bodyOf: (size: number) => unknown,
): string {
  const bodies = sizes.map((size) => () => JSON.stringify(bodyOf(size)));
  const found = bodies.slice(0, -1).find((body) => Buffer.byteLength(body()) <= maxBytes);
  return (found ?? (bodies.at(-1) as () => string))();
}
