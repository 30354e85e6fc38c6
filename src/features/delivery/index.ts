/** Notifying people and systems outside: the queue of messages, and what brings them to their targets. */
import type { Feature } from "../../engine/feature.ts";
import type { Audit } from "../audit/index.ts";
import type { Ground } from "../ground.ts";
import type { Identity, LinkMails } from "../identity/index.ts";
import { type Delivery, type DeliveryDeps, deliver } from "./delivery.ts";
import { createInvitationMail } from "./invitation.ts";
import type { DeliveryStore } from "./port.ts";
import { createQueue, type WakingQueue } from "./queue.ts";
import { createResetMail } from "./reset.ts";
import { createDeliveryStore, createExpiryStore } from "./store.ts";

export type { Delivery } from "./delivery.ts";
export type { Channel, DeliveryQueue, DeliveryStatus, MailPayload, NewDelivery } from "./port.ts";
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
  const linkMails =
    mail === undefined
      ? {}
      : { mailInvitation: createInvitationMail(queue), mailReset: createResetMail(queue) };
  return { ...queue, store, linkMails };
}

export interface DeliveryNeeds {
  readonly audit: Pick<Audit, "store" | "sealer">;
  readonly identity: Pick<Identity, "store">;
  readonly outbox: Outbox;
  readonly reports: DeliveryDeps["reports"];
  readonly httpTries?: number;
}

/** Empties the queue, and notifies of what is on record in the transaction that seals it. */
export function createDelivery(
  ground: Pick<
    Ground,
    | "database"
    | "store"
    | "engine"
    | "definitions"
    | "changeNotifications"
    | "vault"
    | "http"
    | "mail"
    | "log"
    | "listCap"
    | "siteUrl"
  > & { readonly settings: Pick<Ground["settings"], "mailFrom"> },
  { audit, identity, outbox, ...needs }: DeliveryNeeds,
): Delivery & Feature {
  const delivery = deliver({
    ...ground,
    ...needs,
    audit: audit.store,
    identity: identity.store,
    queue: outbox,
    deliveries: outbox.store,
    expiry: createExpiryStore(ground.database),
    mailFrom: ground.settings.mailFrom,
  });
  audit.sealer.onSealed(delivery.onSealed);
  return delivery;
}
