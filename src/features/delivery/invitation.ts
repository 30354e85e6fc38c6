/** The mail with the link by which somebody joins. */

import type { InTransaction } from "../../engine/ports/executor.ts";
import { queueLinkMail } from "./link-mail.ts";
import type { DeliveryQueue } from "./port.ts";

export interface Invitation {
  readonly to: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly invitedBy: string;
  readonly url: string;
  readonly expiresAt: Date;
}

/** Queues it in the transaction that makes the link. */
export function createInvitationMail(queue: DeliveryQueue) {
  return (
    transaction: InTransaction,
    { to, organizationId, organizationName, invitedBy, url, expiresAt }: Invitation,
  ): Promise<void> =>
    queueLinkMail(queue, transaction, {
      what: "invitation",
      to,
      organizationId,
      heading: `${invitedBy} invites you to ${organizationName}`,
      text: "The link below works once. Anybody who has it can join in your name, so do not share it.",
      link: { label: "Join", url },
      expiresAt,
      footer: `If you do not know ${organizationName}, you need not do anything.`,
    });
}
