/** The call that says why somebody was notified of an alert, or was not. */
import { type Call, turnOf } from "../../../engine/context.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import { boolean, list, object, text, timestamp } from "../../../kernel/field.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import { factsOf } from "../../../renderers/alerting/facts.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { notificationSettings } from "../../../resources/notification-settings.ts";
import { outboundRules } from "../../../resources/outbound-rules.ts";
import { currentMutes } from "../events/index.ts";
import { findAlert } from "./actions.ts";
import type { AlertDeps } from "./deps.ts";
import { pageOfAlert } from "./messages.ts";
import { desertedIn, teamAddresses } from "./notify.ts";
import { createOutcomes } from "./outcome.ts";
import { longOpen } from "./preview.ts";
import { inhibitionFor } from "./resolve-withheld.ts";
import type { AlertingRows } from "./rows.ts";
import { idInput } from "./shapes.ts";
import type { KeptAlert } from "./store.ts";
import { keptDays } from "./upkeep.ts";
import { type WhyFacts, why } from "./why.ts";
import { partitionsOf, type Subject, subjectOf } from "./why-subject.ts";
import { withheldOf } from "./withheld.ts";

const anything = Number.MAX_SAFE_INTEGER;
/** Messages to them about one alert. */
const mostSends = 1_000;
const dayMs = 24 * 3_600_000;

const whyInput = {
  ...idInput,
  email: text({ description: "A person or mailbox.", format: "email", max: 254, optional: true }),
  target_id: text({ description: "A target.", max: 255, optional: true }),
  team_id: text({ description: "A team.", max: 255, optional: true }),
} as const;

const whyOutput = {
  notified: boolean({
    description:
      "Whether a message that the alert is on was sent to them, also because it reached nobody else; null where that is not known.",
    nullable: true,
  }),
  reason: text({ description: "What explains it best, in a sentence.", max: anything }),
  next_at: timestamp({
    description:
      "When something is to be sent to them next, by the rows as they are, but for repetitions; null where nothing is, and while another alert keeps it back.",
    nullable: true,
  }),
  steps: list({
    description:
      "What decided, in order: the alert, messages, what keeps it back, routes and rules, settings. What routes and rules say is of the rows as they are, and says so where they were changed since.",
    max: anything,
    items: object({
      description: "One of them.",
      fields: {
        row: object({
          description: "The row that says it; null for none.",
          nullable: true,
          fields: {
            kind: text({ description: "Its kind; alerts for the alert itself." }),
            id: text({ description: "Its id." }),
            name: text({ description: "What it is called.", max: anything }),
          },
        }),
        said: text({ description: "In a sentence.", max: anything }),
      },
    }),
  }),
} as const;

export function explainNotification(deps: AlertDeps): ConfigurationOperation {
  return configurationOperation({
    name: "explain_notification",
    level: "read",
    effect: "read",
    scans: "short",
    title: "Explain a notification",
    description:
      "Why a person, a target or a team was notified of an alert, or was not, row by row, and what is to come. Give one of the three.",
    tag: "alerts",
    method: "POST",
    path: "/api/v1/alerts/{id}/why",
    input: whyInput,
    output: whyOutput,
    async answer(call, { id, ...of }) {
      const { id: organizationId } = call.caller.organization;
      const alert = await findAlert(deps, organizationId, id);
      const rows = await deps.rowsOf(deps.store, organizationId, call.now);
      const subject = await subjectOf(deps, organizationId, rows, of, call.now);
      const { steps, ...answer } = why(await factsFor(deps, call, rows, alert, subject));
      return { ...answer, steps: steps.map((one) => ({ ...one, row: one.row && { ...one.row } })) };
    },
  });
}

