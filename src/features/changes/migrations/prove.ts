/** Whether a migration means the same: both configurations are asked about the same alerts at the same moments. */
import { bareFigure, counted } from "../../../kernel/readable.ts";
import { countOf } from "../../../kernel/words.ts";
import type { Labels } from "../../../renderers/alerting/facts.ts";
import { sampleOf, strange, withLabel } from "../../../renderers/alerting/samples.ts";
import { keyOf, labelSetsOf } from "./label-sets.ts";
import { momentsOf } from "./moments.ts";
import { cut } from "./quoted.ts";
import type { Before, InhibitingRule, Notification, Side } from "./sides.ts";

export interface Proof {
  /** How many label sets were asked about, each at all moments. */
  readonly sets: number;
  /** How many of them are treated the same at every moment. */
  readonly equal: number;
  /** The others, the first of them. */
  readonly differs: readonly Difference[];
}

export interface Difference {
  readonly labels: Labels;
  /** The first moment at which they differ, in RFC 3339. */
  readonly at: string;
  /** Who is notified. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** In a sentence without a full stop. */
  readonly why: string;
}

/** An alert that somebody was notified of, and nobody is any more. */
export interface Unreached {
  readonly labels: Labels;
  readonly why: string;
}

export interface Proved {
  readonly proof: Proof;
  readonly unreached: readonly Unreached[];
  /** What was asked about. */
  readonly sets: readonly Labels[];
}

/** Most of each that are named. */
const mostNamed = 100;

/**
 * @param alerts real ones, which are asked about too
 * @param now the moment from which a week, and the clock changes and dates of a year, are looked at
 */
export function prove(before: Before, after: Side, alerts: readonly Labels[], now: Date): Proved {
  const sets = setsOf(before, alerts);
  const moments = momentsOf([...before.intervals, ...after.intervals], now);
  const firstMuted = createFirstMuted(before, after, moments.at);
  const differs: Difference[] = [];
  const unreached: Unreached[] = [];
  let equal = 0;
  for (const labels of sets) {
    const [notified, notifiedAfter] = [before.notifications(labels), after.notifications(labels)];
    if (notified.length > 0 && notifiedAfter.length === 0 && unreached.length < mostNamed)
      unreached.push({ labels, why: whyNobody(notified) });
    const difference =
      differenceAt(labels, moments.at[0] as number, false, notified, notifiedAfter) ??
      firstMuted(labels, notified, notifiedAfter) ??
      inhibitedDifference(labels, now, notified, before, after) ??
      (moments.isLess ? unproved(labels, moments.at, notified, notifiedAfter) : undefined);
    if (difference === undefined) equal += 1;
    else if (differs.length < mostNamed) differs.push(difference);
  }
  return { proof: { sets: sets.length, equal, differs }, unreached, sets };
}

/** In the words with which a report ends. */
export function proofText({ sets, equal, differs }: Proof): string {
  const asked = counted(sets, "label set");
  if (equal === sets) return `${asked}: same recipients in all`;
  const lines = differs.map(
    ({ labels, at, before, after, why }) =>
      `- ${shown(labels)} at ${at}: before ${listed(before)}, after ${listed(after)}: ${why}`,
  );
  const more = sets - equal - differs.length;
  const rest = more === 0 ? [] : [`- and ${countOf(more, "other")}`];
  return [`${asked}: ${bareFigure(sets - equal)} differ`, ...lines, ...rest].join("\n");
}

