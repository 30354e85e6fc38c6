/** How alerts are put into words: their severity, how long they are open, and the matchers of a mute. */
import type { Tone } from "../../../src/kernel/field.ts";
import type { Alert, AlertStatus, Reached, Severity } from "../../api/alert-shapes.ts";
import { mornings } from "../mornings.ts";

export const severityTones: Readonly<Record<Severity | "unknown", Tone>> = {
  critical: "bad",
  error: "bad",
  warning: "warning",
  info: "quiet",
  none: "quiet",
  unknown: "bad",
};

export const reachedTones: Readonly<Record<Reached["status"], Tone>> = {
  reached: "good",
  pending: "quiet",
  nobody: "bad",
  withheld: "quiet",
  unknown: "quiet",
};

export const statusWords: Readonly<Record<AlertStatus, string>> = {
  open: "Open",
  acknowledged: "Acknowledged",
  resolved: "Resolved",
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A span of time in at most two units, such as `2 h 5 min`. */
export function span(ms: number): string {
  const count = (unit: number, name: string) => (unit === 0 ? "" : `${unit} ${name}`);
  const two = (first: string, second: string) => [first, second].filter((part) => part !== "").join(" ");
  if (ms < minuteMs) return `${Math.max(0, Math.floor(ms / 1_000))} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  if (ms < dayMs)
    return two(count(Math.floor(ms / hourMs), "h"), count(Math.floor((ms % hourMs) / minuteMs), "min"));
  return two(count(Math.floor(ms / dayMs), "d"), count(Math.floor((ms % dayMs) / hourMs), "h"));
}

/** How long it was open, or has been. */
export function ageOf({ started_at, resolved_at }: Alert, now: number): string {
  return span((resolved_at === null ? now : Date.parse(resolved_at)) - Date.parse(started_at));
}

/** Labels by their names; alertname, which says most, comes first. */
export function sortedLabels(
  labels: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] {
  const first = (name: string) => Number(name !== "alertname");
  return Object.entries(labels).sort(([a], [b]) => first(a) - first(b) || a.localeCompare(b));
}

const plainName = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** A matcher for exactly this label: JSON's escapes are among those of the grammar. */
export function equalTo(name: string, value: string): string {
  return `${plainName.test(name) ? name : JSON.stringify(name)}=${JSON.stringify(value)}`;
}

/** So many minutes from when it is sent; or until a moment, in milliseconds since 1970, whenever it is sent. */
type Lasting = { readonly minutes: number } | { readonly until: number };

export type Duration = Lasting & { readonly title: string };

/** What a mute that is made now is sent with. */
export function lastsOf(
  lasting: Lasting,
): { readonly duration_minutes: number } | { readonly until: string } {
  return "until" in lasting ? { until: endOf(lasting, 0) } : { duration_minutes: lasting.minutes };
}

/** When one that is made now ends, in RFC 3339. @param now milliseconds since 1970 */
export function endOf(lasting: Lasting, now: number): string {
  const at = "until" in lasting ? lasting.until : now + lasting.minutes * minuteMs;
  return new Date(at).toISOString().replace(".000Z", "Z");
}

/** How long people mute for. Mornings are those of the organization's time zone. */
export function durations(now: number, timeZone: string): readonly Duration[] {
  return [
    { title: "30 min", minutes: 30 },
    { title: "1 h", minutes: 60 },
    { title: "2 h", minutes: 120 },
    { title: "8 h", minutes: 480 },
    { title: "1 day", minutes: 1_440 },
    ...mornings(now, timeZone).map(({ name, at }) => ({
      title: `Until ${name}`,
      until: at,
    })),
  ];
}

/** Longer ends of a mute that ends then: an hour more, and the mornings after that. `until` is RFC 3339. */
export function extensions(
  endsAt: string,
  now: number,
  timeZone: string,
): readonly { readonly title: string; readonly until: string }[] {
  const end = Date.parse(endsAt);
  return [
    { title: "1 h more", at: end + hourMs },
    { title: "1 day more", at: end + dayMs },
    ...mornings(now, timeZone)
      .filter(({ at }) => at > end)
      .map(({ name, at }) => ({ title: `Until ${name}`, at })),
  ].map(({ title, at }) => ({ title, until: new Date(at).toISOString() }));
}
