/** A change, or what a plan changed, as a message for Slack's incoming webhook. */

import { changeLines, changeTitle, planLines, planTitle } from "./change-text.ts";
import type { ChangeMessage, ChangePayload, PlanMessage, PlanPayload } from "./messages.ts";

/** Slack cuts longer texts. */
const longest = 3_500;
/** Leaves room for the title, and the line that says how many more there are. */
const planRoom = 2_500;

export function slackText(payload: ChangePayload | PlanPayload): string {
  const text = (payload.type === "plan" ? ofPlan(payload.message) : ofChange(payload.message)).join("\n");
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
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
