/** Notifying people and systems outside: the queue of messages, and what brings them to their targets. */
import type { Feature } from "../../../engine/feature.ts";
import type { Ground } from "../../ground.ts";
import type { Audit, Identity, LinkMails, Teams } from "../../identity/index.ts";
import { createAccountMails } from "./account-mails.ts";
import { type Delivery, type DeliveryDeps, type DeliveryGround, deliver } from "./delivery.ts";
import { createLinkMails } from "./link-mails.ts";
import { createQueue, type WakingQueue } from "./queue.ts";
import { createDeliveryStore, createExpiryStore, type DeliveryStore } from "./store.ts";

export { adminAddresses } from "./admin-notices.ts";
export type { Delivery } from "./delivery.ts";
export { admitEnd, endMark, NotYet } from "./ends.ts";
export type { Channel, DeliveryQueue, DeliveryStatus, MailPayload, NewDelivery } from "./messages.ts";
export { type PersonTarget, personIn, personTarget, takesEnds } from "./person-target.ts";
export { isMail } from "./queue.ts";
export { nothingMore } from "./retry.ts";
export { opened } from "./send.ts";
export { notifiedField, type SentToRow, standingField, standingOf } from "./standing.ts";
export { createDeliveryStore, type DeliveryStore, type LeasedDelivery, type Receiver } from "./store.ts";
export type { SendOutcome, Targets } from "./targets.ts";

/** The queue, for whoever has something to send. */
export interface Outbox extends WakingQueue {
  readonly store: DeliveryStore;
  readonly linkMails: LinkMails;
}

export function createOutbox({
  database,
  vault,
  log,
  mail,
}: Pick<Ground, "database" | "vault" | "log" | "mail">): Outbox {
  const store = createDeliveryStore(database);
  const queue = createQueue({ store, vault, log, mails: mail !== undefined });
  return {
    ...queue,
    store,
    linkMails: mail === undefined ? {} : { ...createLinkMails(queue), ...createAccountMails(queue) },
  };
}

export interface DeliveryNeeds {
  readonly audit: Pick<Audit, "store" | "sealer">;
  readonly identity: Pick<Identity, "store">;
  readonly teams: Pick<Teams, "roster">;
  readonly outbox: Outbox;
  readonly reports: DeliveryDeps["reports"];
  readonly httpTries?: number;
}

/** Empties the queue, and notifies of what is on record in the transaction that seals it. */
export function createDelivery(
  ground: DeliveryGround &
    Pick<Ground, "database"> & { readonly settings: Pick<Ground["settings"], "mailFrom"> },
  { audit, identity, teams, outbox, ...needs }: DeliveryNeeds,
): Delivery & Feature {
  const delivery = deliver({
    ...ground,
    ...needs,
    audit: audit.store,
    identity: identity.store,
    roster: teams.roster.in(ground.store),
    queue: outbox,
    deliveries: outbox.store,
    expiry: createExpiryStore(ground.database),
    mailFrom: ground.settings.mailFrom,
  });
  audit.sealer.onSealed(delivery.onSealed);
  return delivery;
}
