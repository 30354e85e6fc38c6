/** What follows for a heartbeat at a moment: pure rules. */
import type { HeartbeatState } from "./store.ts";

export type Decision = "raise" | "repeat" | "end" | "nothing";

const minuteMs = 60_000;

/**
 * Whether its alert begins, goes on or ends. While the service was down no signal could arrive: then it is missing no
 * earlier than its grace after the service was up again. One that says itself that it failed is waited for no longer.
 */
export function decide(
  state: Pick<HeartbeatState, "dueAt" | "failed" | "missingSince" | "graceMinutes" | "upSince" | "now">,
): Decision {
  const { dueAt, failed, missingSince, graceMinutes, upSince, now } = state;
  const due = dueAt !== null && dueAt <= now;
  if (missingSince !== null) return due ? "repeat" : "end";
  const graceOver = upSince.getTime() + graceMinutes * minuteMs <= now.getTime();
  return due && (failed || graceOver) ? "raise" : "nothing";
}
