/**
 * A Microsoft Teams channel's workflow "when a webhook request is received": a message whose attachment is an Adaptive
 * Card (https://adaptivecards.io, 1.4). Texts stand in text runs, which know no markup, so that nothing in a label
 * becomes a link.
 */
import { type AlertMessage, isCalm, type MessageAlert } from "../../../kernel/alert-message.ts";
import { webAddress } from "../web-address.ts";
import { notTaken, readBy } from "./answers.ts";
import { chatRequest, type Format, type Step, type Target, unset } from "./format.ts";
import { factsIn, fitted, headline, linkText, senderOf, timesOf, within } from "./texts.ts";

/** Teams takes 28 KB of what it makes of this: the workflow wraps the card, and writes some characters longer. */
const maxBytes = 23_500;
const sizes = [20, 10, 5, 2, 0];
const longest = { title: 500, fact: 500, line: 300 } as const;

export const teams: Format = ({ message }, target) => {
  const request = chatRequest(target, () => within(maxBytes, sizes, (size) => bodyOf(message, target, size)));
  if (request === undefined)
    return unset(
      "secret is not set, or no web address: it holds the URL of the workflow that takes messages for Teams",
    );
  return {
    request,
    read: reader(target),
  };
};

function reader(target: Target): Step["read"] {
  const taken = readBy({ target, taken: "Teams took the message" });
  return (reply, now) => {
    // Connectors of before answer 200 although Teams did not take it.
    const failed = reply.status === 200 && /HTTP error (\d{3})/.exec(reply.text);
    return failed ? notTaken({ ...reply, status: Number(failed[1]) }, now, { target }) : taken(reply, now);
  };
}

function bodyOf(message: AlertMessage, { severity_map }: Target, size: number) {
  const facts = factsIn(message, severity_map);
  const { phase, severity, link } = message;
  const resolved = isCalm(phase);
  const color = resolved
    ? "good"
    : severity === "info"
      ? "accent"
      : severity === "warning"
        ? "warning"
        : "attention";
  const address = webAddress(link);
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    fallbackText: fitted(headline(message), longest.title),
    msteams: { width: "Full" },
    body: [
      texts([{ text: fitted(headline(message), longest.title), weight: "bolder", size: "medium", color }]),
      ...facts.map(({ label, value }) =>
        texts([{ text: `${label}: `, weight: "bolder" }, { text: fitted(value, longest.fact) }]),
      ),
      ...message.alerts.slice(0, size).map((alert) => texts(lineOf(alert))),
      ...(message.count > size ? [texts([{ text: moreThan(size, message.count) }])] : []),
      texts([{ text: fitted(senderOf(message), longest.fact), isSubtle: true, size: "small" }]),
    ],
    ...(address === undefined
      ? {}
      : { actions: [{ type: "Action.OpenUrl", title: linkText(message), url: address }] }),
  };
  const contentType = "application/vnd.microsoft.card.adaptive";
  return { type: "message", attachments: [{ contentType, contentUrl: null, content }] };
}

function moreThan(shown: number, count: number): string {
  return shown === 0 ? `${count} alerts` : `and ${count - shown} more`;
}

function lineOf(alert: MessageAlert) {
  const address = webAddress(alert.url, 1_000);
  const selectAction = { type: "Action.OpenUrl", url: address };
  return [
    { text: fitted(alert.title, longest.line), ...(address === undefined ? {} : { selectAction }) },
    { text: ` ${timesOf(alert)}`, isSubtle: true },
  ];
}

function texts(runs: readonly object[]) {
  return { type: "RichTextBlock", inlines: runs.map((run) => ({ type: "TextRun", ...run })) };
}
