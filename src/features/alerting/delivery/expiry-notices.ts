/**
 * Mails about keys and tokens that are about to end, 14 and 3 days before: a key's and a SCIM token's to the org_admins,
 * a person's token's to its owner. The queue itself remembers what was sent, so that any number of nodes may look.
 */

import type { Store } from "../../../engine/ports/rows.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { readable } from "../../../kernel/readable.ts";
import type { IdentityStore } from "../../identity/index.ts";
import { adminAddresses } from "./admin-notices.ts";
import type { DeliveryQueue, NewDelivery } from "./messages.ts";
import type { ExpiringCredential, ExpiryStore } from "./store.ts";

const dayMs = 24 * 3_600_000;
/** Days before the end, each with the day from which the next takes over. */
const moments = [
  { days: 14, until: 3 },
  { days: 3, until: 0 },
] as const;
const batch = 500;

export interface ExpiryNoticeDeps {
  readonly store: Pick<Store, "transaction">;
  readonly expiry: ExpiryStore;
  readonly identity: Pick<IdentityStore, "members">;
  readonly queue: DeliveryQueue;
  readonly siteUrl: string;
}

/** Looks once, and answers how many mails were queued. */
export function createExpiryNotices({ store, expiry, identity, queue, siteUrl }: ExpiryNoticeDeps) {
  return async (now: Date): Promise<number> => {
    let queued = 0;
    for (const { days, until } of moments) {
      const from = new Date(now.getTime() + until * dayMs);
      const by = new Date(now.getTime() + days * dayMs);
      for (const credential of await expiry.expiring(from, by, days, batch)) {
        const { organizationId, email } = credential;
        const targets = email === null ? await adminAddresses(identity, organizationId) : [email];
        const notices = targets.map((target) => noticeOf(credential, days, target, now, siteUrl));
        await withTransaction(store, [], (writer) => queue.add(writer, notices));
        queued += targets.length;
      }
    }
    if (queued > 0) queue.wake();
    return queued;
  };
}

const names = { key: "API key", token: "personal access token", scim: "SCIM token" } as const;

function noticeOf(
  { organizationId, organizationName, kind, id, name, prefix, expiresAt }: ExpiringCredential,
  days: number,
  target: string,
  at: Date,
  siteUrl: string,
): NewDelivery {
  const what = names[kind];
  const left = Math.max(1, Math.ceil((expiresAt.getTime() - at.getTime()) / dayMs));
  const heading = `The ${what} "${name}" ends in ${left} ${left === 1 ? "day" : "days"}`;
  return {
    organizationId,
    channel: "email",
    target,
    source: `expiry/${id}/${days}`,
    subject: `[${organizationName}] ${heading}`,
    payload: {
      type: "mail",
      heading,
      facts: [
        { label: "Name", value: name },
        { label: "Begins with", value: prefix },
        { label: "Ends", value: readable(expiresAt) },
      ],
      text: `From then on it is refused. Make a new ${what}, put it where this one is used, and revoke this one.`,
      link: { label: "Open the console", url: siteUrl },
      footer:
        kind === "token"
          ? "You get this because the token is yours, 14 and 3 days before it ends."
          : `Every org_admin of ${organizationName} gets this, 14 and 3 days before a key or a SCIM token ends.`,
      unsubscribeUrl: null,
      thread: `expiry/${id}`,
    },
    at,
  };
}
