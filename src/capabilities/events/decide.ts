/**
 * Who is mailed about an event, and why: a pure function of the settings, the event and the mutes, so that
 * it can be asked without sending anything. Contract: specification "Events", decisions §6.
 */
import { type EventCategory, type EventKey, eventCategories } from "../../kernel/events.ts";
import { compileGlob } from "../../kernel/glob.ts";
import { foldEmail } from "../../kernel/natural-key.ts";

export interface NotificationSettings {
  readonly enabled: boolean;
  readonly notify_incidents: boolean;
  readonly notify_automation: boolean;
  readonly notify_security: boolean;
  readonly notify_slo: boolean;
  readonly recipients: readonly string[];
  readonly muted_events: readonly string[];
}

export interface EventFacts {
  readonly event: EventKey;
  readonly title: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface Mute {
  readonly id: string;
  readonly pattern: string;
  readonly expiresAt: Date;
}

export const eventReasons = [
  "sent",
  "no_mail_server",
  "disabled",
  "category_off",
  "muted_event",
  "alert_mute",
  "no_recipients",
] as const;
export type EventReason = (typeof eventReasons)[number];

export interface Decision {
  /** Whether there is mail of it, sent soon or held until there is a mail server. */
  readonly sent: boolean;
  readonly reason: EventReason;
  /** The same in a sentence. */
  readonly message: string;
  /** No address twice, whatever its case. */
  readonly recipients: readonly string[];
  /** The mute that matched. */
  readonly muteId?: string;
}

export function decideRecipients(
  settings: NotificationSettings,
  event: EventFacts,
  mutes: readonly Mute[],
  now: Date,
): Decision {
  const category = categoryOf(event.event);
  if (!settings.enabled)
    return silent("disabled", "notification_settings.enabled is false: no mail is sent.");
  if (!settings[`notify_${category}`])
    return silent("category_off", `notification_settings.notify_${category} is false.`);
  if (settings.muted_events.includes(event.event))
    return silent("muted_event", `notification_settings.muted_events holds ${event.event}.`);
  const mute = event.event === "alert_created" ? mutes.find((one) => mutesAlert(one, event, now)) : undefined;
  if (mute !== undefined) {
    const message = `The alert mute ${mute.id} matches it, until ${mute.expiresAt.toISOString()}.`;
    return { ...silent("alert_mute", message), muteId: mute.id };
  }
  const recipients = distinct(settings.recipients);
  if (recipients.length === 0)
    return silent("no_recipients", "notification_settings.recipients is empty: there is nobody to mail.");
  return {
    sent: true,
    reason: "sent",
    message: `It is queued to be mailed to ${many(recipients)}.`,
    recipients,
  };
}

/** What becomes of a decision where there is no mail server: mail is held until there is one. */
export function heldBack(decision: Decision): Decision {
  if (!decision.sent) return decision;
  const message = `It is held for ${many(decision.recipients)}: no mail server is set. Set SMTP_URL; mail that waited less than a day is sent then.`;
  return { ...decision, reason: "no_mail_server", message };
}

function many({ length }: readonly string[]): string {
  return length === 1 ? "1 address" : `${length} addresses`;
}

export function categoryOf(event: EventKey): EventCategory {
  for (const [category, events] of Object.entries(eventCategories))
    if ((events as readonly EventKey[]).includes(event)) return category as EventCategory;
  throw new Error(`the event ${event} is of no category`);
}

function mutesAlert({ pattern, expiresAt }: Mute, { title, labels }: EventFacts, now: Date): boolean {
  if (expiresAt <= now) return false;
  const matches = compileGlob(pattern, { ignoreCase: true });
  return matches(title) || Object.entries(labels).some(([label, value]) => matches(`${label}=${value}`));
}

function silent(reason: EventReason, message: string): Decision {
  return { sent: false, reason, message, recipients: [] };
}

function distinct(addresses: readonly string[]): string[] {
  return [
    ...new Map(addresses.toReversed().map((address) => [foldEmail(address), address])).values(),
  ].reverse();
}
