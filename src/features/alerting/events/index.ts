/** Events: what happened, reported from outside or by the service itself, and the mails about it. */

import { currentMs } from "../../../engine/clock.ts";
import type { Feature } from "../../../engine/feature.ts";
import type { ConfigurationOperation } from "../../../engine/operation.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type { RaiseEvent } from "../../../engine/ports/raise-event.ts";
import { statusPageIncidents } from "../../../resources/status-page-incidents.ts";
import type { Ground } from "../../ground.ts";
import type { DeliveryQueue } from "../delivery/index.ts";
import {
  createMailedAbout,
  createRaiseEvent,
  emitOperation,
  type InhibitionFor,
  type MailedAbout,
  raiseIncident,
} from "./events.ts";
import { judgeMail } from "./judge-mail.ts";
import { createEventStore, type EventStore } from "./store.ts";

export { activeMutes, currentMutes } from "./active-mutes.ts";
export type { InhibitionOfEvent } from "./decide.ts";
export type { MailedAbout } from "./events.ts";
export { inhibitedBy } from "./shapes.ts";
export type { EventStore } from "./store.ts";

const keptMs = 30 * 24 * 3_600_000;
const atOnce = 1_000;
const everyMs = 3_600_000;
const firstMs = 15_000;

export interface Events extends Feature {
  readonly store: EventStore;
  readonly raise: RaiseEvent;
  readonly mailedAbout: MailedAbout;
  /** The intake of events, for who knows what is open: an inhibition may keep an event back. */
  readonly emit: (inhibitionFor: InhibitionFor) => ConfigurationOperation;
}

export function createEvents(ground: Ground, queue: DeliveryQueue): Events {
  const store = createEventStore(ground.database);
  const deps = { ...ground, events: store, queue };
  async function forgetOld(): Promise<void> {
    const before = new Date(currentMs() - keptMs);
    while ((await store.forget(before, atOnce)) === atOnce);
  }
  return {
    name: "events",
    kinds: {
      [statusPageIncidents.kind]: {
        onWrite: (writer, call, written) => raiseIncident(deps, writer, call, written),
      },
    },
    judges: [judgeMail],
    background: [
      new Periodic({ name: "upkeep of events", everyMs, firstMs, run: forgetOld, log: ground.log }),
    ],
    store,
    raise: createRaiseEvent(deps),
    mailedAbout: createMailedAbout(deps),
    emit: (inhibitionFor) => emitOperation(deps, inhibitionFor),
  };
}
