/** What subscribers are sent: mails, and the same as JSON for webhooks in the shape of Statuspage's. */
import { object, text } from "../../kernel/field.ts";
import { legible, type Markup, markup, prose } from "../../kernel/markup.ts";
import { bodyOf, type Webhook } from "../../kernel/webhook.ts";
import { statusPageSettings } from "../../resources/status-page-settings.ts";
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
  const url = `${page.url}/incidents/${incident.id}`;
  const facts: readonly (readonly [string, string])[] = [
    ["Status", `${incidentWords[update.status]}, ${time(update.at)}`],
    ["Impact", impactWords[isMaintenance(incident) ? "maintenance" : incident.impact]],
    ...(names.length === 0 ? [] : [["Affects", names.join(", ")] as const]),
    ...plannedOf(incident, time),
  ];
  const subject = line(`[${page.title}] ${incident.title}: ${incidentWords[update.status]}`);
  const text = [
    incident.title,
    facts.map(([label, value]) => `${label}: ${value}`).join("\n"),
    update.body,
    `All updates: ${url}`,
    `Leave: ${leaveUrl}`,
  ].join("\n\n");
  const html = mailOf(
    incident.title,
    markup`<p>${facts.map(([label, value], at) => markup`${at > 0 && markup`<br>`}<strong>${label}:</strong> <bdi>${value}</bdi>`)}</p>
<p dir="auto" style="white-space:pre-line">${prose(update.body)}</p>
<p><a href="${url}">All updates</a></p>`,
    markup`You get this because you subscribed to <a href="${page.url}">${page.title}</a>. <a href="${leaveUrl}">Unsubscribe</a>`,
  );
  return { subject, text: legible(text), html };
}

function plannedOf({ scheduledFor, scheduledUntil }: PageIncident, time: (at: string) => string) {
  if (scheduledFor === null) return [];
  const until = scheduledUntil === null ? "" : ` to ${time(scheduledUntil)}`;
  return [["Planned for", `${time(scheduledFor)}${until}`] as const];
}

/** Whether the address wants it at all: until then it gets nothing else. */
export function questionMail({ page }: PageState, confirmUrl: string): SubscriberMail {
  return {
    subject: line(`[${page.title}] Confirm your subscription`),
    text: legible(
      `Somebody, probably you, asked for the updates of ${page.title} (${page.url}) at this address.\n\nConfirm it here: ${confirmUrl}\n\nWithout that you get nothing more.`,
    ),
    html: mailOf(
      "Confirm your subscription",
      markup`<p>Somebody, probably you, asked for the updates of <a href="${page.url}">${page.title}</a> at this address.</p>
<p><a href="${confirmUrl}">Confirm the subscription</a></p>`,
      markup`Without that you get nothing more.`,
    ),
  };
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

/** A subject is one line, whatever a title holds. */
function line(text: string): string {
  return legible(text).replace(/\s+/g, " ").trim().slice(0, 250);
}

function mailOf(heading: string, body: Markup, footer: Markup): string {
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${heading}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;color:#16191d;max-width:36rem;margin:0 auto;padding:1rem">
<h1 style="font-size:1.3rem" dir="auto">${heading}</h1>
${body}
<p style="color:#566070;font-size:.85rem;border-top:1px solid #e1e5ea;padding-top:.75rem">${footer}</p>
</body></html>
`.text;
}