async function factsFor(
  deps: AlertDeps,
  call: Call,
  rows: AlertingRows,
  alert: KeptAlert,
  subject: Subject,
): Promise<WhyFacts> {
  const { id: organizationId } = call.caller.organization;
  const reader = deps.alerts.in(deps.store);
  const ids = [alert.id];
  const sends = await reader.sentTo(organizationId, alert.id, partitionsOf(subject.places), mostSends);
  const withheld = await withheldOf(reader, organizationId, rows, [alert]);
  const isOld = alert.receivedAt.getTime() < call.now.getTime() - keptDays * dayMs;
  return {
    ...{ alert, subject, rows, now: call.now },
    outcome: await outcomeNow(deps, call, rows, alert),
    routings: await reader.routings(organizationId, ids),
    timers: await reader.timers(organizationId, ids),
    sends: sends.filter(subject.counts),
    withheld: withheld.get(alert.id) ?? [],
    changedAt: await changesOf(deps, organizationId, rows),
    settings: await settingsOf(deps, call, alert, subject),
    // What reports an alert that is open is kept.
    isForgotten: isOld && alert.resolvedAt !== null,
  };
}

/** The decider's word on such an alert, were it to begin now. */
async function outcomeNow(deps: AlertDeps, call: Call, rows: AlertingRows, alert: KeptAlert) {
  const { id } = call.caller.organization;
  const { labels, annotations, connectorId } = alert;
  const routes = [...rows.routes.values()];
  const all = [...routes, ...rows.ownRoutes.values()];
  const deserted = desertedIn(all, await teamAddresses(deps, deps.store, id, all));
  const mutes = await currentMutes(deps.events, id, call.now);
  const { open } = await inhibitionFor(deps, call, rows, labels);
  const circumstances = { ...longOpen, opened: call.now, open };
  return inPieces(
    createOutcomes({ ...rows, routes, mutes, deserted })(
      { labels, annotations, raisedBy: connectorId },
      circumstances,
    ),
    turnOf(call),
  );
}

/** When the rows that say where alerts go were changed last. */
async function changesOf(
  { alerts, store }: AlertDeps,
  organizationId: string,
  rows: AlertingRows,
): Promise<WhyFacts["changedAt"]> {
  const reader = alerts.in(store);
  const kinds = [
    [alertRoutes.kind, [...rows.routes.keys()]],
    [alertHeartbeats.kind, [...rows.ownRoutes.keys()]],
    [outboundRules.kind, rows.rules.map(({ id }) => id)],
  ] as const;
  const found = new Map<string, Date>();
  for (const [kind, ids] of kinds)
    for (const one of await reader.configurations(organizationId, kind, ids))
      found.set(one.id, one.updatedAt);
  return (id) => found.get(id);
}

/** What the settings of notifications say of a mailbox: to itself and to org_admins alone. */
async function settingsOf(
  deps: AlertDeps,
  call: Call,
  alert: KeptAlert,
  { email }: Subject,
): Promise<WhyFacts["settings"]> {
  if (email === undefined) return undefined;
  const { kind, title: name } = notificationSettings;
  const row = { kind, id: kind, name };
  const { organization, level, userId } = call.caller;
  const own = userId === undefined ? undefined : await deps.identity.members.find(organization.id, userId);
  if (level !== "admin" && (own === undefined || foldEmail(own.email) !== foldEmail(email)))
    return {
      ...{ row, explains: false },
      said: `Whether notification_settings mail ${email} about it is said to them and to org_admins.`,
    };
  const url = `${deps.siteUrl}/o/${organization.slug}/${pageOfAlert(alert.id)}`;
  const then = await deps.events.ofPage(organization.id, url, alert.startedAt);
  const { labels, title } = alert;
  const { event } = factsOf({ labels, annotations: {} });
  const { message, recipients } =
    then ?? (await deps.mailedAbout(deps.store, call, { event, title, labels }));
  const names = recipients.some((one) => foldEmail(one) === foldEmail(email));
  const tense = then === undefined ? "does" : "did";
  if (recipients.length > 0 && !names)
    return { row, explains: false, said: `notification_settings.recipients ${tense} not have ${email}.` };
  if (!names || then !== undefined) return { row, explains: names, said: message };
  const said = `notification_settings mail ${email} as they are now, and no mail of it was made.`;
  return { row, explains: true, said };
}
