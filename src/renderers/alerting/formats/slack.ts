/** Slack's incoming webhooks: https://api.slack.com/messaging/webhooks, with blocks in an attachment of a colour. */
import { type AlertMessage, isCalm, type MessageAlert } from "../../../kernel/alert-message.ts";
import { webAddress } from "../web-address.ts";
import { readBy } from "./answers.ts";
import { chatRequest, type Format, type Target, unset } from "./format.ts";
import { type Fact, factsIn, fitted, headline, linkText, listed, senderOf, timesOf } from "./texts.ts";

/** Slack takes 3,000 characters in a section, and 2,000 in a field of one. */
const longest = { title: 500, list: 2_900, field: 1_000, address: 1_000 } as const;

export const slack: Format = ({ message }, target) => {
  const request = chatRequest(target, () => JSON.stringify(bodyOf(message, target)));
  if (request === undefined)
    return unset("secret is not set, or no web address: it holds the URL of Slack's incoming webhook");
  return {
    request,
    read: readBy({
      target,
      taken: "Slack took the message",
      // The webhook's URL is the credential.
      kinds: ({ text }) =>
        /no_(service|team)|invalid_token/.test(text) ? { 403: "auth_invalid", 404: "auth_invalid" } : {},
    }),
  };
};

function bodyOf(message: AlertMessage, { severity_map }: Target) {
  const facts = factsIn(message, severity_map);
  const title = linked(message.link, headline(message));
  return {
    // It stands above the attachment, and in notifications.
    text: `*${title}*`,
    attachments: [
      {
        color: colourOf(message),
        blocks: [
          ...(facts.length === 0 ? [] : [{ type: "section", fields: facts.map(field) }]),
          section(listed(message, longest.list, line)),
          ...buttonsOf(message),
          { type: "context", elements: [marked(fitted(senderOf(message), longest.field, escaped))] },
        ],
      },
    ],
  };
}

/** An incoming webhook takes no answers: the button leads to where whoever is signed in acknowledges. */
function buttonsOf(message: AlertMessage) {
  const url = webAddress(message.link, longest.address);
  if (url === undefined) return [];
  const text = { type: "plain_text", text: linkText(message) };
  return [{ type: "actions", elements: [{ type: "button", text, url }] }];
}

function field({ label, value }: Fact) {
  return marked(`*${label}*\n${fitted(value, longest.field, escaped)}`);
}

function line(alert: MessageAlert): string {
  return `• ${linked(alert.url, alert.title)}, ${timesOf(alert)}`;
}

function section(text: string) {
  return { type: "section", text: marked(text) };
}

/** `verbatim`: names and channels in labels are no mentions. */
function marked(text: string) {
  return { type: "mrkdwn", text, verbatim: true };
}

/** A text that leads to an address, where there is one that is short enough. */
function linked(url: string | null, text: string): string {
  const shown = fitted(text, longest.title, escaped);
  const address = Array.from(webAddress(url) ?? "", escaped)
    .join("")
    .replaceAll("|", "%7C");
  return address === "" || address.length > longest.address ? shown : `<${address}|${shown}>`;
}

/** What Slack reads as mark-up, a link or a mention. */
function escaped(char: string): string {
  return { "&": "&amp;", "<": "&lt;", ">": "&gt;" }[char] ?? char;
}

/** The colours of the severities in the console. */
function colourOf({ phase, severity }: AlertMessage): string {
  if (isCalm(phase)) return "#2eb67d";
  if (severity === "info") return "#36c5f0";
  return severity === "warning" ? "#ecb22e" : "#e01e5a";
}
