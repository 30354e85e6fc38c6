/** The way into the queue. Without a mail server, mail is held there and the log names its subject. */

import type { Log } from "../../../engine/ports/log.ts";
import type { Vault } from "../../../engine/ports/rows.ts";
import { newId } from "../../../kernel/ids.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import type { Channel, DeliveryQueue, KeptPayload, NewDelivery } from "./messages.ts";
import type { DeliveryStore } from "./store.ts";

export interface QueueOptions {
  readonly store: Pick<DeliveryStore, "add">;
  readonly vault: Vault;
  readonly log: Log;
  /** Whether there is a mail server. */
  readonly mails: boolean;
}

/** The queue, and who is woken when something is added to it. */
export interface WakingQueue extends DeliveryQueue {
  onWake(wake: () => void): void;
}

export function createQueue({ store, vault, log, mails }: QueueOptions): WakingQueue {
  const receivers: (() => void)[] = [];
  return {
    mails,
    wake() {
      for (const wake of receivers) wake();
    },
    onWake: (wake) => void receivers.push(wake),
    async add(transaction, deliveries) {
      await store.add(
        transaction,
        deliveries.map((one) => {
          const id = newId("dlv");
          const status =
            one.error !== undefined ? "parked" : isMail(one.channel) && !mails ? "held" : "queued";
          return { ...one, id, status, ...(one.secret ? { payload: sealed(vault, one, id) } : {}) } as const;
        }),
      );
      if (mails) return;
      for (const { channel, organizationId, subject, error } of deliveries) {
        if (!isMail(channel) || error !== undefined) continue;
        const details = { organization_id: organizationId, subject: oneLine(subject, 200) };
        log.info(details, "mail is held: SMTP_URL names no mail server");
      }
    },
  };
}

export function isMail(channel: Channel): boolean {
  return channel === "email" || channel === "alert_mail";
}

function sealed(vault: Vault, { payload, organizationId }: NewDelivery, id: string): KeptPayload {
  // Stored in the payload's place; the worker opens it before sending.
  return { sealed: vault.seal(JSON.stringify(payload), sealIdentity(organizationId, id)) };
}

/** Binds a sealed payload to its delivery. */
export function sealIdentity(organizationId: string, id: string): string {
  return JSON.stringify([organizationId, "deliveries", id, "payload"]);
}
