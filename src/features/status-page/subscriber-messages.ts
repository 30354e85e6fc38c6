/**
 * Sends what subscribers wait for: a queue of its own, by connections of its own, so that ten thousand of them hold up
 * nobody who is on call.
 */

import { LRUCache } from "lru-cache";
import type { KeyRing } from "../../database/vault.ts";
import { currentMs, currentTime } from "../../engine/clock.ts";
import { Periodic } from "../../engine/periodic.ts";
import type { Log } from "../../engine/ports/log.ts";
import {
  incidentBody,
  incidentMail,
  type PageState,
  questionBody,
  questionMail,
} from "../../renderers/status-page/index.ts";
import { type HttpTransport, type MailTransport, SendFailure } from "../../transports/port.ts";
import { addressIdentity, type SubscriberMessage, type SubscriberStore } from "./subscriber-store.ts";

export interface SendingDeps {
  readonly subscribers: SubscriberStore;
  readonly vault: Pick<KeyRing, "openOrNot">;
  readonly mail: MailTransport | undefined;
  readonly http: HttpTransport;
  /** The organization's page as it is shown; undefined where none is. */
  readonly stateOf: (organizationId: string) => PageState | undefined;
  /** The path below the page at which a subscriber leaves. */
  readonly pathOf: (organizationId: string, id: string) => string;
  readonly log: Pick<Log, "error" | "warn">;
}

const [atOnce, batch] = [10, 100];
const leaseMs = 5 * 60_000;
/** What was not taken by then is too old to be of use. */
const mostAttempts = 12;
/** A change shows on the page a moment after it is committed. */
const [sightMs, sightTries] = [1_000, 30];
/** Messages whose change this node's page did not show yet. */
const mostUnseen = 10_000;

/** How often a message has waited for the page here: that is no try to send it. */
type Unseen = LRUCache<string, number>;

export function createSubscriberMessages(deps: SendingDeps): Periodic {
  const unseen: Unseen = new LRUCache({ max: mostUnseen });
  return new Periodic({
    name: "messages to subscribers of status pages",
    everyMs: 5_000,
    gatherMs: 200,
    run: () => sendDue(deps, unseen),
    log: deps.log,
  });
}

async function sendDue(deps: SendingDeps, unseen: Unseen): Promise<void> {
  for (;;) {
    const claimed = await deps.subscribers.claim(batch, leaseMs, currentTime());
    const waiting = [...claimed];
    const work = async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift())
        await sendOne(deps, unseen, one);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    if (claimed.length < batch) return;
  }
}

async function sendOne(deps: SendingDeps, unseen: Unseen, message: SubscriberMessage): Promise<void> {
  const { subscribers, stateOf } = deps;
  const { organization_id: organizationId, incident_id: incidentId } = message;
  const state = stateOf(organizationId);
  const at = message.at.toISOString();
  const incident = state?.incidents.find(({ id }) => id === incidentId);
  const update = incident?.updates.find((one) => one.at === at);
  const isQuestion = incidentId === "";
  if (!isQuestion && message.status !== "confirmed") return subscribers.finish(message, undefined);
  if (state === undefined || (!isQuestion && (incident === undefined || update === undefined))) {
    const key = JSON.stringify([organizationId, message.subscriber_id, incidentId, at]);
    const waited = unseen.get(key) ?? 0;
    unseen.set(key, waited + 1);
    if (waited >= sightTries) return subscribers.finish(message, undefined);
    await subscribers.postpone(message, new Date(currentMs() + sightMs), true);
    return;
  }
  const address = deps.vault.openOrNot(
    message.sealed_address,
    addressIdentity(organizationId, message.subscriber_id),
  );
  if (address === undefined) return subscribers.finish(message, undefined);
  const url = `${state.page.url}/${deps.pathOf(organizationId, message.subscriber_id)}`;
  const notice =
    incident !== undefined && update !== undefined ? { incident, update, leaveUrl: url } : undefined;
  try {
    if (message.channel === "webhook") {
      const body = notice === undefined ? questionBody(state, url) : incidentBody(state, notice);
      await deps.http.of({ organizationId, use: "change" }).post(address, body, {});
    } else if (deps.mail === undefined) throw new SendFailure("unreachable", "there is no mail server");
    else {
      const content = notice === undefined ? questionMail(state, url) : incidentMail(state, notice);
      const host = new URL(state.page.url).hostname;
      await deps.mail.send({
        ...content,
        to: address,
        messageId: `${message.subscriber_id}.${incidentId || "question"}.${message.at.getTime()}@${host}`,
        ...(notice === undefined
          ? {}
          : { thread: `${incidentId}@${host}`, unsubscribeUrl: url, oneClick: true }),
      });
    }
    await subscribers.finish(message, false);
  } catch (error) {
    await fail(deps, message, error);
  }
}

async function fail(
  { subscribers, log }: SendingDeps,
  message: SubscriberMessage,
  error: unknown,
): Promise<void> {
  if (!(error instanceof SendFailure)) throw error;
  if (error.kind === "refused" || error.kind === "gone") return subscribers.finish(message, true);
  if (message.attempts >= mostAttempts) {
    const { organization_id, subscriber_id, incident_id, channel } = message;
    const details = { organization_id, subscriber_id, incident_id, channel, error: error.message };
    log.warn(details, `a message to a subscriber of a status page is given up after ${mostAttempts} tries`);
    return subscribers.finish(message, undefined);
  }
  const waitMs = Math.max(error.afterMs, Math.min(3_600_000, 15_000 * 2 ** message.attempts));
  await subscribers.postpone(message, new Date(currentMs() + waitMs));
}
