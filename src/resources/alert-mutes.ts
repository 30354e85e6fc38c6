import { defineCollection } from "../kernel/define-kind.ts";
import { boolean, computed, type ItemField, integer, text, timestamp } from "../kernel/field.ts";
import { parseTimestamp } from "../kernel/timestamps.ts";
import { matcherList } from "./parts.ts";

const matchers = matcherList();

export const alertMutes = defineCollection({
  kind: "alert_mutes",
  title: "Alert mutes",
  group: "Alerting",
  description:
    "An alert mute silences matching alerts for a while, by a pattern or by matchers: they are recorded as muted and nobody is notified of them. It ends by itself; deleting it ends it at once.",
  level: "operate",
  idPrefix: "mute",
  naturalKey: ["pattern"],
  otherKey: ["matchers"],
  listColumns: ["pattern", "active", "reason", "duration_minutes", "starts_at", "expires_at"],
  order: "newest_first",
  verbs: ["list", "get", "create", "delete"],
  // A mute that has run out neither mutes nor stands in the way of a new one.
  keyHeld: { until: "expires_at", while: "active" },
  fields: {
    pattern: text({
      description:
        "A glob (* and ?), matched without case against the alert's title and against each of its labels written label=value; null where there are matchers.",
      max: 255,
      nullable: true,
      example: "*checkout*",
    }),
    matchers: {
      ...matchers,
      description: `${matchers.description} They also become a silence of every Alertmanager that an agent looks after. Empty where there is a pattern.`,
      min: 0,
      default: [],
    },
    reason: text({ description: "Why the alerts are muted.", max: 500 }),
    duration_minutes: integer({
      description: "How long it mutes, from now.",
      min: 1,
      max: 43_200,
      unit: "minutes",
      suggested: [30, 60, 120, 480, 1_440],
      section: "When",
    }),
    summary: boolean({
      description:
        "Whether one message at its end names the alerts that began and ended under it. It goes to the destinations of their routes that are no pagers. It names only what was sent here: an Alertmanager where the mute is a silence keeps its alerts to itself. A mute by pattern is no silence, so that its message is whole.",
      default: false,
    }),
    starts_at: made(timestamp({ description: "When it began to mute." })),
    expires_at: made(timestamp({ description: "When it ends." })),
    active: computed({ shape: boolean({ description: "Whether it mutes now." }), from: "derived" }),
    created_by: made(text({ description: "The name of the key or person.", default: "" }), "Who made it."),
  },
  example: {
    pattern: "service=checkout",
    reason: "Database migration, see the change calendar.",
    duration_minutes: 120,
  },
  check({ configuration: { pattern, matchers } }) {
    if (pattern === null && matchers.length === 0)
      return [{ field: "pattern", message: "is required, or matchers instead of it: write one of them" }];
    if (pattern !== null && matchers.length > 0)
      return [{ field: "matchers", message: "cannot be set together with pattern: leave one of them out" }];
    return [];
  },
  prepare(after, before, { now, actor }) {
    if (before !== undefined) return {};
    const ends = new Date(now.getTime() + after.configuration.duration_minutes * 60_000);
    return {
      state: { starts_at: now.toISOString(), expires_at: ends.toISOString(), created_by: actor.name },
    };
  },
  derive({ state }, now) {
    const ends = state.expires_at === undefined ? undefined : parseTimestamp(state.expires_at);
    return { active: ends !== undefined && ends > now };
  },
});

/** What is said once, when the mute is made. */
function made<const S extends ItemField>(shape: S, description = shape.description) {
  return computed({ description, shape, from: "state", routine: false });
}
