/** The mail with the link by which somebody joins. The link is a secret: it is kept sealed until it is sent. */
import { createHash } from "node:crypto";
import type { DeliveryQueue } from "../../engine/ports/deliveries.ts";
import { readable } from "../../kernel/readable.ts";

export interface Invitation {
  readonly to: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly invitedBy: string;
  readonly url: string;
  readonly expiresAt: Date;
}

/** Queues it in the running transaction. */
export function createInvitationMail(queue: DeliveryQueue) {
  return async ({ to, organizationId, organizationName, invitedBy, url, expiresAt }: Invitation) => {
    const heading = `${invitedBy} invites you to ${organizationName}`;
    await queue.add([
      {
        organizationId,
        channel: "email",
        target: to,
        source: `invitation/${createHash("sha256").update(url).digest("hex")}`,
        subject: heading,
        payload: {
          type: "mail",
          heading,
          facts: [
            { label: "For", value: to },
            { label: "Works until", value: readable(expiresAt) },
          ],
          text: "The link below works once. Whoever has it can join in your name, so do not pass it on.",
          link: { label: "Join", url },
          footer: `If you do not know ${organizationName}, you need not do anything.`,
          unsubscribeUrl: null,
          thread: null,
        },
        at: new Date(),
        secret: true,
      },
    ]);
    queue.wake();
  };
}
