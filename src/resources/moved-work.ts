/** What users read of planned work that gets other times while nobody writes a word about it. Pure. */
import { defaultLimits } from "../kernel/field.ts";
import { readable } from "../kernel/readable.ts";
import { parseTimestamp } from "../kernel/timestamps.ts";

/** As much of an incident as it follows from. */
interface Work {
  readonly status: string;
  readonly body: string;
  readonly scheduled_for: string | null;
  readonly scheduled_until: string | null;
}

/**
 * The words of the update that a move makes; null where there is none to make: of what has its own words, of what is
 * over, and of times that have come, which begin or end the work at once.
 */
export function movedText(after: Work, before: Work | undefined, now: Date): string | null {
  if (before === undefined || before.status !== after.status || before.body !== after.body) return null;
  if (after.status !== "scheduled" && after.status !== "in_progress") return null;
  const isMoved = (field: "scheduled_for" | "scheduled_until") => {
    const [is, was] = [momentOf(after[field]), momentOf(before[field])];
    return is !== was && (is === null || is > now.getTime());
  };
  const said =
    after.status === "scheduled" && (isMoved("scheduled_for") || isMoved("scheduled_until"))
      ? planOf(after)
      : after.status === "in_progress" && isMoved("scheduled_until")
        ? endOf(after)
        : null;
  return said === null ? null : fitting(`${said}\n\n${after.body}`);
}

function fitting(text: string): string {
  return Array.from(text).slice(0, defaultLimits.query).join("");
}

/** What a mail about planned work says: its hours, above what it says of itself. */
export function withHours(body: string, work: Work): string {
  if (work.scheduled_for === null || work.status !== "scheduled") return body;
  return fitting(`${planOf(work).replace("Now planned", "Planned")}\n\n${body}`);
}

function planOf({ scheduled_for, scheduled_until }: Work): string {
  if (scheduled_for === null) return "The time is not known any more.";
  const until = scheduled_until === null ? "" : ` to ${readable(scheduled_until)}`;
  return `Now planned for ${readable(scheduled_for)}${until}.`;
}

function endOf({ scheduled_until }: Work): string {
  return scheduled_until === null
    ? "When it ends is not known any more."
    : `Now planned to end ${readable(scheduled_until)}.`;
}

function momentOf(at: string | null): number | null {
  return (at === null ? undefined : parseTimestamp(at)?.getTime()) ?? null;
}
