/**
 * The intake of events, from outside and from incidents of the status page: each is kept with what was decided about it, together with the
 * mails that follow.
 */

import { type Call, turnOf } from "../../../engine/context.ts";
import type { Written } from "../../../engine/feature.ts";
import { type InputOf, readInput } from "../../../engine/input.ts";
import type { ConfigurationOperation, OperationAnswer } from "../../../engine/operation.ts";
import { pageOfRow, type RaiseEvent } from "../../../engine/ports/raise-event.ts";
import type { Store, Writer } from "../../../engine/ports/rows.ts";
import { completed, defaultsOf, viewOf } from "../../../engine/render.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { atOnce, inPieces } from "../../../kernel/time-slices.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Mute } from "../../../renderers/alerting/mutes.ts";
import { isMailed } from "../../../resources/incident-updates.ts";
import { movedText, withHours } from "../../../resources/moved-work.ts";
import { notificationSettings } from "../../../resources/notification-settings.ts";
import { statusPageIncidents } from "../../../resources/status-page-incidents.ts";
import type { DeliveryQueue, NewDelivery } from "../delivery/index.ts";
import { activeMutes } from "./active-mutes.ts";
import {
  type Decision,
  decideRecipients,
  type EventFacts,
  type EventReason,
  heldBack,
  type InhibitionOfEvent,
} from "./decide.ts";
import { eventMail, eventSubject, type MailPlace, type NewEvent } from "./event-mail.ts";
import { emitInput, emitOutput } from "./shapes.ts";
import type { EventStore, StoredEvent } from "./store.ts";

/**
 * How long a dedupe_key stands for its first event: as long as a mail about it may still be tried. A sender
 * that repeats itself does so within that; an alert that fires again another day is new.
 */
const dedupeMs = 24 * 3_600_000;

export interface EventsDeps {
  readonly events: EventStore;
  readonly store: Store;
  readonly queue: DeliveryQueue;
  /** Where people reach the service, without a slash at the end. */
  readonly siteUrl: string;
}

/** Who would be mailed about an event now, but for mutes, and why. */
export type MailedAbout = (rows: Pick<Store, "find">, call: Call, event: EventFacts) => Promise<Decision>;

export function createMailedAbout(deps: Pick<EventsDeps, "queue">): MailedAbout {
  return (rows, call, event) => decide(deps, rows, call, event, []);
}

export function createRaiseEvent(deps: EventsDeps): RaiseEvent {
  return async (writer, call, event, page) => {
    const { id, slug } = call.caller.organization;
    const input = readInput(emitInput, { ...event, url: `${deps.siteUrl}/o/${slug}/${page}` });
    // Whoever raises an alert has held it against the mutes.
    const decision = await decide(deps, writer, call, input, []);
    // Without a dedupe_key, which could equal one of a caller's: what it says of happens once.
    const accepted = eventOf(input, decision, call.now);
    await deps.events.in(writer).accept(id, accepted, call.now);
    await deps.queue.add(writer, deliveriesOf(deps, call, accepted, decision, page));
    deps.queue.wake();
    return decision.recipients.length === 0 ? undefined : sourceOf(accepted);
  };
}

function sourceOf({ id }: Pick<NewEvent, "id">): string {
  return `event/${id}`;
}

/** What would keep an alert with these labels back now, of the alerts that are open; null for nothing. */
export type InhibitionFor = (call: Call, labels: EventFacts["labels"]) => Promise<InhibitionOfEvent | null>;

export function emitOperation(deps: EventsDeps, inhibitionFor: InhibitionFor): ConfigurationOperation {
  return {
    name: "emit_event",
    level: "operate",
    asksOthers: true,
    effect: "create",
    unheld: "it says what becomes of alerts, and changes no row",
    title: "Emit an event",
    description:
      "Reports something that happened, to be mailed about as notification_settings say. With a dedupe_key it may be sent again without harm. An alert that a mute or an inhibition keeps back is kept, and nobody is mailed, then or later.",
    tag: "events",
    credential: "bearer",
    method: "POST",
    path: "/api/v1/events",
    whileSuspended: true,
    query: ["explain"],
    status: 201,
    repeats: true,
    input: { fields: emitInput },
    output: { fields: emitOutput },
    async run(call, { body }): Promise<OperationAnswer> {
      const input = readInput(emitInput, body);
      const { id: organizationId } = call.caller.organization;
      const since = new Date(call.now.getTime() - dedupeMs);
      if (input.dedupe_key !== null && !input.explain) {
        const seen = await deps.events.byDedupeKey(organizationId, input.dedupe_key, since);
        if (seen !== undefined) return { status: 200, body: answerOf(seen) };
      }
      const isAlert = input.event === "alert_created";
      const mutes = isAlert ? await activeMutes(deps.events, organizationId, call.now) : [];
      const inhibition = isAlert ? await inhibitionFor(call, input.labels) : null;
      const decision = await decide(deps, deps.store, call, input, mutes, inhibition);
      const event = eventOf(input, decision, call.now);
      if (input.explain) return { status: 200, body: { ...answerOf(event), id: null } };
      const accepted = await withTransaction(deps.store, [], async (writer) => {
        const outcome = await deps.events.in(writer).accept(organizationId, event, since);
        if (outcome !== "accepted") return outcome;
        await deps.queue.add(writer, deliveriesOf(deps, call, event, decision));
        await call.keeping?.keep(writer, { status: 201, body: answerOf(event) });
        return outcome;
      });
      if (accepted !== "accepted") return { status: 200, body: answerOf(accepted) };
      deps.queue.wake();
      return { status: 201, body: answerOf(event) };
    },
  };
}

