/** All ways to a person's devices that this installation has, behind one door. */
import { createHash, randomUUID } from "node:crypto";
import { markup, prose } from "../kernel/markup.ts";
import { oneLine } from "../kernel/one-line.ts";
import { sendNtfy } from "./ntfy.ts";
import { type PhoneGateway, sendByPhone } from "./phone.ts";
import { type HttpTransport, type MailTransport, type OutgoingMail, SendFailure } from "./port.ts";
import { sendPush } from "./push.ts";
import type { Reach, WayMessage } from "./reach.ts";

export interface ReachOptions {
  readonly http: Pick<HttpTransport, "of">;
  /** Undefined without a mail server. */
  readonly mail: Pick<MailTransport, "send"> | undefined;
  /** Undefined without a gateway. */
  readonly phone: PhoneGateway | undefined;
  /** Where people reach the service, without a slash at the end. */
  readonly siteUrl: string;
  /** Whom push services may turn to (RFC 8292 §2.1): an `https:` or `mailto:` address. */
  readonly contact: string;
}

export function createReach({ http, mail, phone, siteUrl, contact }: ReachOptions): Reach {
  const requests = http.of({ organizationId: undefined, use: "way" });
  return {
    kinds: [
      ...(mail === undefined ? [] : (["mail"] as const)),
      ...(["push", "ntfy"] as const),
      ...(phone === undefined ? [] : (["sms", "call"] as const)),
    ],
    async send(to, message) {
      switch (to.kind) {
        case "push":
          return sendPush(requests, contact, to, message);
        case "ntfy":
          return sendNtfy(requests, to, message);
        case "mail":
          if (mail === undefined)
            throw new SendFailure("unreachable", "this installation has no mail server (SMTP_URL)");
          await mail.send(mailOf(to.address, message, new URL(siteUrl).hostname));
          return undefined;
        default:
          if (phone === undefined)
            throw new SendFailure(
              "unreachable",
              "this installation has no phone gateway (ORGCONFIG_PHONE_ACCOUNT)",
            );
          return sendByPhone(requests, phone, siteUrl, to, message);
      }
    },
  };
}

/** It has no button that acknowledges: the page that it leads to has. */
function mailOf(to: string, message: WayMessage, domain: string): OutgoingMail {
  const { body, url, acknowledge, code } = message;
  const title = oneLine(message.title, 200);
  const paragraphs = [body, code === null || body.includes(code) ? "" : `Code: ${code}`, url ?? ""].filter(
    (part) => part !== "",
  );
  // The same at each try of one page or code; what is neither is new each time.
  const unique = acknowledge?.token ?? code ?? randomUUID();
  const id = createHash("sha256")
    .update(JSON.stringify([to, title, unique]))
    .digest("hex")
    .slice(0, 32);
  return {
    to,
    subject: title,
    text: `${paragraphs.join("\n\n")}\n`,
    html: markup`<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body>${paragraphs.map((part) => markup`<p style="white-space:pre-wrap">${prose(part)}</p>`)}</body></html>`
      .text,
    messageId: `${id}@${domain}`,
  };
}
