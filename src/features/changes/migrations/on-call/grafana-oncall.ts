/** Grafana OnCall's schedules and shifts, as its API answers them and as Grafana's Terraform provider shows them. */
import { formats } from "../../../../kernel/format.ts";
import { firstRole } from "../../../../resources/on-call-rotas.ts";
import { type Clock, clockOf } from "../../../../shifts/clock.ts";
import type { Attributes } from "../attributes.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import { nobody, type People } from "./people.ts";
import type { Rendered } from "./proof.ts";
import { endBy, rhythmOf } from "./rhythm.ts";
import { inRoles } from "./roles.ts";
import { addRota, type NotedLayer, type Rota, type Taken } from "./rota.ts";

const tool = "Grafana OnCall";
const minuteMs = 60_000;

export interface Around {
  readonly people: People;
  readonly shifts: readonly Attributes[];
  readonly rendered: Rendered | undefined;
  readonly how: string;
}

export function mapSchedule(
  schedule: Attributes,
  { people, shifts, rendered, how }: Around,
  add: AddRow,
  context: MigrationContext,
): Rota | undefined {
  schedule.ignore("id", "type", "shifts", "on_call_now", "enable_web_overrides");
  schedule.lost("team_id", "choose the team that owns the rota (team_id)", "info");
  schedule.lost("slack", "let a route notify the channel", "info");
  schedule.lost("ical_url_overrides", "fetch the calendar, and read it with `orgconfig migrate ical`");
  const timezone = schedule.text("time_zone") ?? "UTC";
  const known = formats.timezone.check(timezone) === undefined ? timezone : "UTC";
  const read = shifts.flatMap((shift) => shiftOf(shift, known, people, context));
  const levels = [...new Set(read.flatMap(({ layer, level }) => (layer === undefined ? [] : [level])))].sort(
    (a, b) => a - b,
  );
  const layers = inRoles(
    levels.map((level) =>
      read.flatMap((one) => (one.level === level && one.layer !== undefined ? [one.layer] : [])),
    ),
  );
  const roles = layers.length === 0 ? [firstRole] : [...new Set(layers.map(({ role }) => role))];
  if (roles.length > 1)
    schedule.note(
      "shifts",
      `of one level overlap, and all of them are on call: they are the roles ${roles.join(", ")}, and what notifies the schedule names each`,
    );
  const overrides = read.flatMap(({ taken = [] }) =>
    taken.flatMap((one) => roles.map((role) => ({ ...one, role }))),
  );
  return addRota(
    {
      tool,
      name: schedule.text("name") ?? "",
      timezone,
      description: undefined,
      layers,
      overrides,
      rendered,
      how,
    },
    people,
    schedule,
    add,
    context,
  );
}

interface Shift {
  readonly level: number;
  readonly layer?: NotedLayer;
  readonly taken?: readonly Taken[];
}

function shiftOf(shift: Attributes, timezone: string, people: People, context: MigrationContext): Shift[] {
  shift.ignore("id", "team_id", "source", "schedule", "title", "updated_shift");
  const name = shift.text("name") ?? "";
  const [type, zone] = [shift.text("type"), shift.text("time_zone")];
  const level = shift.number("level") ?? 0;
  const clock = clockOf(zone !== undefined && formats.timezone.check(zone) === undefined ? zone : timezone);
  const own = clockOf(timezone);
  const at = (field: string) => momentIn(shift, field, clock.momentOf);
  const [start, until, rotationStart] = ["start", "until", "rotation_start"].map(at);
  const minutes = (shift.number("duration") ?? 0) / 60;
  const emails = (ids: readonly string[]) => ids.map((id) => people.addressOf({ id }));
  const [together, groups] = [emails(shift.texts("users")), shift.lists("rolling_users").map(emails)];
  const note = (message: string) => shift.note("", message);
  const left = (why: string): Shift[] => {
    context.first(`the shift ${JSON.stringify(name)} is left out, and its people are not on call: ${why}`);
    return [];
  };
  if (start === undefined || minutes <= 0) return left("it has no start or no duration");
  if (zone !== undefined && zone !== timezone && own.wallAt(start) !== clock.wallAt(start))
    note(
      `is meant in the time zone ${zone}, and the rota in ${timezone}: it moves where their clocks are set on different days`,
    );
  const end = start + minutes * minuteMs;
  if (type === "override") {
    const emails = together.length > 0 ? together : groups.flat();
    return [{ level, taken: emails.map((email) => ({ role: firstRole, email, from: start, to: end })) }];
  }
  const turns = type === "rolling_users" ? groups : [together];
  if (turns.every((turn) => turn.length === 0)) {
    note("has nobody, and is left out");
    return [];
  }
  const common = { note, name, role: firstRole, from: start, begins: start, until: end, covers: undefined };
  if (type === "single_event") return [{ level, layer: { ...common, turns, every: 1, unit: "days" } }];
  const first = shift.number("start_rotation_from_user_index") ?? 0;
  const order = turns.map((_, turn) => turns[(turn + first) % turns.length] ?? []);
  const again = comingAgain(shift, own, { start, until, minutes, turns: order });
  if (typeof again === "string") return left(again);
  return [{ level, layer: { ...common, ...again, from: Math.max(start, rotationStart ?? start) } }];
}

/** The turns of a shift that comes again; or why no rotation says it. */
function comingAgain(
  shift: Attributes,
  clock: Clock,
  of: {
    readonly start: number;
    readonly until: number | undefined;
    readonly minutes: number;
    readonly turns: readonly (readonly string[])[];
  },
): Pick<NotedLayer, "turns" | "begins" | "until" | "every" | "unit" | "covers"> | string {
  const { start, until, minutes, turns } = of;
  if (shift.numbers("by_month").length + shift.numbers("by_monthday").length > 0)
    return "it comes on days of the month or in months, which no rotation says";
  const wall = clock.wallAt(start);
  const recurrence = {
    frequency: shift.text("frequency") ?? "never again",
    interval: shift.number("interval") ?? 1,
    days: shift.texts("by_day"),
    weekStart: shift.text("week_start") ?? "SU",
    wall,
    minutes,
  };
  const rhythm = rhythmOf(recurrence);
  if (typeof rhythm === "string") return rhythm;
  const { every, unit, covers, pause, earlier } = rhythm;
  // Of several weeks or days one has the event, and the others have nobody.
  const between = Array.from({ length: pause }, () => [nobody]);
  return {
    every,
    unit,
    covers,
    turns: turns.flatMap((turn) => [turn.length === 0 ? [nobody] : turn, ...between]),
    begins: clock.momentOf(wall - earlier * minuteMs),
    until: until === undefined ? undefined : clock.momentOf(endBy(recurrence, clock.wallAt(until))),
  };
}

/** A moment of the shift's own clock, unless it names a zone. */
function momentIn(shift: Attributes, field: string, momentOf: (wall: number) => number): number | undefined {
  const text = shift.text(field);
  if (text === undefined) return undefined;
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  const at = Date.parse(hasZone ? text : `${text}Z`);
  if (Number.isNaN(at)) {
    shift.note(field, `${JSON.stringify(text)} is not a moment, and is left out`);
    return undefined;
  }
  return hasZone ? at : momentOf(at);
}
