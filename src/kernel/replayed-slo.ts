/** What a replay says of one SLO, in a sentence: at the command line and in the console. */
import { counted, percent } from "./readable.ts";

/** How a reason ends why an SLO was not replayed, for whoever may ask its engine. */
export const asksEngine = "replay_query (orgconfig plan --query) asks its engine";

/** As the API answers it (effects.replay.slos). */
export interface ShownSlo {
  readonly name: string;
  readonly budget_before: number | null;
  readonly budget_after: number | null;
  /** Older services leave it out. */
  readonly budget_off_by?: number | null;
  readonly spent_on: readonly string[];
  readonly fired_before: number;
  readonly fired_after: number;
  readonly false: number;
}

/** `checkout/availability: 45% of the error budget is left → 12%; spent on 2026-03-01 and 2 more days; burn alerts 1 → 3, 1 of no consequence`. */
export function sloSentence(slo: ShownSlo, arrow = "→"): string {
  const { name, budget_before, budget_after, budget_off_by, spent_on, fired_before, fired_after } = slo;
  const left = (budget: number | null) =>
    budget === null ? "none known" : percent(Math.round(budget * 10) / 10);
  const [first, ...others] = spent_on;
  const more = others.length === 0 ? "" : ` and ${counted(others.length, "more day")}`;
  const off = budget_off_by ?? 0;
  const unsure = off < 1 ? "" : ` (give or take ${percent(Math.ceil(off))})`;
  const ofNone = slo.false === 0 ? "" : `, ${slo.false} of no consequence`;
  return [
    `${name}: ${left(budget_before)} of the error budget left ${arrow} ${left(budget_after)}${unsure}`,
    ...(first === undefined ? [] : [`spent on ${first}${more}`]),
    ...(fired_before + fired_after === 0
      ? []
      : [`burn alerts ${fired_before} ${arrow} ${fired_after}${ofNone}`]),
  ].join("; ");
}
