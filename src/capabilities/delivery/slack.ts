/** A change as a message for Slack's incoming webhook. */

import type { ChangeMessage } from "../../engine/ports/deliveries.ts";
import { changeLines, changeTitle } from "./change-text.ts";

/** Slack cuts longer texts. */
const longest = 3_500;

export function slackText(message: ChangeMessage): string {
  const lines = changeLines(message.changes ?? []);
  const text = [`*${escaped(changeTitle(message))}*`, ...lines.map((line) => `• ${escaped(line)}`)].join(
    "\n",
  );
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

/** What Slack reads as mark-up or as a mention. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
