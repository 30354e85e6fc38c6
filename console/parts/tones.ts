/** How good or bad a state is, and which fields tell one. */
import type { ChoiceField, ItemField } from "../../src/kernel/field.ts";

export type Tone = "good" | "warn" | "bad" | "quiet";

/** Every word for a state that any page draws: a test finds those of all kinds' status fields here. */
export const tones: Readonly<Record<string, Tone>> = {
  healthy: "good",
  ok: "good",
  up: "good",
  valid: "good",
  approved: "good",
  active: "good",
  operational: "good",
  resolved: "good",
  allowed: "good",
  on: "good",
  open: "good",
  degraded: "warn",
  at_risk: "warn",
  expiring: "warn",
  flagged: "warn",
  invited: "warn",
  degraded_performance: "warn",
  partial_outage: "warn",
  monitoring: "warn",
  identified: "warn",
  investigating: "bad",
  failing: "bad",
  down: "bad",
  breached: "bad",
  expired: "bad",
  invalid: "bad",
  unreachable: "bad",
  rejected: "bad",
  refused: "bad",
  major_outage: "bad",
  held: "bad",
  off: "quiet",
  unset: "quiet",
  unknown: "quiet",
  no_data: "quiet",
  upcoming: "quiet",
  closed: "quiet",
  scheduled: "quiet",
  in_progress: "quiet",
  completed: "quiet",
  under_maintenance: "quiet",
};

/** How good or bad it is to be in a state. */
export function toneOf(value: string): Tone {
  return tones[value] ?? "quiet";
}

/** Whether a field tells a state: it is drawn with a dot, and not as a word alone. */
export function isStatus(name: string, shape: ItemField): shape is ChoiceField {
  return shape.type === "choice" && name.includes("status");
}
