/** What subscribers are sent: mails, and the same as JSON for webhooks in the shape of Statuspage's. */
import { object, text } from "../../kernel/field.ts";
import { legible } from "../../kernel/markup.ts";
import { oneLine } from "../../kernel/one-line.ts";
import { bodyOf, type Webhook } from "../../kernel/webhook.ts";
import { statusPageSettings } from "../../resources/status-page-settings.ts";
import { type MailContent, mailPage, mailText } from "../mail/index.ts";
import { publicPageId } from "./ids.ts";
import { oneIncident } from "./json.ts";
import { impactWords, incidentWords, overallOf } from "./overall.ts";
import { incidentFields, indicatorField } from "./shapes.ts";
import { isMaintenance, isOver, type PageIncident, type PageState, type PageUpdate } from "./state.ts";
import { createClock } from "./times.ts";

export interface SubscriberMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface IncidentMessage {
  readonly incident: PageIncident;
  readonly update: PageUpdate;
  /** Where the subscriber leaves. */
  readonly leaveUrl: string;
}

export function incidentMail(
  state: PageState,
  { incident, update, leaveUrl }: IncidentMessage,
): SubscriberMail {
  const { page, components } = state;
  const { time } = createClock(page.timezone);
  const names = components.flatMap(({ id, name }) => (incident.componentIds.includes(id) ? [name] : []));
  const facts: readonly (readonly [string, string])[] = [
    ["Impact", impactWords[isMaintenance(incident) ? "maintenance" : incident.impact]],
    ...(names.length === 0 ? [] : [["Affects", names.join(", ")] as const]),
    ...plannedOf(incident, time),
  ];
  return mailOf(page, `${incident.title}: ${incidentWords[update.status]}`, {
    heading: incident.title,
    lead: `${incidentWords[update.status]}, ${time(update.at)}`,
    facts: facts.map(([label, value]) => ({ label, value })),
    text: update.body,
    link: { label: "See all updates", url: `${page.url}/incidents/${incident.id}` },
    footer: `You get this because you subscribed to ${page.title}.`,
    footerLink: { label: "Unsubscribe", url: leaveUrl },
  });
}

function plannedOf({ scheduledFor, scheduledUntil }: PageIncident, time: (at: string) => string) {
  if (scheduledFor === null) return [];
  const until = scheduledUntil === null ? "" : ` to ${time(scheduledUntil)}`;
  return [["Planned for", `${time(scheduledFor)}${until}`] as const];
}

/** Whether the address wants it at all: until then it gets nothing else. */
export function questionMail({ page }: PageState, confirmUrl: string): SubscriberMail {
  const heading = "Confirm your subscription";
  return mailOf(page, heading, {
    heading,
    lead: `Somebody, probably you, asked for the updates of ${page.title} (${page.url}) at this address.`,
    facts: [],
    text: null,
    link: { label: "Confirm the subscription", url: confirmUrl },
    footer: "Without that you get nothing more.",
  });
}

const address = (description: string) => text({ description, max: Number.MAX_SAFE_INTEGER });
const shared = { tag: statusPageSettings.kind, signed: false } as const;

const questionWebhook = {
  ...shared,
  name: "status_page.confirm",
  title: "A subscription is to be confirmed",
  description:
    "Posted once to an address that somebody subscribed to a status page. Until somebody opens confirm_url and agrees, it gets nothing else.",
  fields: {
    confirm_url: address("Where the subscription is confirmed, by a person."),
    page: object({
      description: "The page.",
      fields: { name: address("Its title."), url: address("Where it is.") },
    }),
  },
} as const satisfies Webhook;

const updateWebhook = {
  ...shared,
  name: "status_page.incident_updated",
  title: "An incident was opened or updated",
  description:
    "Posted to a confirmed subscriber of a status page at every update of an incident or of planned work, in the shape of Statuspage's. An address that turns down five messages in a row is suspended until it is confirmed again; 410 is one of these.",
  fields: {
    meta: object({
      description: "What is about the subscription.",
      fields: { unsubscribe: address("Where it ends, by a person.") },
    }),
    page: object({
      description: "The page as it is.",
      fields: {
        id: address("The page's id."),
        status_indicator: indicatorField,
        status_description: address("The same in words."),
      },
    }),
    incident: object({ description: "The incident as this update left it.", fields: incidentFields }),
  },
} as const satisfies Webhook;

/** All that a subscriber is posted. */
export const subscriberWebhooks: readonly Webhook[] = [questionWebhook, updateWebhook];

/** What asks an address whether it wants the updates. */
export function questionBody({ page }: PageState, confirmUrl: string): string {
  return bodyOf(questionWebhook, { confirm_url: confirmUrl, page: { name: page.title, url: page.url } });
}

export function incidentBody(state: PageState, { incident, update, leaveUrl }: IncidentMessage): string {
  const { page } = state;
  const { indicator, description } = overallOf(state);
  return bodyOf(updateWebhook, {
    meta: { unsubscribe: leaveUrl },
    page: { id: publicPageId(page), status_indicator: indicator, status_description: description },
    incident: oneIncident(state, asOf(incident, update)),
  });
}

/** The incident as the update left it: another one may have come before the first is sent. */
function asOf(incident: PageIncident, update: PageUpdate): PageIncident {
  const { updates, resolvedAt } = incident;
  const at = updates.indexOf(update);
  if (at === -1 || at === updates.length - 1) return incident;
  const then = {
    ...incident,
    status: update.status,
    updates: updates.slice(0, at + 1),
    updatedAt: update.at,
  };
  return { ...then, resolvedAt: isOver(then) ? resolvedAt : null };
}

function mailOf(
  { title }: Pick<PageState["page"], "title">,
  about: string,
  content: MailContent,
): SubscriberMail {
  const subject = oneLine(legible(`[${title}] ${about}`), 250);
  return { subject, text: legible(mailText(content)), html: mailPage(content) };
}
