/** Mail with a one-time link. The link is a secret: it is kept sealed until it is sent. */

import { createHash } from "node:crypto";
import { currentTime } from "../../../engine/clock.ts";
import type { InTransaction } from "../../../engine/ports/executor.ts";
import { readable } from "../../../kernel/readable.ts";
import type { LinkMails, ResetMail } from "../../identity/index.ts";
import type { DeliveryQueue } from "./messages.ts";

interface LinkMail {
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

/** The mails by which somebody joins, or chooses a new password, each queued in the transaction that makes the link. */
export function createLinkMails(queue: DeliveryQueue): Pick<LinkMails, "mailInvitation" | "mailReset"> {
  return {
    mailInvitation: (transaction, { organizationName, invitedBy, url, ...mail }) =>
      queueLinkMail(queue, transaction, {
        ...mail,
        what: "invitation",
        heading: `${invitedBy} invites you to ${organizationName}`,
        text: "The link below works once. Anybody who has it can join in your name, so do not share it.",
        link: { label: "Join", url },
        footer: `If you do not know ${organizationName}, you need not do anything.`,
      }),
    mailReset: (transaction, { url, by, ...mail }) =>
      queueLinkMail(queue, transaction, {
        ...mail,
        what: "reset",
        heading: "Choose a new password",
        text: `${resetReason(by)} The link below works once. Anybody who has it can sign in as you, so do not share it.`,
        link: { label: "Choose a password", url },
        footer:
          by === "the operator"
            ? "If you did not ask for it, ask the operator of this installation why you got it."
            : "If you do not want it, you need not do anything: nobody learns your password from this.",
      }),
  };
}

function resetReason(by: ResetMail["by"]): string {
  if (by === "the operator")
    return "The operator of this installation has reset your account: your password and your sessions have ended.";
  const who =
    by === "yourself" ? "Somebody, probably you, asked for a new password" : `${by} sends you a link`;
  return `${who}. Your present password works until the link is used; then every session of yours ends.`;
}

async function queueLinkMail(
  queue: DeliveryQueue,
  transaction: InTransaction,
  { what, to, organizationId, heading, text, link, expiresAt, footer }: LinkMail,
): Promise<void> {
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
      at: currentTime(),
      secret: true,
    },
  ]);
  queue.wake();
}
