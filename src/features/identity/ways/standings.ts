/**
 * Whether what is sent to a person arrives, over all the ways by which it comes: the one place that says so, for forecasts, for
 * what is wrong with a rota, and for Now. It names ways by their kinds alone. Pure.
 */
import type { Standing } from "../../../kernel/standing.ts";
import type { WayKind } from "../../../transports/reach.ts";
import type { Urgency } from "./column-types.ts";
import { cannotSend } from "./sending.ts";

/** A kind of ways; without `delivery` the mail of the account. */
export interface ReachedBy {
  readonly kind: WayKind;
  readonly delivery: Standing | undefined;
}

/** The same, once it is known what becomes of mail. */
export type KnownWay = {
  readonly kind: WayKind;
  readonly delivery: Standing;
};

interface Seen {
  readonly kind: WayKind;
  readonly verifiedAt: Date | null;
  readonly takenAt: Date | null;
  readonly failedAt: Date | null;
  readonly answeredAt: Date | null;
}

/** @param kinds those that this installation can send by */
export function standingOfWay(
  { kind, verifiedAt, takenAt, failedAt, answeredAt }: Seen,
  kinds: readonly WayKind[],
): Standing {
  if (!kinds.includes(kind)) return { status: "unsent", since: null, reason: cannotSend(kind) };
  // What the other side answered may name an address: it is for the person alone.
  if (failedAt !== null)
    return { status: "failing", since: failedAt.toISOString(), reason: "The last message by it failed." };
  // Its code came back, so that one message has arrived.
  const since = takenAt ?? answeredAt ?? verifiedAt;
  return since === null
    ? { status: "unknown", since: null, reason: "Nothing was ever sent by it." }
    : { status: "ok", since: since.toISOString(), reason: null };
}

/** Each kind once, with what becomes of the mail of the account. */
export function withMail(ways: readonly ReachedBy[], mail: Standing): readonly KnownWay[] {
  return byKind(ways.map(({ kind, delivery = mail }) => ({ kind, delivery })));
}

const best: readonly Standing["status"][] = ["ok", "unknown", "failing", "unsent", "off"];

/** Each kind once: of several ways the one that is best off counts. */
export function byKind<Way extends ReachedBy>(ways: readonly Way[]): readonly Way[] {
  const found = new Map<string, Way>();
  for (const one of ways) {
    // What becomes of mail is not known here, so that it stays apart from another mailbox.
    const key = `${one.kind} ${one.delivery === undefined}`;
    const known = found.get(key);
    if (known === undefined || rank(one) < rank(known)) found.set(key, one);
  }
  return [...found.values()];
}

function rank({ delivery }: ReachedBy): number {
  return best.indexOf(delivery?.status ?? "ok");
}

/** Everything but mail. */
function wakes({ kind }: Pick<ReachedBy, "kind">): boolean {
  return kind !== "mail";
}

function arrives({ delivery }: Pick<ReachedBy, "delivery">): boolean {
  return delivery === undefined || delivery.status === "ok" || delivery.status === "unknown";
}

/**
 * Of a page whose receiver no message wakes, the kinds that should and fail: none where only mail was chosen.
 * @returns undefined where a way that wakes somebody works, or may
 */
export function wakingFailures(ways: readonly ReachedBy[]): readonly WayKind[] | undefined {
  const waking = ways.filter(wakes);
  return waking.some(arrives) ? undefined : waking.map(({ kind }) => kind);
}

/**
 * One answer over the ways of a person.
 * ok: one works that is loud enough; the reason names those that fail. failing: none does, or of a page only mail is left
 * although another way was chosen. unsent: by none anything can be sent. unknown: nothing is known yet.
 */
export function standingOfPerson(ways: readonly KnownWay[], urgency: Urgency): Standing {
  const waking = ways.filter(wakes);
  // Who chose mail alone wants to be woken by nothing else; what is not urgent need wake nobody.
  const wanted = urgency === "page" && waking.length > 0 ? waking : ways;
  const failing = ways.filter((one) => !arrives(one));
  const named = kindsOf(failing);
  const [works] = wanted.filter(({ delivery }) => delivery.status === "ok");
  if (works !== undefined)
    return { ...works.delivery, reason: failing.length === 0 ? null : `Messages by ${named} fail.` };
  const [untried] = wanted.filter(({ delivery }) => delivery.status === "unknown");
  if (untried !== undefined)
    return failing.length === 0
      ? untried.delivery
      : { ...untried.delivery, reason: `Messages by ${named} fail, and of the rest nothing is known.` };
  const [only] = ways;
  if (ways.length === 1 && only !== undefined) return only.delivery;
  const since = latest(wanted);
  if (failing.length < ways.length)
    return {
      status: "failing",
      since,
      reason: `Messages by ${named} fail: only mail is left, which wakes nobody.`,
    };
  const cannot = ways.every(({ delivery }) => delivery.status === "unsent");
  return {
    status: cannot ? "unsent" : "failing",
    since,
    reason: cannot
      ? `Nothing can be sent by any of their ways: ${named}.`
      : `Messages by all of their ways fail: ${named}.`,
  };
}

/** `push, ntfy and mail` */
function kindsOf(ways: readonly ReachedBy[]): string {
  const kinds = [...new Set(ways.map(({ kind }) => kind))];
  return kinds.length < 2 ? kinds.join("") : `${kinds.slice(0, -1).join(", ")} and ${kinds.at(-1)}`;
}

/** Since when none of them works: since the last of them failed. */
function latest(ways: readonly KnownWay[]): string | null {
  return (
    ways
      .flatMap(({ delivery }) => delivery.since ?? [])
      .toSorted()
      .at(-1) ?? null
  );
}
