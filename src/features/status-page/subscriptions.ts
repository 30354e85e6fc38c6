/** Subscriptions as a whole: how people ask for them, what they are sent, and what is forgotten. */
import type { Call } from "../../engine/context.ts";
import type { Written } from "../../engine/feature.ts";
import type { Writer } from "../../engine/ports/rows.ts";
import { completed, renderRow, viewOf } from "../../engine/render.ts";
import type { PageState } from "../../renderers/status-page/index.ts";
import { isMailed } from "../../resources/incident-updates.ts";
import { statusPageIncidents } from "../../resources/status-page-incidents.ts";
import type { Ground } from "../ground.ts";
import { type Bounds, type IdentityStore, Limiter } from "../identity/index.ts";
import { inUtc } from "./page-state.ts";
import { createSubscriberMessages } from "./subscriber-messages.ts";
import { createSubscriberStore } from "./subscriber-store.ts";
import { createSubscribing } from "./subscribing.ts";

const dayMs = 24 * 3_600_000;

/** Subscriptions that one address of the network asks for, and messages that one address of mail is asked by. */
const requestBounds: Bounds = {
  perSecond: 5 / 3_600,
  burst: 5,
  message: (_id, seconds) => `Too many subscriptions were asked for; wait ${seconds} s.`,
};

/** As long as somebody may take to confirm. */
const pendingDays = 7;

/** @param stateOf what an organization's page shows; undefined where it has none that is served */
export function createSubscriptions(
  ground: Ground,
  organizations: Pick<IdentityStore["organizations"], "find">,
  stateOf: (organizationId: string) => PageState | undefined,
) {
  const { database, vault, log, bulkMail } = ground;
  const requests = new Limiter(requestBounds, log);
  const subscribers = createSubscriberStore(database);
  const subscribing = createSubscribing({
    subscribers,
    vault,
    requests,
    mails: bulkMail !== undefined,
    store: ground.store,
    quotaOf: async (organizationId) =>
      (await organizations.find(organizationId))?.quotas.page_subscribers ?? null,
    wake: () => messages.wake(),
  });
  const messages = createSubscriberMessages({
    ...ground,
    mail: bulkMail,
    subscribers,
    stateOf,
    pathOf: subscribing.pathOf,
  });
  return {
    subscribers,
    subscribing,
    background: [requests.background, messages],
    /** Puts the update that a write of an incident made in line, in the transaction of that write. */
    async announce(writer: Writer, { caller: { organization }, now }: Call, written: Written): Promise<void> {
      const update = latestUpdate(written, now);
      if (update === undefined) return;
      await subscribers.in(writer).announce(organization.id, update.incidentId, { ...update, now });
      messages.wake();
    },
    forget: (now: Date) => subscribers.forgetPending(new Date(now.getTime() - pendingDays * dayMs)),
  };
}

/** The update that a write of an incident made, where subscribers are to know of it. */
function latestUpdate({ before, after }: Written, now: Date) {
  if (after === undefined) return undefined;
  const was = before && completed(statusPageIncidents, before.configuration);
  if (!isMailed(viewOf(statusPageIncidents, after), was, now)) return undefined;
  const { updates, component_ids: componentIds } = renderRow(statusPageIncidents, after, now);
  const last = updates?.at(-1);
  return last && { incidentId: after.id, at: inUtc(last.at), componentIds };
}
