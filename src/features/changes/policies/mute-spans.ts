/** For how long something is muted in all: several mutes, one after the other, are one. Pure. */
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { holds, type Matcher, matcherOf } from "../../../renderers/alerting/matchers.ts";
import { valuesOf } from "../../../renderers/alerting/named-services.ts";
import { muteOf } from "../../reliability/index.ts";

const hourMs = 3_600_000;
/** A mute that begins so soon after the end of another goes on with it: nobody sees an alert of a moment. */
const gapMs = hourMs;
/** Mutes that ended longer ago make none of today longer than a day. */
export const lookBackMs = 26 * hourMs;

/** What a mute takes, and when: from its beginning to its end. Milliseconds since 1970. */
export interface MuteSpan {
  readonly id: string;
  /** What an alert has to be, all of it. */
  readonly terms: readonly Term[];
  readonly routeIds: readonly string[];
  readonly from: number;
  /** Infinity where it has no end. */
  readonly to: number;
}

/** A matcher, or a text that can only be compared as it is: a pattern, or what nobody can read any more. */
type Term = Matcher | { readonly text: string };

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
function termsOf(pattern: string | null, matchers: readonly string[]): readonly Term[] {
  const [, name, value] = /^([^=*?]+)=([^*?]*)$/.exec(pattern ?? "") ?? [];
  if (name !== undefined && value !== undefined) return [{ name, op: "=", value }];
  if (pattern !== null) return [{ text: pattern }];
  return matchers.map((text) => matcherOf(text) ?? { text });
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

/** Whether all that the narrower of the two takes, the other takes, too: as far as alerts go that have no more labels than that. */
function takesTheSame(one: MuteSpan, other: MuteSpan): boolean {
  const everywhere = one.routeIds.length === 0 || other.routeIds.length === 0;
  if (!everywhere && !one.routeIds.some((id) => other.routeIds.includes(id))) return false;
  if (excludes(one, other) || excludes(other, one)) return false;
  return takesAllOf(one, other) || takesAllOf(other, one);
}

/** What any alert is that lacks the label narrows nothing: a mute is not another one by `nothing!="x"`. */
function takesAllOf(wide: MuteSpan, { terms }: MuteSpan): boolean {
  return wide.terms.every((term) => isOfAbsent(term) || terms.some((own) => follows(term, own)));
}

function isOfAbsent(term: Term): boolean {
  return !("text" in term) && holds(term, {}, budget()) === true;
}

/** Whether what is `own` is the term, too, however it is written. */
function follows(term: Term, own: Term): boolean {
  if (textOf(term) === textOf(own)) return true;
  return !("text" in term) && !("text" in own) && among(term, own, (all) => all.every((one) => one));
}

/** Whether nothing can be both. */
function excludes(one: MuteSpan, other: MuteSpan): boolean {
  return other.terms.some(
    (own) =>
      !("text" in own) &&
      one.terms.some(
        (term) =>
          !("text" in term) &&
          textOf(term) !== textOf(own) &&
          among(term, own, (all) => !all.some((holding) => holding)),
      ),
  );
}

/** What is asked of the term for each of the values that the other one lets a label have; false where these are not known. */
function among(term: Matcher, own: Matcher, asked: (holding: readonly boolean[]) => boolean): boolean {
  const values = term.name === own.name ? valuesOf(own) : undefined;
  return (
    values !== undefined &&
    asked(values.map((value) => holds(term, { [own.name]: value }, budget()) !== false))
  );
}

const budget = () => ({ steps: 10_000_000 });

/** The case of letters is a way to write the same. */
function textOf(term: Term): string {
  const text = "text" in term ? ["pattern", term.text] : [term.name, term.op, term.value];
  return JSON.stringify(text).toLowerCase();
}
