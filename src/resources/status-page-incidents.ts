import { defineCollection } from "../kernel/define-kind.ts";
import { sameJson } from "../kernel/equal.ts";
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
import { momentOf, parseTimestamp } from "../kernel/timestamps.ts";
import {
  givenUpdates,
  type Incident,
  isPlanned,
  maxUpdates,
  over,
  incidentStatuses as statuses,
  incidentTones as tones,
  updatesAfter,
} from "./incident-updates.ts";
import { blankProblems, impacts } from "./parts.ts";

/** As long as an alert mute may last. */
const longestMuteMs = 30 * 24 * 3_600_000;

/** Clocks of those who write differ a little. */
const earlyMs = 60_000;

const updateList = {
  description: `Its updates, oldest first: every status and body that it had. They are kept as it changes, the last ${maxUpdates} of them. Given with a new incident, they are its history up to now: in order, and not in the future. Of one that is there only administrators may give others.`,
  max: maxUpdates,
  items: object({
    description: "One update.",
    fields: {
      at: timestamp({ description: "When it was made." }),
      status: choice({ description: "The status from then on.", choices: statuses, tones }),
      body: text({ description: "The message to users.", max: defaultLimits.query }),
    },
  }),
} as const;

export const statusPageIncidents = defineCollection({
  kind: "status_page_incidents",
  notifies: ["create", "update"],
  title: "Status page incidents",
  group: "Status page",
  description:
    "An incident is an outage or a planned maintenance as shown on the status page. Each change of its status or body adds an update, and so does another time of planned work. A draft is shown to nobody outside.",
  level: "operate",
  idPrefix: "spi",
  naturalKey: ["external_id"],
  listColumns: ["title", "status", "draft", "impact", "component_ids", "scheduled_for", "scheduled_until"],
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
    draft: boolean({
      description:
        "Whether it is a draft: neither on the page nor in feeds and mails, and it holds no deploys. False publishes it; alerts open drafts where a component or a route says so.",
      default: false,
      tones: { true: "warning" },
    }),
    external_id: text({
      description: "The reporting system's id, so that it is opened only once; null for none.",
      min: 1,
      max: defaultLimits.name,
      nullable: true,
      fixed: true,
      verbatim: true,
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
    mute_alerts: boolean({
      description:
        "Whether an alert mute of its components' services is made, moved and ended with this maintenance. It needs scheduled_for and scheduled_until, at most 30 days apart.",
      default: false,
      section: "When",
    }),
    notify: boolean({
      description:
        "Whether its updates are mailed: as status_incident events, and to subscribers. Nobody is mailed about what ended more than an hour ago.",
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
        "When it was over, null while it goes on; left out, when it became resolved or completed. Not before started_at, and not in the future.",
      nullable: true,
      keptWhenAbsent: true,
      section: "When",
    }),
    updates: list({ ...updateList, nullable: true, keptWhenAbsent: true, section: "Advanced" }),
    proposed_update: computed({
      description:
        "The update that is proposed since the alerts that opened it have ended: write its status and body to publish it. Null for none.",
      shape: object({
        description: "The proposed update.",
        nullable: true,
        fields: {
          at: timestamp({ description: "When it was proposed." }),
          status: choice({ description: "The status that is proposed.", choices: statuses, tones }),
          body: text({ description: "The message that is proposed." }),
        },
      }),
      from: "derived",
      movedBy: ["status"],
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
    updates: list({ ...updateList, description: "Its updates, where nobody gave its history." }),
    proposed: object({
      description: "What is proposed since its alerts have ended.",
      nullable: true,
      fields: {
        at: timestamp({ description: "When it was proposed." }),
        body: text({ description: "The message that is proposed." }),
      },
    }),
  },
  derive({ configuration: { status }, state: { proposed } }) {
    const isOpen = !over.includes(status);
    return { proposed_update: isOpen && proposed ? { ...proposed, status: "resolved" as const } : null };
  },
  derivedUntil: () => undefined,
  prepare({ configuration, state }, before, { now }) {
    const { status, body, resolved_at } = configuration;
    const at = now.toISOString();
    const given = givenUpdates(configuration, before?.configuration);
    const chosen = {
      // It goes on again.
      ...(!over.includes(status) &&
        before !== undefined &&
        resolved_at === before.configuration.resolved_at && { resolved_at: null }),
    };
    // What was over before anybody reported it began no later, and neither did what there is an update of.
    const opened = earlier(earlier(state.started_at ?? at, resolved_at), given?.[0]?.at ?? null);
    const begun = opened === state.started_at ? {} : { started_at: opened };
    const moved = before?.configuration.status !== status || before.configuration.body !== body;
    const updates = updatesAfter(configuration, state, before?.configuration, at, given);
    const kept = given === null ? { updates: null } : { updates };
    const story = given === null ? { updates } : {};
    if (!moved) return { configuration: { ...chosen, ...kept }, state: { ...begun, ...story } };
    const wasOver = before !== undefined && over.includes(before.configuration.status);
    const ended = given?.findLast((update) => over.includes(update.status))?.at ?? at;
    return {
      configuration: { ...chosen, ...kept },
      state: {
        ...begun,
        // A maintenance that goes from resolved to completed was over already.
        resolved_at: !over.includes(status)
          ? null
          : wasOver
            ? (state.resolved_at ?? at)
            : new Date(ended).toISOString(),
        ...story,
      },
    };
  },
  check({ configuration }, before, { now }) {
    const { scheduled_for, scheduled_until, status, resolved_at } = configuration;
    const { started_at, updates } = configuration;
    const early = now === undefined ? [] : earlyProblems(configuration, before?.configuration, now);
    if (resolved_at !== null && !over.includes(status))
      return [
        {
          field: "resolved_at",
          message: `must be null while the status is ${status}: write it with resolved or completed`,
        },
        ...early,
      ];
    return [
      ...blankProblems(configuration, before?.configuration, ["title", "body"]),
      ...inOrder("scheduled_until", scheduled_until, "scheduled_for", scheduled_for),
      ...inOrder("resolved_at", resolved_at, "started_at", started_at),
      ...(updates ?? []).flatMap(({ at }, index) =>
        inOrder(`updates[${index}].at`, at, "the update before it", updates?.[index - 1]?.at ?? null),
      ),
      ...muteProblems(configuration),
      ...early,
    ];
  },
});

type Times = Pick<Incident, "started_at" | "resolved_at" | "updates">;

function earlyProblems(times: Times, before: Times | undefined, now: Date): Problem[] {
  const isLater = (value: string) => (parseTimestamp(value)?.getTime() ?? 0) > now.getTime() + earlyMs;
  const early = (["started_at", "resolved_at"] as const).flatMap((field) => {
    const value = times[field];
    if (value === null || value === before?.[field]) return [];
    return isLater(value) ? [{ field, message: "must not be in the future; leave it out for now" }] : [];
  });
  const { updates } = times;
  if (updates === null || sameJson(updates, before?.updates)) return early;
  const late = updates.flatMap(({ at }, index) =>
    isLater(at) ? [{ field: `updates[${index}].at`, message: "must not be in the future" }] : [],
  );
  return [...early, ...late];
}

function inOrder(field: string, later: string | null, other: string, earlier: string | null): Problem[] {
  const [from, until] = [earlier, later].map(momentOf);
  if (from === undefined || until === undefined || from <= until) return [];
  return [{ field, message: `must not be earlier than ${other} (${earlier})` }];
}

/** Of two times the earlier one; the first where there is no other. */
function earlier(one: string, other: string | null): string {
  const [first, second] = [one, other].map(momentOf);
  return first !== undefined && second !== undefined && second < first ? second.toISOString() : one;
}

function muteProblems({
  mute_alerts,
  scheduled_for,
  scheduled_until,
  ...incident
}: Incident & { readonly mute_alerts: boolean } & Record<
    "scheduled_for" | "scheduled_until",
    string | null
  >): Problem[] {
  if (!mute_alerts) return [];
  if (!isPlanned(incident))
    return [
      { field: "mute_alerts", message: "is for maintenance: set impact to maintenance, or leave it out" },
    ];
  const [from, until] = [scheduled_for, scheduled_until].map(momentOf);
  if (from === undefined || until === undefined)
    return [{ field: "mute_alerts", message: "needs scheduled_for and scheduled_until: write both" }];
  if (until.getTime() - from.getTime() <= longestMuteMs) return [];
  return [
    { field: "mute_alerts", message: "is possible for at most 30 days: bring scheduled_until forward" },
  ];
}
