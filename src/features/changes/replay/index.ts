/** What a plan would have meant for the past, decided again by its rows: for alerts, for SLOs, and at the deploy gate. */
import type { Call } from "../../../engine/context.ts";
import type { JudgePast, RowMove } from "../../../engine/feature.ts";
import { seesAll } from "../../../engine/limits.ts";
import { keyOfRow } from "../../../engine/plan/bundle-entry.ts";
import type { ReplayOptions } from "../../../engine/plan/differences.ts";
import { usualReplayDays } from "../../../engine/plan/edits.ts";
import type { ReplayPart } from "../../../engine/plan/replay-part.ts";
import type { StagedRow } from "../../../engine/plan/stage.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { sameJson } from "../../../kernel/equal.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Warning } from "../../../kernel/warning.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import type { Ground } from "../../ground.ts";
import { createSloReplay, type DeployGate, type RangeQueryStore } from "../../reliability/index.ts";
import { type AlertReplayNeeds, createAlertReplay } from "./alerts.ts";
import { createGatePart } from "./gate.ts";
import { decidingKinds } from "./rows.ts";

export { replayField } from "./shapes.ts";

/** `replay` is null where the days are 0. `warnings` as of plans. */
export type MakeReplay = (
  call: Call,
  changed: readonly StagedRow[],
  options: ReplayOptions,
) => Promise<{ readonly replay: JsonObject | null; readonly warnings: readonly JsonObject[] }>;

export interface ReplayNeeds extends AlertReplayNeeds {
  readonly deployGate: Pick<DeployGate, "replayOf">;
  readonly rangeQueries: RangeQueryStore;
}

/** What people know a row by, that changes or hangs on one that does; null where there is no such row. */
async function keyOf(
  { definitions, store }: Pick<Ground, "definitions" | "store">,
  { caller }: Call,
  changed: readonly StagedRow[],
  kind: string,
  id: string,
): Promise<JsonObject | null> {
  const staged = changed.find((one) => one.kind === kind && one.id === id);
  const row = staged?.now ?? staged?.before ?? (await store.row(caller.organization.id, kind, id));
  const definition = definitions[kind];
  return row === undefined || definition === undefined ? null : keyOfRow(definition, row);
}

export function createReplay(ground: Ground, needs: ReplayNeeds): MakeReplay {
  const parts: readonly ReplayPart[] = [
    createAlertReplay(ground, needs),
    createSloReplay(ground, needs.rangeQueries),
    createGatePart(needs.deployGate),
  ];
  return async (call, changed, { days, query }) => {
    if (days === 0) return { replay: null, warnings: [] };
    // One after the other: two threads at once would leave a machine of two cores nothing to answer calls with.
    const replayed = [];
    for (const part of parts) replayed.push(await part(call, changed, days, query));
    const fields = replayed.map((part) => part.fields);
    const cannot = await Promise.all(
      replayed
        .flatMap((part) => part.cannot ?? [])
        .map(async ({ resource, id, why }) => ({
          ...{ resource, id, key: await keyOf(ground, call, changed, resource, id), why },
        })),
    );
    return {
      replay: Object.assign({ days }, ...fields, { cannot }) as JsonObject,
      warnings: replayed.flatMap((part) => part.warnings ?? []),
    };
  };
}

/** What would have changed who is notified; a text or a color has not, nor has what is asked of a rota. */
const silent: readonly string[] = [
  ...["name", "description", "owning_team_id", "reason"],
  ...["team_id", "must_cover", "on_gap", "handover_target_id"],
];

/**
 * What is said of a single write by the alerts of the past, as a plan of it says it. Nothing is looked at where nothing
 * can have changed.
 */
export function createPastJudge(ground: Ground, needs: AlertReplayNeeds): JudgePast {
  const replay = createAlertReplay(ground, needs);
  return async (call, moves) => {
    if (!seesAll(call.caller) || !moves.some(decidesOfAlerts)) return [];
    const { warnings = [] } = await replay(call, moves, usualReplayDays, false);
    return warnings as unknown as readonly Warning[];
  };
}

/** Of these kinds no other field decides. */
const decisive: Readonly<Record<string, readonly string[]>> = {
  [alertHeartbeats.kind]: ["enabled", "destinations"],
  [organizationSettings.kind]: ["severity_words"],
};

/** Whether a change can move who gets an alert. */
export function decidesOfAlerts({ kind, before, now }: RowMove): boolean {
  if (!decidingKinds.has(kind)) return false;
  const deciding = (row: StoredRow | undefined) =>
    Object.fromEntries(
      Object.entries(row?.configuration ?? {}).filter(
        ([name]) => decisive[kind]?.includes(name) ?? !silent.includes(name),
      ),
    );
  return !sameJson(deciding(before), deciding(now));
}
