/** What is said of drills wherever they are shown. */
import type { Tone } from "../../../src/kernel/field.ts";
import { bareFigure } from "../../../src/kernel/readable.ts";
import type { Drill } from "../../api/shapes.ts";

export const whatItDoes =
  "A drill sends an alert that is marked as one the way real alerts go. Those whom it reaches are notified.";

export const waitForSomebody = "Wait until somebody acknowledges it";

export const startADrill = "Start a drill";

export const drillTones: Readonly<Record<Drill["status"], Tone>> = {
  running: "quiet",
  proved: "good",
  failed: "bad",
};

const [secondMs, minuteMs] = [1_000, 60_000];

/** How long after its start something was: `0.4 s`, `12 s`, `3 min 20 s`. Both in RFC 3339. */
export function elapsed(start: string, at: string): string {
  const ms = Math.max(Date.parse(at) - Date.parse(start), 0);
  if (ms < 10 * secondMs) return `${bareFigure(Math.round(ms / 100) / 10)} s`;
  if (ms < minuteMs) return `${Math.round(ms / secondMs)} s`;
  return `${Math.floor(ms / minuteMs)} min ${Math.round((ms % minuteMs) / secondMs)} s`;
}

/** Who started it, in a part of a sentence. */
export function starter({ scheduled, started_by }: Pick<Drill, "scheduled" | "started_by">): string {
  return scheduled ? "Started by its schedule" : `Started by ${started_by}`;
}