/**
 * An incident notifies when it is opened or published, at every change of its status or body, and when planned work gets
 * other times, in the transaction of that change. Changes of other fields, and deleting the row, notify nobody.
 */
export async function raiseIncident(
  deps: EventsDeps,
  writer: Writer,
  call: Call,
  { before, after }: Written,
): Promise<void> {
  if (after === undefined) return;
  const view = viewOf(statusPageIncidents, after);
  const was = before && completed(statusPageIncidents, before.configuration);
  if (!isMailed(view, was, call.now)) return;
  const is = view.configuration;
  const event = {
    event: "status_incident",
    title: is.title,
    body: movedText(is, was, call.now) ?? withHours(is.body, is),
    labels: { status: is.status, impact: is.impact },
  };
  await createRaiseEvent(deps)(writer, call, event, pageOfRow(after.kind, after.id));
}

async function decide(
  deps: Pick<EventsDeps, "queue">,
  rows: Pick<Store, "find">,
  call: Call,
  event: EventFacts,
  mutes: readonly Mute[],
  inhibition: InhibitionOfEvent | null = null,
): Promise<Decision> {
  const deciding = decideRecipients(
    await settingsOf(rows, call.caller.organization.id),
    event,
    mutes,
    call.now,
    inhibition,
  );
  // Without mutes there is nothing to wait a turn for, and an incident's transaction must not wait.
  const decided = mutes.length > 0 ? await inPieces(deciding, turnOf(call)) : atOnce(deciding);
  return deps.queue.mails ? decided : heldBack(decided);
}

async function settingsOf(rows: Pick<Store, "find">, organizationId: string) {
  const { kind } = notificationSettings;
  // Read without a lock, also inside of a transaction: writers of the settings need not wait for an incident.
  const row = (await rows.find(organizationId, kind, kind))?.read();
  if (row === undefined) return defaultsOf(notificationSettings);
  return completed(notificationSettings, row.configuration);
}

function eventOf(input: InputOf<typeof emitInput>, decision: Decision, at: Date): NewEvent {
  const { title, body, service, labels, url, dedupe_key } = input;
  const { reason, message, recipients, muteId = null, inhibition = null } = decision;
  const status = statuses[reason];
  return {
    id: newId("evt"),
    event: input.event,
    title,
    body,
    service,
    labels,
    url,
    dedupeKey: dedupe_key,
    decision: { status, reason, message, recipients, mute_id: muteId, inhibited_by: inhibition },
    at,
  };
}

/** What becomes of an event, by what decided it. */
const statuses: Readonly<Record<EventReason, string>> = {
  sent: "queued",
  no_mail_server: "held",
  muted_event: "muted",
  alert_mute: "muted",
  alert_inhibition: "muted",
  disabled: "silenced",
  category_off: "silenced",
  no_recipients: "silenced",
};

/** The same for an event that was just accepted and for one that was accepted before. */
function answerOf({ id, event, decision, at }: StoredEvent): JsonObject {
  return { id, event, inhibited_by: null, ...decision, at: at.toISOString() };
}

function deliveriesOf(
  { siteUrl }: EventsDeps,
  call: Call,
  event: NewEvent,
  { recipients }: Decision,
  /** What groups its mails with others; by itself, what it names as the same occurrence. */
  thread = event.dedupeKey,
): NewDelivery[] {
  const { id: organizationId, slug, name } = call.caller.organization;
  const place: MailPlace = {
    organizationName: name,
    settingsUrl: `${siteUrl}/o/${slug}/settings/notification_settings`,
  };
  const shared = {
    organizationId,
    channel: "email",
    source: sourceOf(event),
    subject: eventSubject(event, place),
    payload: { ...eventMail(event, place), thread },
    at: event.at,
  } as const;
  return recipients.map((target) => ({ ...shared, target }));
}
