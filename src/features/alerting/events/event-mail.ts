/** What a mail about an event says. */

import type { EventKey } from "../../../kernel/events.ts";
import { readable } from "../../../kernel/readable.ts";
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

export function eventSubject({ event, title }: NewEvent, { organizationName }: MailPlace): string {
  return `[${organizationName}] ${titles[event]}: ${title}`;
}

export function eventMail(event: NewEvent, { organizationName, settingsUrl }: MailPlace): MailPayload {
  const labels = Object.entries(event.labels).map(([label, value]) => `${label}=${value}`);
  return {
    type: "mail",
    heading: event.title,
    facts: [
      { label: "What", value: titles[event.event] },
      ...(event.service === null ? [] : [{ label: "Service", value: event.service }]),
      { label: "When", value: readable(event.at) },
      ...(labels.length === 0 ? [] : [{ label: "Labels", value: labels.join(", ") }]),
    ],
    text: event.body,
    link: event.url === null ? null : { label: "See more", url: event.url },
    footer: `You get this because your address is among the recipients of ${organizationName}'s notifications. Who is mailed about what is set at ${settingsUrl}`,
    unsubscribeUrl: settingsUrl,
    thread: event.dedupeKey,
  };
}
