/**
 * A mail's words and their layout. The text part reads well in a plain terminal, the other in a mail
 * program; neither loads anything from anywhere. What people wrote is text and nothing else: no line break
 * of theirs reaches a header, and no markup of theirs a page.
 */
import { createHash } from "node:crypto";
import { oneLine } from "../../../kernel/one-line.ts";
import type { OutgoingMail } from "../../../transports/port.ts";
import type { MailPayload } from "./messages.ts";

const subjectLength = 200;
const lineLength = 78;
/** Longer than any footer that we write, with the longest names in it. */
const footerLength = 4_000;

export interface Envelope {
  readonly organizationId: string;
  readonly source: string;
  readonly to: string;
  readonly subject: string;
  /** The domain that message ids end in. */
  readonly domain: string;
}

export function composeMail(payload: MailPayload, envelope: Envelope): OutgoingMail {
  const { organizationId, source, to, subject, domain } = envelope;
  const { thread, unsubscribeUrl } = payload;
  return {
    to,
    subject: oneLine(subject, subjectLength),
    text: plainText(payload),
    html: page(payload),
    messageId: `${digest([organizationId, source, to.toLowerCase()])}@${domain}`,
    ...(thread === null ? {} : { thread: `${digest([organizationId, "thread", thread])}@${domain}` }),
    ...(unsubscribeUrl === null ? {} : { unsubscribeUrl }),
  };
}

function plainText({ heading, facts, text, link, footer }: MailPayload): string {
  const title = oneLine(heading, 1_000);
  const width = Math.max(0, ...facts.map(({ label }) => label.length));
  const blocks = [
    `${wrap(title)}\n${"=".repeat(Math.min(lineLength, Array.from(title).length))}`,
    facts.map(({ label, value }) => `${label.padEnd(width)}  ${hanging(value, width + 2)}`).join("\n"),
    text === null ? "" : printable(text),
    link === null ? "" : `${link.label}:\n${link.url}`,
    `-- \n${wrap(oneLine(footer, footerLength))}`,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function page({ heading, facts, text, link, footer }: MailPayload): string {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td style="padding:2px 16px 2px 0;color:#57606a;vertical-align:top;white-space:nowrap">${escaped(label)}</td><td style="padding:2px 0">${escaped(oneLine(value, 4_000))}</td></tr>`,
  );
  const parts = [
    `<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${escaped(oneLine(heading, 1_000))}</h1>`,
    rows.length === 0
      ? ""
      : `<table role="presentation" style="border-collapse:collapse;margin:0 0 16px">${rows.join("")}</table>`,
    text === null ? "" : `<p style="margin:0 0 16px;white-space:pre-wrap">${escaped(printable(text))}</p>`,
    link === null
      ? ""
      : `<p style="margin:0 0 16px"><a href="${escaped(link.url)}" style="color:#0550ae">${escaped(link.label)}</a></p>`,
    `<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #d0d7de;color:#57606a;font-size:13px">${escaped(oneLine(footer, footerLength))}</p>`,
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(oneLine(heading, 200))}</title></head><body style="margin:0;padding:24px;background:#ffffff;color:#1f2328;font:15px/1.5 system-ui,sans-serif"><div style="max-width:640px;overflow-wrap:anywhere;word-break:break-word">${parts.join("")}</div></body></html>`;
}

/** Lines and tabs stay; a terminal's control sequences do not. */
function printable(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
}

/** A fact's value whose further lines stand below its first. */
function hanging(value: string, indent: number): string {
  return wrap(oneLine(value, 4_000), lineLength - indent).replaceAll("\n", `\n${" ".repeat(indent)}`);
}

/** Lines of so many characters at most, broken between words; an address is never broken. */
function wrap(text: string, length = lineLength): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > length) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join("\n");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function digest(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
