/** A change, what a plan changed, or a test, as a message for Slack's incoming webhook. */

import { changeLines, changeTitle, planLines, planTitle, testTitle } from "./change-text.ts";
import type { ChangeMessage, PlanMessage, PostedPayload } from "./messages.ts";

/** Slack cuts longer texts. */
const longest = 3_500;
/** Leaves room for the title, and the line that says how many more there are. */
const planRoom = 2_500;

export function slackText(payload: PostedPayload): string {
  const text = linesOf(payload).join("\n");
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

function linesOf(payload: PostedPayload): string[] {
  switch (payload.type) {
    case "change":
      return ofChange(payload.message);
    case "plan":
      return ofPlan(payload.message);
    case "test":
      return [`*${escaped(testTitle(payload.message))}*`];
  }
}

function ofChange(message: ChangeMessage): string[] {
  const lines = changeLines(message.changes ?? []);
  return [`*${escaped(changeTitle(message))}*`, ...lines.map((line) => `• ${escaped(line)}`)];
}

function ofPlan(message: PlanMessage): string[] {
  return [`*${escaped(planTitle(message))}*`, ...planLines(message, planRoom, escaped)];
}

/** What Slack reads as mark-up or as a mention. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
