/** The mail with the link by which somebody chooses a new password. Like an invitation's, it is kept sealed. */
import { createHash } from "node:crypto";
import type { DeliveryQueue } from "../../engine/ports/deliveries.ts";
import { readable } from "../../kernel/readable.ts";

export interface Reset {
  readonly to: string;
  readonly organizationId: string;
  readonly url: string;
  readonly expiresAt: Date;
}

/** Queues it in the running transaction. */
export function createResetMail(queue: DeliveryQueue) {
  return async ({ to, organizationId, url, expiresAt }: Reset) => {
    const heading = "Choose a new password";
    await queue.add([
      {
        organizationId,
        channel: "email",
        target: to,
        source: `reset/${createHash("sha256").update(url).digest("hex")}`,
        subject: heading,
        payload: {
          type: "mail",
          heading,
          facts: [
            { label: "For", value: to },
            { label: "Works until", value: readable(expiresAt) },
          ],
          text: "Whoever runs this installation has reset your account: your password and your sessions have ended. The link below works once. Whoever has it can sign in as you, so do not pass it on.",
          link: { label: "Choose a password", url },
          footer: "If you did not ask for it, ask whoever runs this installation why you got it.",
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
