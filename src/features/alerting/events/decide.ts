/**
 * Who is mailed about an event, and why: a pure function of the settings, the event, the mutes and what keeps it back, so that
 * it can be asked without sending anything. Contract: docs/contract.md, "Notifications".
 */

import { type EventCategory, type EventKey, eventCategories } from "../../../kernel/events.ts";
import { holdsUntil } from "../../../kernel/mute-times.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { readable } from "../../../kernel/readable.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import type { Pieces } from "../../../kernel/time-slices.ts";
import { createMuting, type Mute, type Muting } from "../../../renderers/alerting/mutes.ts";
import type { notificationSettings } from "../../../resources/notification-settings.ts";

export type NotificationSettings = ConfigurationOf<typeof notificationSettings>;

export interface EventFacts {
  readonly event: EventKey;
  readonly title: string;
  readonly labels: Readonly<Record<string, string>>;
}

export const eventReasons = [
  "sent",
  "no_mail_server",
  "disabled",
  "category_off",
  "muted_event",
  "alert_mute",
  "alert_inhibition",
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
  /** The inhibition that keeps it back. */
  readonly inhibition?: InhibitionOfEvent;
}

/** An inhibition by which an alert that is open keeps an event back, as answers show it. */
export type InhibitionOfEvent = {
  readonly id: string;
  readonly name: string;
  readonly alert_id: string;
  readonly alert_title: string;
};

/** Pauses between the mutes, of which an organization may have thousands. */
export function* decideRecipients(
  settings: NotificationSettings,
  event: EventFacts,
  mutes: readonly Mute[],
  now: Date,
  inhibition: InhibitionOfEvent | null = null,
): Pieces<Decision> {
  const category = categoryOf(event.event);
  if (!settings.enabled)
    return silent("disabled", "notification_settings.enabled is false: no mail is sent.");
  if (!settings[`notify_${category}`])
    return silent("category_off", `notification_settings.notify_${category} is false.`);
  if (settings.muted_events.includes(event.event))
    return silent("muted_event", `notification_settings.muted_events holds ${event.event}.`);
  const { mutes: muting, complete } =
    event.event === "alert_created" ? yield* createMuting(mutes)(event, now) : unmuted;
  const [mute] = muting;
  if (mute !== undefined) {
    const message = `The alert mute ${mute.id} matches it, until ${readable(holdsUntil(mute.times, now))}.`;
    return { ...silent("alert_mute", message), muteId: mute.id };
  }
  if (inhibition !== null) {
    const message = `The alert inhibition ${inhibition.id} keeps it back while the alert ${inhibition.alert_id} is open.`;
    return { ...silent("alert_inhibition", message), inhibition };
  }
  const recipients = distinct(settings.recipients);
  if (recipients.length === 0)
    return silent("no_recipients", "notification_settings.recipients is empty: there is nobody to mail.");
  const doubt = complete
    ? ""
    : " Not every alert mute was checked: the labels are too long for so many mutes.";
  const message = `It is queued to be mailed to ${many(recipients)}.${doubt}`;
  return { sent: true, reason: "sent", message, recipients };
}

const unmuted: Muting<Mute> = { mutes: [], complete: true };

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

function silent(reason: EventReason, message: string): Decision {
  return { sent: false, reason, message, recipients: [] };
}

function distinct(addresses: readonly string[]): string[] {
  return [
    ...new Map(addresses.toReversed().map((address) => [foldEmail(address), address])).values(),
  ].reverse();
}
