import { defineCollection } from "../kernel/define-kind.ts";
import {
  boolean,
  computed,
  type ItemField,
  integer,
  list,
  object,
  reference,
  text,
  timestamp,
} from "../kernel/field.ts";
import type { Hours } from "../kernel/hours.ts";
import { holdsAt, holdsUntil, type MuteConfiguration, muteTimes, nextHold } from "../kernel/mute-times.ts";
import type { Problem } from "../kernel/problem.ts";
import { momentOf } from "../kernel/timestamps.ts";
import {
  dateFields,
  dateProblems,
  hoursFields,
  hoursProblems,
  hoursZone,
  matcherList,
  repeatedProblems,
} from "./parts.ts";

const matchers = matcherList();

/** Silences of an Alertmanager may be long: a matcher that lists the names of many instances. All of a mute's together. */
const mostCharacters = 100_000;
const mostMatchers = 1_000;

/** A start that was now when the request was written. */
const lateMs = 60_000;
const lastYear = 9_999;

export const alertMutes = defineCollection({
  kind: "alert_mutes",
  decides: true,
  title: "Alert mutes",
  group: "Alerting",
  description:
    "An alert mute silences matching alerts, by a pattern or by matchers: they are recorded as muted and nobody is notified of them. It holds for a while, now or later, or in a rhythm, such as every night. It ends by itself unless its rhythm has no end; deleting it ends it at once.",
  level: "operate",
  idPrefix: "mute",
  naturalKey: ["pattern"],
  otherKey: ["matchers", "route_ids", "schedule"],
  listColumns: ["pattern", "active", "reason", "duration_minutes", "starts_at", "expires_at"],
  order: "newest_first",
  verbs: ["list", "get", "create", "delete"],
  // A mute that has run out neither mutes nor stands in the way of a new one.
  keyHeld: { until: "expires_at" },
  fields: {
    pattern: text({
      description:
        "A glob (* and ?) of the alert's title or of a label written label=value, in any case; null where there are matchers.",
      max: 255,
      nullable: true,
      verbatim: true,
      example: "*checkout*",
    }),
    matchers: {
      ...matchers,
      description: `${matchers.description} They also become a silence of every Alertmanager that an agent looks after, or its time interval where there is a schedule. Empty where there is a pattern, and where route_ids say enough.`,
      items: { ...matchers.items, max: mostCharacters },
      min: 0,
      max: mostMatchers,
      default: [],
    },
    route_ids: list({
      description:
        "Only what these alert routes send is kept back. Empty mutes everywhere. Rules and other routes go on notifying.",
      max: 50,
      items: reference({ description: "An alert route.", to: "alert_routes" }),
      section: "Advanced",
    }),
    reason: text({ description: "Why the alerts are muted.", max: 500 }),
    starts_at: timestamp({
      description: "From when on it mutes; left out, from now. At most a minute in the past when it is made.",
      keptWhenAbsent: true,
      nullable: true,
      section: "When",
    }),
    duration_minutes: integer({
      description: "How long it mutes, from starts_at; null where there is a schedule or until.",
      min: 1,
      max: 43_200,
      unit: "minutes",
      suggested: [30, 60, 120, 480, 1_440],
      nullable: true,
      section: "When",
    }),
    schedule: list({
      description:
        "When it mutes again and again, by the clock of a time zone; empty where there is no rhythm.",
      max: 14,
      items: object({
        description:
          "Hours of some days: those that are of the days, days_of_month, months and years that it names.",
        fields: { ...hoursFields("the hours begin"), ...dateFields(), time_zone: hoursZone() },
      }),
      section: "When",
    }),
    until: timestamp({
      description:
        "When it ends, in place of duration_minutes; with a schedule null goes on until the mute is deleted.",
      nullable: true,
      section: "When",
    }),
    summary: boolean({
      description:
        "Whether one message at its end names the alerts that began and ended under it. It goes to the destinations of their routes that are no pagers. It names only what was sent here: an Alertmanager where the mute is a silence keeps its alerts to itself. A mute by pattern is no silence, so that its message is whole. Not with a schedule.",
      default: false,
    }),
    expires_at: made(
      timestamp({ description: "When it ends; null where its schedule has no end.", nullable: true }),
    ),
    active: computed({ shape: boolean({ description: "Whether it mutes now." }), from: "derived" }),
    created_by: made(text({ description: "The name of the key or person.", default: "" }), "Who made it."),
  },
  hiddenState: { starts_at: timestamp({ description: "When it begins, where nobody chose." }) },
  example: {
    pattern: "service=checkout",
    reason: "Database migration, see the change calendar.",
    duration_minutes: 120,
  },
  check({ configuration, state }, before, { now, comesBack }) {
    return [
      ...takingProblems(configuration),
      ...timeProblems(configuration, state.starts_at),
      ...(before === undefined && now !== undefined && comesBack !== true
        ? pastProblems(configuration, now)
        : []),
    ];
  },
  prepare({ configuration }, before, { now, actor }) {
    if (before !== undefined) return {};
    const starts_at = now.toISOString();
    const { endsAt } = muteTimes(configuration, starts_at);
    return {
      state: {
        ...(configuration.starts_at === null ? { starts_at } : {}),
        expires_at: endsAt?.toISOString() ?? null,
        created_by: actor.name,
      },
    };
  },
  derive({ configuration, state }, now) {
    return { active: holdsAt(muteTimes(configuration, state.starts_at), now) };
  },
  derivedUntil({ configuration, state }, now) {
    const times = muteTimes(configuration, state.starts_at);
    return holdsAt(times, now) ? holdsUntil(times, now) : nextHold(times, now);
  },
});

