import { defineCollection } from "../kernel/define-kind.ts";
import { exampleOf } from "../kernel/example.ts";
import {
  boolean,
  choice,
  computed,
  defaultLimits,
  list,
  object,
  reference,
  text,
  timestamp,
} from "../kernel/field.ts";
import type { Problem } from "../kernel/problem.ts";
import { parseTimestamp } from "../kernel/timestamps.ts";
import { blankProblems, impacts } from "./parts.ts";

/** The states of an incident, in the order of its life. */
export const statuses = [
  "investigating",
  "identified",
  "monitoring",
  "resolved",
  "scheduled",
  "in_progress",
  "completed",
] as const;

const tones = {
  investigating: "bad",
  identified: "warning",
  monitoring: "warning",
  resolved: "good",
  scheduled: "quiet",
  in_progress: "quiet",
  completed: "quiet",
} as const;

/** The statuses in which an incident is over: an outage is resolved, a maintenance completed. */
const over: readonly string[] = ["resolved", "completed"];

/** Clocks of those who write differ a little. */
const earlyMs = 60_000;

/** An incident that goes on for longer than this loses its oldest updates first. */
const maxUpdates = 100;

export const statusPageIncidents = defineCollection({
  kind: "status_page_incidents",
  title: "Status page incidents",
  group: "Status page",
  description:
    "An incident is an outage or a planned maintenance as shown on the status page. Each change of its status or body adds an update.",
  level: "operate",
  idPrefix: "spi",
  naturalKey: ["external_id"],
  listColumns: ["title", "status", "impact", "component_ids", "scheduled_for", "scheduled_until", "notify"],
  order: "newest_first",
  fields: {
    title: text({ description: "What is wrong or planned, in one line for users." }),
    status: choice({
      description:
        "Its state. An outage goes from investigating, identified and monitoring to resolved; a maintenance from scheduled and in_progress to completed.",
      choices: statuses,
      tones,
      default: "investigating",
    }),
    impact: choice({
      description: "How badly users are affected.",
      choices: impacts,
      default: "none",
    }),
    component_ids: list({
      description: "The components that it affects.",
      items: reference({ description: "A component of the status page.", to: "status_page_components" }),
    }),
    body: text({
      description: "The latest message to users; earlier ones stay in updates.",
      max: defaultLimits.query,
      multiline: true,
      prose: true,
    }),
    external_id: text({
      description:
        "The id that the reporting system gives it, so that it is opened only once; null for none.",
      min: 1,
      max: defaultLimits.name,
      nullable: true,
      fixed: true,
      section: "Advanced",
    }),
    scheduled_for: timestamp({
      description: "When a maintenance is to begin.",
      nullable: true,
      section: "When",
    }),
    scheduled_until: timestamp({
      description: "When a maintenance is planned to end; not before it begins.",
      nullable: true,
      section: "When",
    }),
    notify: boolean({
      description: "Whether its updates are mailed as status_incident events.",
      default: true,
      section: "Advanced",
    }),
    started_at: timestamp({
      description: "When it began; left out, when it was opened. Not in the future.",
      nullable: true,
      keptWhenAbsent: true,
      section: "When",
    }),
    resolved_at: timestamp({
      description:
        "When it was over; left out, when it became resolved or completed. Not before started_at, and not in the future; null while it goes on. Nobody is mailed about an incident that is made with it.",
      nullable: true,
      keptWhenAbsent: true,
      section: "When",
    }),
    updates: computed({
      description: `Its updates, oldest first: every status and body that it had. The last ${maxUpdates} are kept.`,
      shape: list({
        description: "The updates, oldest first.",
        max: maxUpdates,
        items: object({
          description: "One update.",
          fields: {
            at: timestamp({ description: "When it was made." }),
            status: choice({ description: "The status from then on.", choices: statuses, tones }),
            body: text({ description: "The message to users.", max: defaultLimits.query }),
          },
        }),
      }),
      from: "state",
      movedBy: ["status", "body"],
    }),
  },
  example: {
    title: "Database upgrade",
    status: "scheduled",
    impact: "maintenance",
    component_ids: [exampleOf("status_page_components")],
    body: "Checkout is read-only for an hour.",
    external_id: "CHG-1024",
    scheduled_for: "2099-03-01T02:00:00Z",
    scheduled_until: "2099-03-01T03:00:00Z",
  },
  hiddenState: {
    started_at: timestamp({ description: "When it was opened." }),
    resolved_at: timestamp({ description: "When it became resolved or completed.", nullable: true }),
  },
  prepare({ configuration, state }, before, { now }) {
    const { status, body, started_at, resolved_at } = configuration;
    const at = now.toISOString();
    const chosen = {
      // What a reader was shown and sends back is nobody's choice.
      ...(started_at === state.started_at &&
        before?.configuration.started_at === null && { started_at: null }),
      ...(resolved_at === state.resolved_at &&
        before?.configuration.resolved_at === null && { resolved_at: null }),
      // It goes on again.
      ...(!over.includes(status) &&
        before !== undefined &&
        resolved_at === before.configuration.resolved_at && { resolved_at: null }),
    };
    // What was over before anybody reported it began no later.
    const opened = earlier(state.started_at ?? at, resolved_at);
    const begun = opened === state.started_at ? {} : { started_at: opened };
    if (before?.configuration.status === status && before.configuration.body === body)
      return { configuration: chosen, state: begun };
    const story = state.updates ?? [];
    const wasOver = before !== undefined && over.includes(before.configuration.status);
    const saidAt =
      before === undefined ? ((over.includes(status) ? resolved_at : null) ?? started_at ?? at) : at;
    return {
      configuration: chosen,
      state: {
        ...begun,
        // A maintenance that goes from resolved to completed was over already.
        resolved_at: !over.includes(status) ? null : wasOver ? (state.resolved_at ?? at) : at,
        updates: [...story, { at: saidAt, status, body }].slice(-maxUpdates),
      },
    };
  },
  check({ configuration }, before) {
    const { scheduled_for, scheduled_until, status, resolved_at } = configuration;
    const { started_at } = configuration;
    if (resolved_at !== null && !over.includes(status))
      return [
        {
          field: "resolved_at",
          message: `must be null while the status is ${status}: write it with resolved or completed`,
        },
      ];
    return [
      ...blankProblems(configuration, before?.configuration, ["title", "body"]),
      ...inOrder("scheduled_until", scheduled_until, "scheduled_for", scheduled_for),
      ...inOrder("resolved_at", resolved_at, "started_at", started_at),
    ];
  },
  checkTime({ configuration }, before, now) {
    return (["started_at", "resolved_at"] as const).flatMap((field) => {
      const value = configuration[field];
      if (value === null || value === before?.configuration[field]) return [];
      const isLater = (parseTimestamp(value)?.getTime() ?? 0) > now.getTime() + earlyMs;
      return isLater ? [{ field, message: "must not be in the future; leave it out for now" }] : [];
    });
  },
});

function inOrder(field: string, later: string | null, other: string, earlier: string | null): Problem[] {
  const [from, until] = [earlier, later].map((one) => (one === null ? undefined : parseTimestamp(one)));
  if (from === undefined || until === undefined || from <= until) return [];
  return [{ field, message: `must not be earlier than ${other} (${earlier})` }];
}

/** Of two times the earlier one; the first where there is no other. */
function earlier(one: string, other: string | null): string {
  const [first, second] = [parseTimestamp(one), other === null ? undefined : parseTimestamp(other)];
  return first !== undefined && second !== undefined && second < first ? second.toISOString() : one;
}
