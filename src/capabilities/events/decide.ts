/**
 * Who is mailed about an event, and why: a pure function of the settings, the event and the mutes, so that
 * it can be asked without sending anything. Contract: docs/contract.md, "Notifications".
 */
import { type EventCategory, type EventKey, eventCategories } from "../../kernel/events.ts";
import { foldedCodePoints, globCovers, type StepBudget } from "../../kernel/glob.ts";
import { foldEmail } from "../../kernel/natural-key.ts";
import type { Pieces } from "../../kernel/pieces.ts";
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import type { notificationSettings } from "../../resources/notification-settings.ts";

export type NotificationSettings = ConfigurationOf<typeof notificationSettings>;

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

/**
 * The most steps in which an alert is compared with the mutes: twice what ten thousand usual mutes take. The
 * remaining ones mute nothing, because an extra mail does less harm than an alert that nobody gets.
 */
export const mostMuteSteps = 10_000_000;

/** Pauses between the mutes, of which an organization may have thousands. */
export function* decideRecipients(
  settings: NotificationSettings,
  event: EventFacts,
  mutes: readonly Mute[],
  now: Date,
): Pieces<Decision> {
  const category = categoryOf(event.event);
  if (!settings.enabled)
    return silent("disabled", "notification_settings.enabled is false: no mail is sent.");
  if (!settings[`notify_${category}`])
    return silent("category_off", `notification_settings.notify_${category} is false.`);
  if (settings.muted_events.includes(event.event))
    return silent("muted_event", `notification_settings.muted_events holds ${event.event}.`);
  const mute = event.event === "alert_created" ? yield* muteOf(event, mutes, now) : undefined;
  if (mute !== undefined && mute !== "unknown") {
    const message = `The alert mute ${mute.id} matches it, until ${mute.expiresAt.toISOString()}.`;
    return { ...silent("alert_mute", message), muteId: mute.id };
  }
  const recipients = distinct(settings.recipients);
  if (recipients.length === 0)
    return silent("no_recipients", "notification_settings.recipients is empty: there is nobody to mail.");
  const doubt =
    mute === "unknown" ? " Not every alert mute was checked: the labels are too long for so many mutes." : "";
  const message = `It is queued to be mailed to ${many(recipients)}.${doubt}`;
  return { sent: true, reason: "sent", message, recipients };
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

/** The first mute that matches the alert's title or a label; "unknown" where the steps ran out. */
function* muteOf(
  { title, labels }: EventFacts,
  mutes: readonly Mute[],
  now: Date,
): Pieces<Mute | "unknown" | undefined> {
  const budget: StepBudget = { steps: mostMuteSteps };
  const texts = [title, ...Object.entries(labels).map(([label, value]) => `${label}=${value}`)].map(
    foldedCodePoints,
  );
  for (const mute of mutes) {
    if (mute.expiresAt <= now) continue;
    const glob = foldedCodePoints(mute.pattern);
    for (const text of texts) {
      yield;
      const isCovered = globCovers(glob, text, budget);
      if (isCovered === undefined) return "unknown";
      if (isCovered) return mute;
    }
  }
  return undefined;
}

function silent(reason: EventReason, message: string): Decision {
  return { sent: false, reason, message, recipients: [] };
}

function distinct(addresses: readonly string[]): string[] {
  return [
    ...new Map(addresses.toReversed().map((address) => [foldEmail(address), address])).values(),
  ].reverse();
}
