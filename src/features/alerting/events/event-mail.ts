/** What a mail about an event says. */

import type { EventKey } from "../../../kernel/events.ts";
import { readable } from "../../../kernel/readable.ts";
import { titleAt } from "../../../renderers/alerting/formats/texts.ts";
import type { MailPayload } from "../delivery/index.ts";
import type { StoredEvent } from "./store.ts";

const titles: Readonly<Record<EventKey, string>> = {
  alert_created: "Alert",
  automation_approval: "Approval needed",
  automation_completed: "Automation completed",
  automation_failed: "Automation failed",
  integration_failing: "Integration failing",
  investigation_completed: "Investigation completed",
  investigation_failed: "Investigation failed",
  quota_warning: "Quota warning",
  security_finding: "Security finding",
  slo_breach: "SLO breached",
  slo_budget: "Error budget",
  slo_burn_rate: "SLO burns fast",
  slo_tracking_failure: "SLO not tracked",
  status_incident: "Status page incident",
};

export type NewEvent = StoredEvent & { readonly event: EventKey };

export interface MailPlace {
  readonly organizationName: string;
  /** Where the notification settings are changed. */
  readonly settingsUrl: string;
}

/** The events by which people are called, where nothing else calls them: there is nothing to unsubscribe from. */
const pages: readonly EventKey[] = ["alert_created", "slo_breach", "slo_burn_rate"];

export function eventSubject(event: NewEvent, { organizationName }: MailPlace): string {
  const { title, labels } = event;
  const severity =
    labels.severity === undefined || !pages.includes(event.event) ? "" : `, ${labels.severity}`;
  return `[${organizationName}] ${titles[event.event]}${severity}: ${titleAt(title, servicesOf(event))}`;
}

export function eventMail(event: NewEvent, { organizationName, settingsUrl }: MailPlace): MailPayload {
  const { labels, body } = event;
  const severity = labels.severity === undefined ? "" : `, ${labels.severity}`;
  const facts = Object.entries(labels)
    .filter(([name, value]) => name !== "severity" && !(name === "service" && value === event.service))
    .map(([label, value]) => ({ label, value }));
  return {
    type: "mail",
    heading: titleAt(event.title, servicesOf(event)),
    lead: `${titles[event.event]}${severity}, ${readable(event.at)}.`,
    facts: [],
    text: body,
    link: event.url === null ? null : { label: "See more", url: event.url },
    ...(facts.length > 0 && { details: { title: "Labels", facts } }),
    footer: `You get this because your address is among the recipients of ${organizationName}'s notifications.`,
    footerLink: { label: "Change who is mailed about what", url: settingsUrl },
    unsubscribeUrl: pages.includes(event.event) ? null : settingsUrl,
    thread: event.dedupeKey,
  };
}

function servicesOf({ service }: NewEvent): readonly string[] {
  return service === null ? [] : [service];
}
