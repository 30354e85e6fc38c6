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
import { parseTimestamp } from "../kernel/timestamps.ts";
import { impacts } from "./parts.ts";

const statuses = [
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
    started_at: computed({
      description: "When it was opened.",
      shape: timestamp({ description: "When it was opened." }),
      from: "state",
      routine: false,
    }),
    resolved_at: computed({
      description: "When it became resolved or completed; null while it goes on.",
      shape: timestamp({ description: "When it was over.", nullable: true }),
      from: "state",
      movedBy: ["status"],
      routine: false,
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
  prepare({ configuration, state }, before, { now }) {
    const { status, body } = configuration;
    const at = now.toISOString();
    if (before?.configuration.status === status && before.configuration.body === body) return {};
    const story = state.updates ?? [];
    const wasOver = before !== undefined && over.includes(before.configuration.status);
    return {
      state: {
        ...(before === undefined ? { started_at: at } : {}),
        // A maintenance that goes from resolved to completed was over already.
        resolved_at: !over.includes(status) ? null : wasOver ? (state.resolved_at ?? at) : at,
        updates: [...story, { at, status, body }].slice(-maxUpdates),
      },
    };
  },
  check({ configuration: { scheduled_for, scheduled_until } }) {
    if (scheduled_for === null || scheduled_until === null) return [];
    const [from, until] = [parseTimestamp(scheduled_for), parseTimestamp(scheduled_until)];
    if (from === undefined || until === undefined || from <= until) return [];
    return [
      { field: "scheduled_until", message: `must not be earlier than scheduled_for (${scheduled_for})` },
    ];
  },
});
