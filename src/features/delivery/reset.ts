/** The mail with the link by which somebody chooses a new password. */

import type { InTransaction } from "../../engine/ports/executor.ts";
import { queueLinkMail } from "./link-mail.ts";
import type { DeliveryQueue } from "./port.ts";

export interface Reset {
  readonly to: string;
  readonly organizationId: string;
  readonly url: string;
  readonly expiresAt: Date;
}

/** Queues it in the transaction that makes the link. */
export function createResetMail(queue: DeliveryQueue) {
  return (transaction: InTransaction, { to, organizationId, url, expiresAt }: Reset): Promise<void> =>
    queueLinkMail(queue, transaction, {
      what: "reset",
      to,
      organizationId,
      heading: "Choose a new password",
      text: "The operator of this installation has reset your account: your password and your sessions have ended. The link below works once. Anybody who has it can sign in as you, so do not share it.",
      link: { label: "Choose a password", url },
      expiresAt,
      footer: "If you did not ask for it, ask the operator of this installation why you got it.",
    });
}
