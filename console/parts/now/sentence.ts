/** The one sentence over Now, and on the screen for phones and walls. */
import type { Tone } from "../../../src/kernel/field.ts";
import { figure } from "../../../src/kernel/readable.ts";
import type { Counts } from "./urgency.ts";

export interface Sentence {
  readonly text: string;
  readonly tone: Tone;
}

/**
 * "1 critical alert nobody took, 1 incident public, 2 gates closed."
 * @param watched whether anything is there that could say that something is wrong
 */
export function sentenceOf(
  { unreached, critical, more, pager, gap, public: incidents, gate, warning, rest: others, taken }: Counts,
  watched: boolean,
): Sentence {
  const rest = warning + others;
  const parts = [
    ...(unreached > 0 ? [`${figure(unreached)} ${alerts(unreached)} reached nobody`] : []),
    ...(critical > 0
      ? [`${figure(critical)}${more ? "+" : ""} critical ${alerts(critical)} nobody took`]
      : []),
    ...(pager > 0 ? [`${figure(pager)} ${pager === 1 ? "target fails" : "targets fail"}`] : []),
    ...(gap > 0 ? [`${figure(gap)} ${gap === 1 ? "gap" : "gaps"} on call within a day`] : []),
    ...(incidents > 0 ? [`${figure(incidents)} ${incidents === 1 ? "incident" : "incidents"} public`] : []),
    ...(gate > 0 ? [`${figure(gate)} ${gate === 1 ? "gate" : "gates"} closed`] : []),
  ];
  if (parts.length > 0)
    return {
      text: `${parts.join(", ")}.`,
      tone: unreached + critical + pager + gap + incidents > 0 ? "bad" : "warning",
    };
  if (taken > 0) return { text: `${figure(taken)} open ${alerts(taken)}, all taken.`, tone: "warning" };
  if (!watched) return { text: "Nothing is watched yet.", tone: "quiet" };
  if (rest > 0)
    return {
      text: `Nothing is urgent. ${figure(rest)} ${rest === 1 ? "thing needs" : "things need"} a look.`,
      tone: "warning",
    };
  return { text: "All is well.", tone: "good" };
}

function alerts(count: number): string {
  return count === 1 ? "alert" : "alerts";
}
