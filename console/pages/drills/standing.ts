/** How routes stand by what drills proved of them. Pure. */
import type { Tone } from "../../../src/kernel/field.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { words } from "../../../src/kernel/words.ts";

export interface Standing {
  readonly id: string;
  readonly name: string;
  readonly tone: Tone;
  readonly label: string;
  readonly provedAt: string | null;
  readonly everyDays: number | null;
  /** Such as `Tuesdays 10:00`; null where no schedule starts drills. */
  readonly schedule: string | null;
}

const dayMs = 86_400_000;
const dayNames: Readonly<Record<string, string>> = {
  mon: "Mondays",
  tue: "Tuesdays",
  wed: "Wednesdays",
  thu: "Thursdays",
  fri: "Fridays",
  sat: "Saturdays",
  sun: "Sundays",
};
const order: readonly Tone[] = ["bad", "warning", "quiet", "good"];

/**
 * Routes that notify somebody, those first that a drill should prove.
 * @param routes as the service answers them
 * @param failing by id, the state of those whose last drill failed
 */
export function standingsOf(
  routes: readonly JsonObject[],
  failing: ReadonlyMap<string, string>,
  now: Date,
): readonly Standing[] {
  return routes
    .filter(({ enabled, drop }) => enabled === true && drop !== true)
    .map((route) => standingOf(route, failing, now))
    .sort((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone));
}

function standingOf(route: JsonObject, failing: ReadonlyMap<string, string>, now: Date): Standing {
  const id = String(route.id);
  const provedAt = typeof route.last_proved_at === "string" ? route.last_proved_at : null;
  const everyDays = typeof route.prove_every_days === "number" ? route.prove_every_days : null;
  const isDue =
    everyDays !== null && (provedAt === null || now.getTime() - Date.parse(provedAt) >= everyDays * dayMs);
  const known = { id, name: String(route.name), provedAt, everyDays, schedule: scheduleOf(route) };
  const state = failing.get(id);
  if (state !== undefined) return { ...known, tone: "bad", label: words(state) };
  if (provedAt === null) return { ...known, tone: isDue ? "warning" : "quiet", label: "Not proved" };
  return isDue
    ? { ...known, tone: "warning", label: "Overdue" }
    : { ...known, tone: "good", label: "Proved" };
}

function scheduleOf({ drill_schedule }: JsonObject): string | null {
  if (typeof drill_schedule !== "object" || drill_schedule === null || Array.isArray(drill_schedule))
    return null;
  const { day, time, timezone } = drill_schedule as JsonObject;
  return `${dayNames[String(day)] ?? day} ${time}, ${timezone}`;
}
