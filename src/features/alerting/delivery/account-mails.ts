/** Mail to a person about a change of how they sign in or are reached. */
import { readable } from "../../../kernel/readable.ts";
import type { AccountChange, AccountMail, LinkMails } from "../../identity/index.ts";
import type { DeliveryQueue } from "./messages.ts";

const headings: Readonly<Record<AccountChange, string>> = {
  second_factor_added: "A second factor was added to your account",
  second_factor_removed: "A second factor was removed from your account",
  second_factors_removed: "All second factors were removed from your account",
  recovery_codes_made: "New recovery codes were made for your account",
  password_changed: "The password of your account was changed",
  way_verified: "Pages reach you by another way now",
  way_removed: "A way to reach you was removed",
  way_gone: "A device of yours is not reached any more",
  way_wanted: "You are on call, and only mail reaches you",
};

const ownText =
  "If it was you, you need not do anything. If it was not, somebody else uses your account: on the page below end the sessions that are not yours, choose a new password, and remove second factors that you do not know. If you cannot sign in, ask the operator of this installation for a reset.";
const goneText =
  "Its push service says that it does not take messages for it any more, as after the app was removed or its data were cleared. No page goes there. Open the page below on the device to add it again.";
const wantedText =
  "A page may wait until you read your mail. Open the page below on your phone, and add it as a device, or add its number.";
const othersText =
  "You need not do anything if you expected it. If not, ask who did it, or the operator of this installation.";

/** Of changes that are not simply the person's own or somebody else's. */
const texts: Readonly<Partial<Record<AccountChange, string>>> = {
  way_gone: goneText,
  way_wanted: wantedText,
};

/** What queues it, in the transaction of the change. */
export function createAccountMails(queue: DeliveryQueue): Required<Pick<LinkMails, "mailAccountChange">> {
  return {
    async mailAccountChange(transaction, mail) {
      await queue.add(transaction, [messageOf(mail)]);
      queue.wake();
    },
  };
}

function messageOf(mail: AccountMail) {
  const { to, userId, organizationId, change, detail, at, address, by, requestId, page } = mail;
  const heading = headings[change];
  return {
    organizationId,
    channel: "email",
    target: to,
    source: `account/${userId}/${change}/${requestId}`,
    subject: heading,
    payload: {
      type: "mail",
      heading,
      facts: [
        { label: "Account", value: to },
        ...(detail === null ? [] : [{ label: "Which", value: detail }]),
        { label: "When", value: readable(at) },
        { label: "From address", value: address ?? "unknown" },
        { label: "By", value: by ?? "you, or somebody who signed in as you" },
        { label: "Request", value: requestId },
      ],
      text: texts[change] ?? (by === null ? ownText : othersText),
      link: { label: `Open Account › ${page.title}`, url: page.url },
      footer:
        "You get this with each change of your password, your second factors and the ways to reach you.",
      unsubscribeUrl: null,
      thread: null,
    },
    at,
  } as const;
}
