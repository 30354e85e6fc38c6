/** Mail over SMTP, by connections that are kept and used again. */
import nodemailer from "nodemailer";
import { traced } from "../engine/ports/tracing.ts";
import { type MailTransport, type OutgoingMail, SendFailure } from "./port.ts";

export const smtpConnections = 5;
const connectMs = 10_000;
const silenceMs = 20_000;
/** From handing it over to the server's answer. */
const wholeMs = 60_000;

export interface SmtpOptions {
  /** `smtp://` (TLS where the server offers it) or `smtps://`, with what nodemailer reads of its query. */
  readonly url: string;
  readonly from: string;
}

export function createSmtpTransport({ url, from }: SmtpOptions): MailTransport {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: smtpConnections,
    maxMessages: 100,
    // A mail whose answer was lost is for the queue to try again, not for the pool.
    maxRequeues: 0,
    requireTLS: needsTls(url),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    dnsTimeout: connectMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as never); // @types/nodemailer lacks maxRequeues
  const { hostname: host, port, protocol } = new URL(url);
  const at = { host, port: Number(port || (protocol === "smtps:" ? 465 : 587)) };
  // @types/nodemailer lacks signal.
  const send = (mail: OutgoingMail) =>
    transport.sendMail({ ...messageOf(mail, from), signal: AbortSignal.timeout(wholeMs) } as never);

  return {
    send: (mail) =>
      traced({ of: "connection", protocol: "smtp", step: "send", ...at }, async () => {
        await send(mail).catch((error) => {
          throw failureOf(error);
        });
      }),
    close: () => transport.close(),
  };
}

/** Connects, signs in where the URL has credentials, and sends nothing. @throws SendFailure */
export async function checkMailServer({ url }: SmtpOptions): Promise<void> {
  const transport = nodemailer.createTransport({
    url,
    requireTLS: needsTls(url),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: connectMs,
    dnsTimeout: connectMs,
  } as never);
  try {
    await transport.verify();
  } catch (error) {
    throw failureOf(error);
  } finally {
    transport.close();
  }
}

function messageOf(
  { to, subject, text, html, messageId, thread, unsubscribeUrl, oneClick }: OutgoingMail,
  from: string,
) {
  return {
    from,
    // As an object, so that no address is read for several.
    to: { name: "", address: to },
    subject,
    text,
    html,
    messageId: `<${messageId}>`,
    ...(thread === undefined ? {} : { references: `<${thread}>`, inReplyTo: `<${thread}>` }),
    headers: {
      // No vacation notes, and no loops.
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl === undefined ? {} : { "List-Unsubscribe": `<${unsubscribeUrl}>` }),
      ...(oneClick ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
    },
  };
}

/** A password does not cross a network in the clear, whatever the server offers. */
function needsTls(text: string): boolean {
  const url = new URL(text);
  const near = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return url.username !== "" && !near;
}

/** Codes for which the server, not the mail, is to blame. */
const serverCodes = new Set([
  "ECONNECTION",
  "ETIMEDOUT",
  "ESOCKET",
  "EDNS",
  "ETLS",
  "EREQUIRETLS",
  "EPROTOCOL",
  "EAUTH",
  "ENOAUTH",
  "EABORT",
  "EPROXY",
  "ECONNREFUSED",
]);

/** With these the connection broke, maybe while the server took the mail. */
const brokenOff = new Set(["ECONNECTION", "ETIMEDOUT", "ESOCKET", "EPROTOCOL", "EABORT"]);

function failureOf(error: unknown): SendFailure {
  const { code, command, responseCode, response, message } = error as Record<string, unknown>;
  const text = printable(String(response ?? message ?? error));
  if (typeof code === "string" && serverCodes.has(code))
    return new SendFailure("unreachable", `the mail server does not serve (${code}): ${text}`, {
      maybeArrived: brokenOff.has(code) && command !== "CONN",
    });
  // 421: it is about to close the connection, whatever the mail.
  if (responseCode === 421) return new SendFailure("unreachable", `the mail server is closing: ${text}`);
  // Our sender is the operator's to put right; no recipient is to blame.
  if (command === "MAIL FROM")
    return new SendFailure("unreachable", `the mail server does not take MAIL_FROM: ${text}`);
  const final = typeof responseCode === "number" && responseCode >= 500;
  return new SendFailure(final ? "refused" : "temporary", `the mail server answered: ${text}`);
}

function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ").slice(0, 300);
}
