/** For how long something is muted in all: several mutes, one after the other, are one. Pure. */
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { type Matcher, matcherOf } from "../../../renderers/alerting/matchers.ts";
import { muteOf } from "../../reliability/index.ts";

const hourMs = 3_600_000;
/** A mute that begins so soon after the end of another goes on with it: nobody sees an alert of a moment. */
const gapMs = hourMs;
/** Mutes that ended longer ago make none of today longer than a day. */
export const lookBackMs = 26 * hourMs;

/** What a mute takes, and when: from its beginning to its end. Milliseconds since 1970. */
export interface MuteSpan {
  readonly id: string;
  /** What an alert has to be, as texts that can be compared; undefined where only equal patterns can be. */
  readonly terms: ReadonlySet<string>;
  readonly routeIds: readonly string[];
  readonly from: number;
  /** Infinity where it has no end. */
  readonly to: number;
}

/** Null of one that holds in a rhythm: it has pauses. */
export function spanOf(row: Pick<StoredRow, "id" | "configuration" | "state">): MuteSpan | null {
  const { id, pattern, matchers, routeIds, times } = muteOf(row);
  if (times.schedule.length > 0) return null;
  return {
    ...{ id, terms: termsOf(pattern, matchers), routeIds },
    from: times.startsAt.getTime(),
    to: times.endsAt?.getTime() ?? Number.POSITIVE_INFINITY,
  };
}

/** A pattern that names a label and its whole value says the same as a matcher. */
function termsOf(pattern: string | null, matchers: readonly string[]): ReadonlySet<string> {
  const [, name, value] = /^([^=*?]+)=([^*?]*)$/.exec(pattern ?? "") ?? [];
  if (name !== undefined && value !== undefined) return new Set([termOf({ name, op: "=", value })]);
  if (pattern !== null) return new Set([`pattern ${pattern.toLowerCase()}`]);
  return new Set(matchers.map((text) => termOf(matcherOf(text) ?? { name: text, op: "=", value: "" })));
}

function termOf({ name, op, value }: Pick<Matcher, "name" | "op" | "value">): string {
  return JSON.stringify([name, op, value]).toLowerCase();
}

/** How long a mute and those that it goes on with, or that go on with it, hold in all. Milliseconds; Infinity for ever. */
export function wholeLength(mute: MuteSpan, others: readonly MuteSpan[]): number {
  const own = others.filter((other) => other.id !== mute.id && takesTheSame(mute, other));
  let { from, to } = mute;
  for (;;) {
    const next = own.filter((one) => one.from <= to + gapMs && one.to >= from - gapMs);
    const first = Math.min(from, ...next.map((one) => one.from));
    const last = Math.max(to, ...next.map((one) => one.to));
    if (first === from && last === to) return to - from;
    [from, to] = [first, last];
  }
}

/** Whether all that the narrower of the two takes, the other takes, too. */
function takesTheSame(one: MuteSpan, other: MuteSpan): boolean {
  const [few, many] = one.terms.size <= other.terms.size ? [one, other] : [other, one];
  const isPart = [...few.terms].every((term) => many.terms.has(term));
  const everywhere = one.routeIds.length === 0 || other.routeIds.length === 0;
  return isPart && (everywhere || one.routeIds.some((id) => other.routeIds.includes(id)));
}
