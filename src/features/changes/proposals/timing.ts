/** When a proposal has to be looked at by the service itself. Pure; moments are given. */
import { firstMoment, type Hours, isWithin } from "../../../kernel/hours.ts";
import { type Apply, isUndecided, type Proposal } from "./stored.ts";

const dayMs = 86_400_000;
/** A proposal that nobody decides on ends after so long, counted from when it was to be applied. */
export const expiryMs = 30 * dayMs;
/** Hours begin once in it, also where they are named for a leap day. */
const horizonMs = 9 * 366 * dayMs;

/** The first moment, not before this one, at which it is applied by itself; undefined where nobody said when. */
export function nextApply(apply: Apply | null, now: Date): Date | undefined {
  if (apply?.at !== undefined) return new Date(Math.max(Date.parse(apply.at), now.getTime()));
  if (apply?.hours === undefined) return undefined;
  return firstMoment([hoursOf(apply.hours)], now, true, new Date(now.getTime() + horizonMs));
}

/** Whether its hours allow it now. */
export function mayNow(apply: Apply | null, now: Date): boolean {
  return apply?.hours === undefined || isWithin(hoursOf(apply.hours), now.getTime());
}

function hoursOf({ timezone, ...hours }: NonNullable<Apply["hours"]>): Hours {
  return { ...hours, time_zone: timezone };
}

/** Counted from when it was made, was or is to be applied, or had to wait for people, whichever is last. */
export function expiryOf({
  head,
  progress,
  createdAt,
}: Pick<Proposal, "head" | "progress" | "createdAt">): Date {
  const moments = [head.apply?.at, progress.apply_at, progress.held_at].flatMap((at) => at ?? []);
  return new Date(Math.max(createdAt.getTime(), ...moments.map(Date.parse)) + expiryMs);
}

/** The proposal with the moment at which the service looks at it next. */
export function withDue(proposal: Proposal): Proposal {
  return { ...proposal, dueAt: dueOf(proposal) };
}

function dueOf(proposal: Proposal): Date | null {
  const { status, progress } = proposal;
  if (isUndecided(proposal)) {
    const expiry = expiryOf(proposal);
    const at = progress.apply_at === null ? expiry : new Date(progress.apply_at);
    return new Date(Math.min(at.getTime(), expiry.getTime()));
  }
  const moments = [progress.confirm_by, progress.look_at].flatMap((at) =>
    at === null ? [] : [Date.parse(at)],
  );
  return status === "applied" && moments.length > 0 ? new Date(Math.min(...moments)) : null;
}
