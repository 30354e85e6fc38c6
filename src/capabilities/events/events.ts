/** The intake of events: each is kept with what was decided about it, together with the mails that follow. */
import type { Action, ActionAnswer } from "../../engine/action.ts";
import { type Capability, definitionOf, type Registry } from "../../engine/capability.ts";
import type { Call } from "../../engine/context.ts";
import { type InputOf, readInput } from "../../engine/input.ts";
import type { DeliveryQueue, NewDelivery } from "../../engine/ports/deliveries.ts";
import type { EventStore, StoredEvent } from "../../engine/ports/events.ts";
import type { Store } from "../../engine/ports/rows.ts";
import { completed } from "../../engine/render.ts";
import type { EventKey } from "../../kernel/events.ts";
import { newId } from "../../kernel/ids.ts";
import type { Resource } from "../../kernel/resource.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import {
  type Decision,
  decideRecipients,
  type EventReason,
  heldBack,
  type Mute,
  type NotificationSettings,
} from "./decide.ts";
import { eventMail, eventSubject, type MailPlace } from "./event-mail.ts";
import { emitInput, emitOutput } from "./shapes.ts";

/**
 * How long a dedupe_key stands for its first event: as long as a mail about it may still be tried. A sender
 * that repeats itself does so within that; an alert that fires again another day is news.
 */
const dedupeMs = 24 * 3_600_000;
/** More mutes than anybody keeps at once; the newest are looked at. */
const maxMutes = 10_000;

export interface EventsDeps {
  readonly events: EventStore;
  readonly store: Pick<Store, "row">;
  readonly queue: DeliveryQueue;
  readonly resources: Registry;
  /** Where people reach the service, without a slash at the end. */
  readonly siteUrl: string;
}

export function createEvents(deps: EventsDeps): Capability {
  const action = emitAction(deps);
  const route = { method: "POST", path: "events", query: ["explain"], body: true, tag: "events" } as const;
  return { actions: [action], routes: [{ ...route, action, status: 201, repeats: true }] };
}

function emitAction(deps: EventsDeps): Action {
  const settings = definitionOf(deps.resources, "notification_settings");
  const mutes = definitionOf(deps.resources, "alert_mutes");
  return {
    name: "emit_event",
    level: "operate",
    effect: "create",
    title: "Emit an event",
    description:
      "Reports something that happened, for the organization's notification mails. Who is mailed follows from notification_settings as they are now; an alert that an active alert mute matches is kept, and nobody is mailed. With a dedupe_key it may be sent again without harm. Ask with explain to see who would be mailed, and why, without sending.",
    toolset: "events",
    input: { fields: emitInput },
    output: { fields: emitOutput },
    confirms: false,
    async run(call, { body }): Promise<ActionAnswer> {
      const input = readInput(emitInput, body);
      const { id: organizationId } = call.caller.organization;
      const since = new Date(call.now.getTime() - dedupeMs);
      if (input.dedupe_key !== null && !input.explain) {
        const seen = await deps.events.byDedupeKey(organizationId, input.dedupe_key, since);
        if (seen !== undefined) return { status: 200, body: answerOf(seen) };
      }
      const decided = decideRecipients(
        await settingsOf(deps, settings, organizationId),
        { ...input, event: input.event as EventKey },
        input.event === "alert_created" ? await mutesOf(deps, mutes, call) : [],
        call.now,
      );
      const decision = deps.queue.mails ? decided : heldBack(decided);
      const event = eventOf(input, decision, call.now);
      if (input.explain) return { status: 200, body: { ...answerOf(event), id: null } };
      const accepted = await deps.events.together(async () => {
        const outcome = await deps.events.accept(organizationId, event, since);
        if (outcome === "accepted") await deps.queue.add(deliveriesOf(deps, call, event, decision));
        return outcome;
      });
      if (accepted !== "accepted") return { status: 200, body: answerOf(accepted) };
      deps.queue.wake();
      return { status: 201, body: answerOf(event) };
    },
  };
}

async function settingsOf(
  { store }: EventsDeps,
  resource: Resource,
  organizationId: string,
): Promise<NotificationSettings> {
  const row = await store.row(organizationId, resource.kind, resource.kind);
  return completed(resource, row?.configuration ?? {}) as unknown as NotificationSettings;
}

async function mutesOf({ events }: EventsDeps, resource: Resource, call: Call): Promise<Mute[]> {
  const { organization } = call.caller;
  const rows = await events.activeRows(organization.id, resource.kind, call.now, maxMutes);
  return rows.map(({ id, configuration, heldUntil }) => ({
    id,
    pattern: String(configuration.pattern),
    expiresAt: heldUntil,
  }));
}

function eventOf(input: InputOf<typeof emitInput>, decision: Decision, at: Date): StoredEvent {
  const { title, body, service, labels, url, dedupe_key } = input;
  const { reason, message, recipients, muteId = null } = decision;
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
    decision: { status, reason, message, recipients, mute_id: muteId },
    at,
  };
}

/** What becomes of an event, by what decided it. */
const statuses: Readonly<Record<EventReason, string>> = {
  sent: "queued",
  no_mail_server: "held",
  muted_event: "muted",
  alert_mute: "muted",
  disabled: "silenced",
  category_off: "silenced",
  no_recipients: "silenced",
};

/** The same for an event that was just accepted and for one that was accepted before. */
function answerOf({ id, event, decision, at }: StoredEvent): JsonObject {
  return { id, event, ...decision, at: at.toISOString() };
}

function deliveriesOf(
  { siteUrl }: EventsDeps,
  call: Call,
  event: StoredEvent,
  { recipients }: Decision,
): NewDelivery[] {
  const { id: organizationId, slug, name } = call.caller.organization;
  const place: MailPlace = {
    organizationName: name,
    settingsUrl: `${siteUrl}/o/${slug}/settings/notification_settings`,
  };
  const shared = {
    organizationId,
    channel: "email",
    source: `event/${event.id}`,
    subject: eventSubject(event, place),
    payload: eventMail(event, place),
    at: event.at,
  } as const;
  return recipients.map((target) => ({ ...shared, target }));
}
