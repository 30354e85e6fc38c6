/** The lines of a budget that matter: where the target is missed, and where it is at risk. */
import type { JsonObject } from "../../../../src/kernel/validate.ts";

export function budgetLevels({ at_risk_percent: risk }: JsonObject) {
  const end = { value: 0, label: "Target missed below this line", tone: "bad" } as const;
  return typeof risk === "number" && risk > 0
    ? [end, { value: risk, label: "At risk", tone: "warn" } as const]
    : [end];
}
