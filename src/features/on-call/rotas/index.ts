/** Rotas, overrides and absences: who may write them, and who is on call by them. */
import type { Call } from "../../../engine/context.ts";
import type { Feature, KindHooks, Written } from "../../../engine/feature.ts";
import type { Reader, Writer } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { absences } from "../../../resources/absences.ts";
import { onCallOverrides } from "../../../resources/on-call-overrides.ts";
import type { Ground } from "../../ground.ts";
import type { Teams, Ways } from "../../identity/index.ts";
import { askToBeReached } from "./asking.ts";
import { checkCoverage, listShifts, listShiftsOfPerson, previewRota, whoIsOnCall } from "./calls.ts";
import { createOnCallEffects, type OnCallEffects } from "./effects.ts";
import { judgeRotas, testRotas } from "./judge.ts";
import { createOnCallMetrics } from "./metrics.ts";
import { createAskers } from "./people.ts";
import { createOnCallRows } from "./rows.ts";
import { takeShift } from "./swap.ts";
import { uncoveredRotas } from "./uncovered.ts";

export { movesShifts } from "./judge.ts";
export { createOnCallRows, type OnCallRota, type OnCallRows, type ReadOnCall, rotaNamed } from "./rows.ts";

export interface OnCall extends Feature {
  /** What a plan means for who is on call. */
  readonly effectsOf: OnCallEffects;
}

export function createOnCall(
  ground: Ground,
  { teams, ways }: { readonly teams: Teams; readonly ways: Ways },
): OnCall {
  const rowsOf = createOnCallRows(teams);
  const askers = createAskers(teams);
  const { refuseOthers } = askers;
  const deps = { store: ground.store, rowsOf, ways };
  const metrics = createOnCallMetrics({ ...deps, database: ground.database });
  /** Each write is held to whom the row is about, as it was and as it would be. */
  function ownWrites<D extends Kind>(definition: D, peopleOf: (row: ConfigurationOf<D>) => string[]) {
    return {
      async check(
        reader: Reader,
        call: Call,
        row: ConfigurationOf<D>,
        before: ConfigurationOf<D> | undefined,
      ) {
        for (const one of before === undefined ? [row] : [row, before])
          await refuseOthers(reader, call, peopleOf(one));
        return [];
      },
      follows: ({ after }: Written) => after === undefined,
      async onWrite(writer: Writer, call: Call, { before }: Written) {
        if (before !== undefined)
          await refuseOthers(writer, call, peopleOf(completed(definition, before.configuration)));
      },
    };
  }
  return {
    name: "on call",
    kinds: {
      [onCallOverrides.kind]: ownWrites(onCallOverrides, ({ email, replaces }) => [
        email,
        ...(replaces === null ? [] : [replaces]),
      ]) satisfies KindHooks<typeof onCallOverrides>,
      [absences.kind]: ownWrites(absences, ({ email }) => [email]) satisfies KindHooks<typeof absences>,
    },
    judges: [judgeRotas(rowsOf)],
    ownTests: testRotas(rowsOf),
    effectsOf: createOnCallEffects(ground.store, rowsOf),
    attention: uncoveredRotas(deps),
    metrics: (registry) => registry.registerMetric(metrics),
    operations: [
      whoIsOnCall(deps),
      listShifts(deps),
      listShiftsOfPerson(deps),
      checkCoverage(deps),
      previewRota(deps),
      takeShift({ ...ground, rowsOf, askers }),
      askToBeReached({ ...deps, onCommit: ground.onCommit }),
    ],
  };
}
