/**
 * Mutes and the silences of an Alertmanager: what stands for what, as a pure function of both sides. A mute that has
 * matchers gets a silence in each engine; a silence that somebody made at an engine gets a mute, which follows it.
 */
import type { StepBudget } from "../../kernel/glob.ts";
import { grouped } from "../../kernel/grouped.ts";
import { holds, type Matcher, matcherOf, mostSteps } from "./matchers.ts";
import type { Mute } from "./mutes.ts";

/** A matcher as Alertmanager's API has it (openapi.yaml, "matcher"). */
export interface SilenceMatcher {
  readonly name: string;
  readonly value: string;
  readonly isRegex: boolean;
  readonly isEqual: boolean;
}

/** A silence as an engine has it. */
export interface Silence {
  readonly id: string;
  readonly state: "active" | "pending" | "expired";
  readonly matchers: readonly SilenceMatcher[];
  readonly createdBy: string;
  readonly comment: string;
  /** Undefined from agents of before: then it is known once it is active. */
  readonly startsAt: Date | undefined;
  readonly endsAt: Date;
}

/** From when until when silences that say the same keep alerts back, without a break. */
export interface Span {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** A silence to make at an engine. */
export interface NewSilence {
  readonly matchers: readonly SilenceMatcher[];
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly createdBy: string;
  readonly comment: string;
}

/** A silence that is known to stand for a mute. */
export interface Link {
  readonly silenceId: string;
  readonly muteId: string;
  /** Somebody made it at the engine. */
  readonly madeThere: boolean;
  /** over: its time has passed. gone: it was deleted. */
  readonly muteState: "active" | "over" | "gone";
  /** Whether an engine had it a moment ago: another one of a pair may not have received it yet, or not again. */
  readonly isSeenLately: boolean;
}

/** A link that was just made. */
export type NewLink = Omit<Link, "muteState" | "isSeenLately">;

export interface Exchange {
  /** Silences that become mutes, and when those hold. */
  readonly adopt: readonly (Span & { readonly silence: Silence })[];
  /** Mutes whose silence begins or ends at another time than they do. */
  readonly move: readonly (Span & { readonly muteId: string })[];
  /** Silences that a mute of the same matchers, which holds at another time, stands in the way of. */
  readonly uncovered: readonly Silence[];
  /** Mutes that end, because their silence did. */
  readonly end: readonly string[];
  readonly link: readonly NewLink[];
  /** Silences that stand for no mute any more. */
  readonly unlink: readonly string[];
  readonly create: readonly NewSilence[];
  /** Silences that are to be ended at the engine. */
  readonly expire: readonly string[];
}

const ourName = "orgconfig";

/** What is about to end is left to end by itself. */
const soonMs = 60_000;

export interface Sides {
  /** What the engine has, expired ones too: they distinguish what ended from what was lost. */
  readonly there: readonly Silence[];
  /** Of this engine, or of the pair that it is of. */
  readonly links: readonly Link[];
  /** Of the organization's other engines. */
  readonly elsewhere: readonly Link[];
  /** Those that hold now, or from a later moment on. */
  readonly mutes: readonly Mute[];
  readonly now: Date;
}

export function exchangeOf({ there, links, elsewhere, mutes, now }: Sides): Exchange {
  const alive = new Map(there.filter(({ state }) => state !== "expired").map((one) => [one.id, one]));
  const expired = new Set(there.flatMap(({ id, state }) => (state === "expired" ? [id] : [])));
  const lasts = ({ endsAt }: { readonly endsAt: Date }) => endsAt.getTime() - now.getTime() > soonMs;
  const [end, expire, unlink] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const kept: NewLink[] = [];
  for (const link of links) {
    const silence = alive.get(link.silenceId);
    if (silence === undefined && link.madeThere && link.isSeenLately && !expired.has(link.silenceId)) {
      kept.push(link);
    } else if (silence === undefined) {
      unlink.add(link.silenceId);
      // One of ours that the engine does not know at all was lost there, and is made again.
      const isEnded = link.madeThere || expired.has(link.silenceId);
      if (link.muteState === "active" && isEnded) end.add(link.muteId);
    } else if (link.muteState === "gone") {
      kept.push(link);
      expire.add(link.silenceId);
    } else if (link.muteState === "over" && lasts(silence)) {
      // Somebody made it longer there.
      unlink.add(link.silenceId);
    } else kept.push(link);
  }

  const known = new Set(kept.map(({ silenceId }) => silenceId));
  const linked = new Set(links.map(({ muteId }) => muteId));
  const active = new Map(mutes.map((mute) => [mute.id, mute]));
  const shared = new Map(elsewhere.map((one) => [one.silenceId, one]));
  // One that ends with its silence makes room for another silence of the same matchers.
  const staying = new Set(kept.map(({ muteId }) => muteId));
  const held = new Map(
    mutes
      .filter(({ id }) => staying.has(id) || !end.has(id))
      .map(({ id, matchers, times }) => [sameness(matchers.map(matcherOf)), { id, times }]),
  );
  const spanOf = createSpans([...alive.values()], now);
  const moves = movesOf(kept, active, spanOf, now);
  const link: NewLink[] = [];
  const adopt: (Span & { readonly silence: Silence })[] = [];
  const uncovered: Silence[] = [];
  const surplus = surplusOf([...alive.values()], active);
  for (const id of surplus) expire.add(id);
  for (const silence of alive.values()) {
    if (known.has(silence.id) || surplus.has(silence.id)) continue;
    const like = sameness(silence.matchers.map(plain));
    const ours = ownMute(silence);
    const mate = shared.get(silence.id);
    const mute = active.get(ours ?? mate?.muteId ?? "");
    if (mute !== undefined && saysTheSame(mute, silence)) {
      link.push({ silenceId: silence.id, muteId: mute.id, madeThere: mate?.madeThere ?? false });
    } else if (ours !== undefined && !active.has(ours) && !linked.has(ours)) {
      // Its mute ended before the engine said which silence was made for it.
      if (lasts(silence)) expire.add(silence.id);
    } else if (mate?.muteState === "gone") {
      expire.add(silence.id);
    } else if (lasts(silence)) {
      // Of those that say the same and follow each other one mute is enough.
      const span = spanOf(silence.id);
      const inTheWay = held.get(like);
      if (span === undefined) continue;
      if (inTheWay === undefined) {
        adopt.push({ silence, ...span });
        held.set(like, { id: "", times: { ...span, schedule: [] } });
      } else if (!covers(moves.get(inTheWay.id) ?? inTheWay.times, span)) uncovered.push(silence);
    }
  }

  const standing = new Set([...kept, ...link].map(({ muteId }) => muteId));
  const foreign = new Set([...links, ...elsewhere].flatMap((one) => (one.madeThere ? [one.muteId] : [])));
  // While another silence stands for it there, such as one that somebody moved, it goes on.
  const ended = new Set([...end].filter((id) => !standing.has(id)));
  const create = mutes.flatMap((mute): NewSilence[] => {
    if (standing.has(mute.id) || foreign.has(mute.id) || ended.has(mute.id)) return [];
    return silenceOf(mute, now);
  });
  const changed = { end: [...ended], link, unlink: [...unlink], create, expire: [...expire] };
  return { adopt, move: [...moves.values()], uncovered, ...changed };
}

/**
 * Of each silence the span of it and of those that say the same and follow without a break; none of one that
 * has not begun where nobody said when it does.
 */
function createSpans(alive: readonly Silence[], now: Date): (id: string) => Span | undefined {
  const spans = new Map<string, Span>();
  const timed = alive.flatMap((one) => {
    const startsAt = one.state === "active" ? now : one.startsAt;
    return startsAt === undefined ? [] : [{ ...one, startsAt }];
  });
  for (const alike of grouped(timed, ({ matchers }) => sameness(matchers.map(plain))).values()) {
    let run: { readonly startsAt: Date; endsAt: Date } | undefined;
    for (const { id, startsAt, endsAt } of alike.sort(
      (a, b) => a.startsAt.getTime() - b.startsAt.getTime(),
    )) {
      if (run === undefined || startsAt.getTime() - run.endsAt.getTime() > soonMs) run = { startsAt, endsAt };
      else if (endsAt > run.endsAt) run.endsAt = endsAt;
      spans.set(id, run);
    }
  }
  return (id) => spans.get(id);
}

/** By mute, when those hold whose silence begins or ends at another time than they do. */
function movesOf(
  kept: readonly NewLink[],
  active: ReadonlyMap<string, Mute>,
  spanOf: (silenceId: string) => Span | undefined,
  now: Date,
) {
  return new Map(
    kept.flatMap(({ muteId, madeThere, silenceId }) => {
      const mute = madeThere ? active.get(muteId) : undefined;
      const span = spanOf(silenceId);
      const moved = mute !== undefined && span !== undefined && isMoved(mute, span, now);
      return moved ? [[muteId, { ...span, muteId }] as const] : [];
    }),
  );
}

/** Some seconds come from clocks and round numbers. One that has begun began when it did. */
function isMoved({ times }: Pick<Mute, "times">, span: Span, now: Date): boolean {
  const begins = (at: Date) => Math.max(at.getTime(), now.getTime());
  return (
    Math.abs((times.endsAt?.getTime() ?? Number.POSITIVE_INFINITY) - span.endsAt.getTime()) > soonMs ||
    Math.abs(begins(times.startsAt) - begins(span.startsAt)) > soonMs
  );
}

function covers(times: { readonly startsAt: Date; readonly endsAt: Date | null }, span: Span): boolean {
  return (
    times.startsAt.getTime() - span.startsAt.getTime() <= soonMs &&
    (times.endsAt === null || span.endsAt.getTime() - times.endsAt.getTime() <= soonMs)
  );
}

/**
 * Silences of ours beyond the first for a mute. Each agent of a pair is sent to make one where it asks before its engine
 * knows of the other one's. The least id stays, so that no two agents end each other's.
 */
function surplusOf(alive: readonly Silence[], active: ReadonlyMap<string, Mute>): ReadonlySet<string> {
  const first = new Map<string, string>();
  const own = alive.filter((silence) => {
    const mute = active.get(ownMute(silence) ?? "");
    return mute !== undefined && saysTheSame(mute, silence);
  });
  for (const silence of own) {
    const muteId = ownMute(silence) as string;
    const known = first.get(muteId);
    if (known === undefined || silence.id < known) first.set(muteId, silence.id);
  }
  const kept = new Set(first.values());
  return new Set(own.flatMap(({ id }) => (kept.has(id) ? [] : [id])));
}

function saysTheSame({ matchers }: Mute, silence: Silence): boolean {
  return sameness(matchers.map(matcherOf)) === sameness(silence.matchers.map(plain));
}

/** None where Alertmanager would refuse it: it takes no silence that an alert without any label would match. */
function silenceOf({ id, matchers, reason, times }: Mute, now: Date): NewSilence[] {
  const { startsAt, endsAt } = times;
  if (endsAt === null) return [];
  const read = matchers.map(matcherOf);
  if (read.some((one) => one === undefined)) return [];
  const all = read as readonly Matcher[];
  const budget: StepBudget = { steps: mostSteps.ofOne };
  if (all.every((one) => holds(one, {}, budget) !== false)) return [];
  return [
    {
      matchers: all.map(({ name, op, value }) => ({
        name,
        value,
        isRegex: op.endsWith("~"),
        isEqual: op.startsWith("="),
      })),
      startsAt: startsAt < now ? now : startsAt,
      endsAt,
      createdBy: ourName,
      comment: `${reason} (${ourName} ${id})`,
    },
  ];
}

/** The mute that a silence of ours was made for. */
function ownMute({ createdBy, comment }: Silence): string | undefined {
  return createdBy === ourName ? /\(orgconfig ([\w-]+)\)$/.exec(comment)?.[1] : undefined;
}

function plain({ name, value, isRegex, isEqual }: SilenceMatcher): Matcher {
  const op = isRegex ? (isEqual ? "=~" : "!~") : isEqual ? "=" : "!=";
  return { name, op, value };
}

/** Equal for matchers that say the same, in whatever order. */
function sameness(matchers: readonly (Matcher | undefined)[]): string {
  return JSON.stringify(matchers.map((one) => JSON.stringify(one && [one.name, one.op, one.value])).sort());
}

/** A silence's matchers in the grammar of a mute's. */
export function matcherTexts({ matchers }: Silence): string[] {
  return matchers.map(plain).map(({ name, op, value }) => {
    const label = /^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name) ? name : JSON.stringify(name);
    return `${label}${op}${JSON.stringify(value)}`;
  });
}