interface Taking {
  readonly pattern: string | null;
  readonly matchers: readonly string[];
  readonly route_ids: readonly string[];
}

function takingProblems({ pattern, matchers, route_ids }: Taking): Problem[] {
  if (pattern === null && matchers.length === 0 && route_ids.length === 0)
    return [
      {
        field: "pattern",
        message:
          "is required, or matchers instead of it: write one of them. With route_ids both may be left out",
      },
    ];
  if (pattern !== null && matchers.length > 0)
    return [{ field: "matchers", message: "cannot be set together with pattern: leave one of them out" }];
  const characters = matchers.reduce((sum, matcher) => sum + matcher.length, 0);
  if (characters > mostCharacters)
    return [
      {
        field: "matchers",
        message: `must have at most ${mostCharacters} characters together; they have ${characters}`,
      },
    ];
  return [...repeatedProblems("matchers", matchers), ...repeatedProblems("route_ids", route_ids)];
}

/** Of a new mute. */
function pastProblems(
  { starts_at, until }: { readonly starts_at: string | null; readonly until: string | null },
  now: Date,
): Problem[] {
  const starts = momentOf(starts_at);
  const late = starts !== undefined && now.getTime() - starts.getTime() > lateMs;
  const ends = momentOf(until);
  // Where it ends before it begins, that is said already (timeProblems).
  const over = starts !== undefined && ends !== undefined && starts < ends && ends <= now;
  return [
    ...(late ? [{ field: "starts_at", message: "is in the past; leave it out to begin now" }] : []),
    ...(over ? [{ field: "until", message: "must be in the future" }] : []),
  ];
}

function timeProblems(
  times: MuteConfiguration & { readonly summary: boolean },
  began: string | undefined,
): Problem[] {
  const { duration_minutes, schedule, until, summary } = times;
  if (schedule.length === 0 && duration_minutes === null && until === null)
    return [
      {
        field: "duration_minutes",
        message: "is required, or until or schedule instead of it: write one of them",
      },
    ];
  if (schedule.length > 0 && duration_minutes !== null)
    return [
      { field: "schedule", message: "cannot be set together with duration_minutes: leave one of them out" },
    ];
  if (duration_minutes !== null && until !== null)
    return [
      { field: "until", message: "cannot be set together with duration_minutes: leave one of them out" },
    ];
  if (schedule.length > 0 && summary)
    return [{ field: "summary", message: "cannot be set together with schedule: leave one of them out" }];
  const { startsAt, endsAt } = muteTimes(times, began);
  if (endsAt !== null && endsAt.getUTCFullYear() > lastYear)
    return [{ field: "starts_at", message: `is too late: the mute would end after the year ${lastYear}` }];
  if (endsAt !== null && endsAt <= startsAt)
    return [
      {
        field: "until",
        message:
          times.starts_at === null
            ? "must be in the future, after the mute begins"
            : "must be later than starts_at",
      },
    ];
  return [
    ...repeatedProblems("schedule", schedule.map(textOfHours)),
    ...schedule.flatMap((hours, index) => [
      ...repeatedProblems(`schedule[${index}].days`, hours.days),
      ...hoursProblems(`schedule[${index}]`, hours),
      ...dateProblems(`schedule[${index}]`, hours),
    ]),
  ];
}

function textOfHours({ days, start, end, time_zone, ...dates }: Hours): string {
  const { days_of_month = [], months = [], years = [] } = dates;
  const lists = [days, days_of_month, months, years].map((list) => [...list].sort());
  return JSON.stringify([...lists, start, end, time_zone]);
}

/** What is said once, when the mute is made. */
function made<const S extends ItemField>(shape: S, description = shape.description) {
  return computed({ description, shape, from: "state", routine: false });
}
