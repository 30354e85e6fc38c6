/** What a plan would have meant for the past, decided again by its rows: for alerts, and at the deploy gate. */
import type { Call } from "../../engine/context.ts";
import type { StagedRow } from "../../engine/plan/stage.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { sloCorrections } from "../../resources/slo-corrections.ts";
import { slos } from "../../resources/slos.ts";
import type { DeployGate } from "../deploy-gate/index.ts";
import type { Ground } from "../ground.ts";
import { type AlertReplayNeeds, createAlertReplay } from "./alerts.ts";
import { createGatePart } from "./gate.ts";
import type { ReplayPart } from "./part.ts";

export { replayField } from "./shapes.ts";

/** Of a plan's days; null where they are 0. `warnings` as of plans. */
export type MakeReplay = (
  call: Call,
  changed: readonly StagedRow[],
  days: number,
) => Promise<{ readonly replay: JsonObject | null; readonly warnings: readonly JsonObject[] }>;

export interface ReplayNeeds extends AlertReplayNeeds {
  readonly deployGate: Pick<DeployGate, "replayOf">;
}

export function createReplay(ground: Ground, needs: ReplayNeeds): MakeReplay {
  const parts: readonly ReplayPart[] = [createAlertReplay(ground, needs), createGatePart(needs.deployGate)];
  return async (call, changed, days) => {
    if (days === 0) return { replay: null, warnings: [] };
    const replay: JsonObject = { days };
    const cannot = [...notReplayed(changed)];
    const warnings: JsonObject[] = [];
    for (const part of parts) {
      const replayed = await part(call, changed, days);
      Object.assign(replay, replayed.fields);
      cannot.push(...(replayed.cannot ?? []));
      warnings.push(...(replayed.warnings ?? []));
    }
    return { replay: { ...replay, cannot }, warnings };
  };
}

/** What changes and has no past that could be decided again. */
function notReplayed(changed: readonly StagedRow[]): readonly JsonObject[] {
  const why: ReadonlyMap<string, string> = new Map([
    [slos.kind, "what its objective would have made of the past is not known: events are not kept"],
    [
      sloCorrections.kind,
      "what budgets would have been without these times is not known: events are not kept",
    ],
  ]);
  return changed.flatMap(({ kind, id }) => {
    const said = why.get(kind);
    return said === undefined ? [] : [{ resource: kind, id, why: said }];
  });
}
