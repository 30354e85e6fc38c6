/** Mail with a one-time link. The link is a secret: it is kept sealed until it is sent. */
import { createHash } from "node:crypto";
import type { InTransaction } from "../../engine/ports/executor.ts";
import { readable } from "../../kernel/readable.ts";
import type { DeliveryQueue } from "./port.ts";

export interface LinkMail {
  /** What kind of link it is: the beginning of the delivery's source. */
  readonly what: "invitation" | "reset";
  readonly to: string;
  /** On whose behalf it is sent. */
  readonly organizationId: string;
  readonly heading: string;
  readonly text: string;
  readonly link: { readonly label: string; readonly url: string };
  readonly expiresAt: Date;
  readonly footer: string;
}

/** Queues it in the transaction that makes the link. */
export async function queueLinkMail(
  queue: DeliveryQueue,
  transaction: InTransaction,
  mail: LinkMail,
): Promise<void> {
  const { what, to, organizationId, heading, text, link, expiresAt, footer } = mail;
  await queue.add(transaction, [
    {
      organizationId,
      channel: "email",
      target: to,
      source: `${what}/${createHash("sha256").update(link.url).digest("hex")}`,
      subject: heading,
      payload: {
        type: "mail",
        heading,
        facts: [
          { label: "For", value: to },
          { label: "Works until", value: readable(expiresAt) },
        ],
        text,
        link,
        footer,
        unsubscribeUrl: null,
        thread: null,
      },
      at: new Date(),
      secret: true,
    },
  ]);
  queue.wake();
}
