/** What rows reported over time, and what happened day by day. */
import { currentTime } from "../../../engine/clock.ts";
import type { Feature } from "../../../engine/feature.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type { Ground } from "../../ground.ts";
import { getActivity, getFigures, tidy } from "./figures.ts";
import { judgeCorrections } from "./given-back.ts";
import { listFigures } from "./many.ts";
import { createSloHistoryStore, mostHistoryBytes } from "./slo-history.ts";
import { createFigureStore } from "./store.ts";

export { type CorrectedTimes, correctionTexts } from "./correction-texts.ts";
export { type Corrections, readCorrections } from "./corrections.ts";
export { keptOf } from "./history.ts";
export { createSloHistoryStore, type PackedDay, type UnpackedStep } from "./slo-history.ts";
export { createSloHours, type SloHours } from "./slo-hour.ts";

const everyMs = 3_600_000;
const firstMs = 60_000;

export function createFigures(ground: Ground): Feature {
  const figures = createFigureStore(ground.database);
  const deps = { ...ground, figures };
  const history = createSloHistoryStore(ground.database);
  /** What records of five minutes have goes into the history before they become fewer. */
  const run = async () => {
    await history.upkeep(currentTime(), { days: ground.settings.bounds.sloDays, bytes: mostHistoryBytes });
    await tidy(figures, currentTime());
  };
  return {
    name: "figures",
    judges: [judgeCorrections(deps)],
    operations: [getFigures(deps), listFigures(deps), getActivity(deps)],
    background: [new Periodic({ name: "upkeep of figures", everyMs, firstMs, run, log: ground.log })],
  };
}