/** Labels as people write them. */
export function shown(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(cut(value))}`);
  return `{${pairs.join(", ")}}`;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "nobody" : names.join(", ");
}

function setsOf(before: Before, alerts: readonly Labels[]): readonly Labels[] {
  const generated = [...labelSetsOf(before.routes), ...before.rules.flatMap(targetsOf)];
  return [...new Map([...generated, ...alerts].map((labels) => [keyOf(labels), labels])).values()];
}

/** Alerts that a rule may keep back: as they are, with values of its equal labels, and as its sources too. */
function targetsOf({ source, target, equal }: InhibitingRule): Labels[] {
  const [plain, both] = [sampleOf(target), sampleOf([...target, ...source])];
  if (plain === undefined) return [];
  const same = equal.reduce(
    (labels, name) => (name in labels ? labels : withLabel(labels, name, "same")),
    plain,
  );
  return [plain, same, ...(both === undefined ? [] : [both])];
}

function differenceAt(
  labels: Labels,
  at: number,
  muted: boolean,
  was: readonly Notification[],
  is: readonly Notification[],
): Difference | undefined {
  const [wasKeys, isKeys] = [keysOf(was), keysOf(is)];
  const missing = was.filter((one) => one.lost !== undefined || !isKeys.has(keyOfOne(one)));
  const added = is.filter((one) => !wasKeys.has(keyOfOne(one)));
  if (missing.length + added.length === 0) return undefined;
  return {
    labels,
    at: new Date(at).toISOString(),
    before: recipientsOf(was),
    after: recipientsOf(is),
    why: whyDifferent(missing, added, muted),
  };
}

/** The first moment at which mutes make a difference. Alerts that the same routes take are muted alike. */
function createFirstMuted(before: Side, after: Side, moments: readonly number[]) {
  const known = new Map<string, number | undefined>();
  const unmuted = (side: Side, notified: readonly Notification[], at: number) =>
    notified.filter(({ by }) => !side.isMuted(by, at));
  return (labels: Labels, was: readonly Notification[], is: readonly Notification[]) => {
    const at = (moment: number) =>
      differenceAt(labels, moment, true, unmuted(before, was, moment), unmuted(after, is, moment));
    const key = JSON.stringify([was, is]);
    if (!known.has(key))
      known.set(
        key,
        moments.find((moment) => at(moment) !== undefined),
      );
    const first = known.get(key);
    return first === undefined ? undefined : at(first);
  };
}

/** What is not looked at is not the same. */
function unproved(
  labels: Labels,
  moments: readonly number[],
  was: readonly Notification[],
  is: readonly Notification[],
): Difference {
  return {
    labels,
    at: new Date(moments.at(-1) ?? 0).toISOString(),
    before: recipientsOf(was),
    after: recipientsOf(is),
    why: "there are more time intervals than are compared, so that nothing is proved of later moments; prove the routes in parts",
  };
}

/** Of an alert as the target of each rule, while a source of it fires that has what has to be equal. */
function inhibitedDifference(
  labels: Labels,
  now: Date,
  notified: readonly Notification[],
  before: Before,
  after: Side,
): Difference | undefined {
  for (const rule of before.rules) {
    for (const source of sourcesOf(rule, labels)) {
      const [was, is] = [before.inhibiting(labels, source), after.inhibiting(labels, source)];
      // The service names the first rule that keeps an alert back.
      if (was.length > 0 === is.length > 0 && is.every((name) => was.includes(name))) continue;
      const recipients = recipientsOf(notified);
      return {
        labels,
        at: now.toISOString(),
        before: was.length > 0 ? [] : recipients,
        after: is.length > 0 ? [] : recipients,
        why: `while ${shown(source)} fires it is kept back by ${listed(was)} before, and by ${listed(is)} after`,
      };
    }
  }
  return undefined;
}

function sourcesOf({ source, equal }: InhibitingRule, target: Labels): Labels[] {
  const sample = sampleOf(source);
  if (sample === undefined) return [];
  const same = equal.reduce((labels, name) => withLabel(labels, name, target[name] ?? ""), sample);
  const [first] = equal;
  return [same, ...(first === undefined ? [] : [withLabel(same, first, strange)]), { ...target, ...sample }];
}

function keyOfOne({ recipient, grouped }: Notification): string {
  return `${recipient}\n${grouped}`;
}

function keysOf(notified: readonly Notification[]): ReadonlySet<string> {
  return new Set(notified.map(keyOfOne));
}

function recipientsOf(notified: readonly Notification[]): string[] {
  return [...new Set(notified.map(({ recipient }) => recipient))].sort();
}

function whyDifferent(
  missing: readonly Notification[],
  added: readonly Notification[],
  muted: boolean,
): string {
  const regrouped = missing.find(({ recipient }) => added.some((one) => one.recipient === recipient));
  const gone = missing.find(({ lost }) => lost !== undefined);
  if (gone !== undefined) return `${gone.recipient} is notified of nothing any more: ${gone.lost}`;
  if (regrouped !== undefined) {
    const now = added.find(({ recipient }) => recipient === regrouped.recipient);
    return `${regrouped.recipient} gets it ${regrouped.grouped} before, and ${now?.grouped} after`;
  }
  const when = muted ? " at this moment" : "";
  const [less, more] = [recipientsOf(missing), recipientsOf(added)];
  if (less.length === 0) return `${listed(more)} is notified too${when}`;
  return `${listed(less)} is not notified${when}${more.length === 0 ? "" : `, and ${listed(more)} is`}`;
}

function whyNobody(notified: readonly Notification[]): string {
  const reason = notified.find(({ lost }) => lost !== undefined)?.lost;
  return `${listed(recipientsOf(notified))} was notified${reason === undefined ? "" : `: ${reason}`}`;
}
