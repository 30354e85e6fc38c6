/** The messages about shifts: a mail to each person, and one to a rota's channel. */
import { currentTime } from "../../../engine/clock.ts";
import type { Organization } from "../../../engine/context.ts";
import type { AlertMessage } from "../../../kernel/alert-message.ts";
import { alertSubject } from "../../../renderers/alerting/formats/mail.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import type { Channel, NewDelivery } from "../delivery/index.ts";
import type { Due, DueHandOver, ShiftNotice } from "./due.ts";
import { handOverLine, headingOf, type NameOf, type Part, partsOf, partText } from "./words.ts";

export interface MessageFacts {
  readonly organization: Organization;
  readonly siteUrl: string;
  readonly nameOf: NameOf;
  readonly now: Date;
  /** What is open, for whoever comes or goes. */
  readonly open: readonly Part[];
}

/** A mail to everybody who is notified of something: one for all of it. */
export function mailsOf({ people }: Due, facts: MessageFacts): NewDelivery[] {
  return [...people].map(([target, notice]) => mailTo(target, notice, facts));
}

function mailTo(target: string, notice: ShiftNotice, facts: MessageFacts): NewDelivery {
  const { organization, siteUrl, nameOf, now, open } = facts;
  const heading = headingOf(notice);
  const changes = notice.begins.length + notice.ends.length > 0;
  const [first] = [...notice.begins, ...notice.ends, ...notice.soon, ...notice.moved];
  return {
    organizationId: organization.id,
    channel: "email",
    target,
    source: sourceOf(now, "people"),
    subject: `[${organization.name}] ${heading}`,
    payload: {
      type: "mail",
      heading,
      facts: [],
      text: null,
      sections: [...partsOf(notice, nameOf), ...(changes ? open : [])].map(({ title, lines }) => ({
        title,
        lines: lines.map((text) => ({ text })),
      })),
      link: { label: "See who is on call", url: pageOf(siteUrl, organization) },
      footer: `You get this because you are on call in ${organization.name}, or were. Your shifts are in its rotas.`,
      unsubscribeUrl: null,
      thread: first === undefined ? null : `on-call/${first.rota.id}`,
    },
    at: currentTime(),
  };
}

/** The message to a rota's channel. @param channel by which its target is reached */
export function messageTo(
  channel: Channel,
  one: DueHandOver & { readonly target: string },
  { organization, siteUrl, nameOf, now, open }: MessageFacts,
): NewDelivery {
  const title = handOverLine(one, nameOf);
  const link = pageOf(siteUrl, organization);
  const began = new Date(one.at).toISOString();
  const labels = { rota: one.rota.name, role: one.role };
  const message: AlertMessage = {
    phase: "handover",
    dedup_key: `${one.rota.id}_${one.at}`,
    organization: { name: organization.name, slug: organization.slug },
    by: { kind: onCallRotas.kind, id: one.rota.id, name: one.rota.name },
    step: null,
    title,
    severity: null,
    group_labels: labels,
    alerts: [
      {
        ...{ id: one.rota.id, title, service: null, severity: null, labels, url: link },
        annotations: { open: open.map(partText).join("\n\n") },
        started_at: began,
        resolved_at: began,
      },
    ],
    count: 1,
    link,
  };
  return {
    organizationId: organization.id,
    channel,
    target: one.target,
    source: sourceOf(now, `${one.rota.id}/${one.role}/${one.at}`),
    subject: alertSubject(message),
    payload: { type: "alert", at: now.toISOString(), message },
    at: currentTime(),
  };
}

/** One look notifies each receiver of one thing once. */
function sourceOf(now: Date, about: string): string {
  return `on-call/${now.toISOString()}/${about}`;
}

function pageOf(siteUrl: string, { slug }: Organization): string {
  return `${siteUrl}/o/${slug}/on-call`;
}
