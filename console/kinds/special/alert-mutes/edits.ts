/** What becomes of a mute whose time is changed with that of others: it cannot be changed itself, so another takes its place. */
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import type { Edit } from "../../../parts/plans/edit.ts";

export const hourMs = 3_600_000;

/** `longer` is milliseconds after its present end; `until` RFC 3339; `end` is now. */
export type MuteTime = { readonly longer: number } | { readonly until: string } | "end";

/** What says when a mute holds, which the one that takes its place says anew. */
const times = ["starts_at", "duration_minutes", "schedule", "until"];

/**
 * The edits of one plan, so that a mute that is extended holds without a break.
 * @param row left out for one that is gone
 * @param now milliseconds since 1970
 * @returns undefined where there is nothing to do: it has ended, ends later already, or has a rhythm, which goes on by itself
 */
export function changeOf(
  { kind: resource, fields: shapes }: Pick<Definition, "kind" | "fields">,
  row: JsonObject | undefined,
  time: MuteTime,
  now: number,
): readonly Edit[] | undefined {
  if (row === undefined) return undefined;
  const endsAt = typeof row.expires_at === "string" ? Date.parse(row.expires_at) : undefined;
  if (endsAt !== undefined && endsAt <= now) return undefined;
  const remove: Edit = { op: "delete", resource, id: String(row.id) };
  if (time === "end") return [remove];
  const hasRhythm = Array.isArray(row.schedule) && row.schedule.length > 0;
  if (endsAt === undefined || hasRhythm) return undefined;
  const until = "until" in time ? Date.parse(time.until) : endsAt + time.longer;
  if (until <= endsAt) return undefined;
  const kept = Object.entries(row).filter(
    ([name]) => shapes[name] !== undefined && shapes[name].type !== "computed" && !times.includes(name),
  );
  const begins = typeof row.starts_at === "string" && Date.parse(row.starts_at) > now;
  const fields: JsonObject = {
    ...Object.fromEntries(kept),
    ...(begins ? { starts_at: row.starts_at as string } : {}),
    until: new Date(until).toISOString(),
  };
  return [remove, { op: "create", resource, fields }];
}
