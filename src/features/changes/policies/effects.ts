/** What a change would bring about, as its plan foretells it: asked only where a policy wants to know. */
import { isDeepStrictEqual } from "node:util";
import { leavesSomebodyOut } from "../../../engine/confirmation.ts";
import type { Call } from "../../../engine/context.ts";
import type { RowMove } from "../../../engine/feature.ts";
import { judged } from "../../../engine/judging.ts";
import type { EffectsOf } from "../../../engine/plan/differences.ts";
import { usualReplayDays } from "../../../engine/plan/edits.ts";
import { changesAny } from "../../../engine/plan/rows-after.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { deployPolicies } from "../../../resources/deploy-policies.ts";
import { slis } from "../../../resources/slis.ts";
import { sloCorrections } from "../../../resources/slo-corrections.ts";
import { slos } from "../../../resources/slos.ts";
import type { Ground } from "../../ground.ts";
import { movesShifts } from "../../on-call/index.ts";
import { type DeployGate, decidesAtGate } from "../../reliability/index.ts";
import { decidesOfAlerts } from "../replay/index.ts";
import type { Effect } from "./facts.ts";

/** Effects of a change as a whole, which take a forecast. */
const foretold = ["reaches_nobody", "opens_gap", "gate_moves"] as const;
export type Foretold = (typeof foretold)[number];

/** Whether such a change can have the effect at all. */
const possible: Readonly<Record<Foretold, (move: RowMove) => boolean>> = {
  reaches_nobody: decidesOfAlerts,
  opens_gap: movesShifts,
  gate_moves: (move) => decidesAtGate(move) || remeasures(move),
};

/** What says nothing of how a row is measured. */
const words: readonly string[] = ["name", "description", "labels", "owning_team_id", "burn_alerts"];

/** Whether figures by which the gate decides would be others, as nobody can foretell: they are measured once it is done. */
function remeasures({ kind, before, now }: RowMove): boolean {
  if (kind === sloCorrections.kind) return true;
  if (before === undefined || now === undefined) return false;
  if (kind !== slis.kind && kind !== slos.kind) return false;
  const names = new Set([...Object.keys(before.configuration), ...Object.keys(now.configuration)]);
  return [...names].some(
    (name) =>
      !words.includes(name) && !isDeepStrictEqual(before.configuration[name], now.configuration[name]),
  );
}

/** Those of these effects that have to be foretold for the change. */
export function unknownOf(asked: readonly Effect[], moves: readonly RowMove[]): Foretold[] {
  return foretold.filter((effect) => asked.includes(effect) && moves.some(possible[effect]));
}

/** What decides of a route that drops which alerts those are. */
const dropping = ["drop", "enabled", "matchers", "position", "continue"] as const;

/** Whether alerts come to be dropped: by decision, and still these reach nobody. */
function dropsMore(move: RowMove): boolean {
  if (move.kind !== alertRoutes.kind || move.now === undefined) return false;
  const { drop, enabled, continue: goesOn } = completed(alertRoutes, move.now.configuration);
  return drop && enabled && !goesOn && (move.before === undefined || changesAny(move, dropping));
}

export interface ForecastNeeds {
  readonly effectsOf: EffectsOf;
  readonly deployGate: Pick<DeployGate, "isAllowed">;
}

/**
 * @returns those that the change would have, and those of which it cannot be foretold that it has not. What the caller may
 * not see counts, too
 */
export async function foretell(
  ground: Pick<Ground, "store" | "definitions" | "hooks">,
  { effectsOf, deployGate }: ForecastNeeds,
  { caller: { limits: _, ...caller }, ...rest }: Call,
  moves: readonly RowMove[],
  unknown: readonly Foretold[],
): Promise<ReadonlySet<Effect>> {
  const call: Call = { ...rest, caller };
  const found = new Set<Effect>();
  // It is so whatever a forecast says, which takes long.
  if (unknown.includes("gate_moves") && moves.some(remeasures)) found.add("gate_moves");
  if (unknown.includes("reaches_nobody") && moves.some(dropsMore)) found.add("reaches_nobody");
  const open = unknown.filter((effect) => !found.has(effect));
  if (open.length === 0) return found;
  const replays = open.some((effect) => effect !== "opens_gap");
  const { effects } = await effectsOf(call, moves, { days: replays ? usualReplayDays : 0, query: false });
  const has: Readonly<Record<Foretold, () => boolean | Promise<boolean>>> = {
    reaches_nobody: async () => leavesNobody(effects.replay) || (await isJudged(ground, call, moves)),
    opens_gap: () => countOf(effects.on_call?.gaps_opened) > 0,
    gate_moves: async () =>
      movesGate(effects.replay) || (await movesGateNow(ground, deployGate, call, moves)),
  };
  for (const effect of open) if (await has[effect]()) found.add(effect);
  return found;
}

function countOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function cannot(replay: JsonObject | null, kinds: readonly string[]): boolean {
  const rows = (replay?.cannot ?? []) as readonly { readonly resource: string }[];
  return rows.some(({ resource }) => kinds.length === 0 || kinds.includes(resource));
}

function leavesNobody(replay: JsonObject | null): boolean {
  return replay === null || Number(replay.nobody ?? 1) > 0;
}

function movesGate(replay: JsonObject | null): boolean {
  const gate = replay?.gate as { readonly newly_held: number; readonly newly_allowed: number } | undefined;
  return (
    gate === undefined || gate.newly_held + gate.newly_allowed > 0 || cannot(replay, [deployPolicies.kind])
  );
}

/** Also where no alert of the past would show it. */
async function isJudged(
  { store, definitions, hooks }: Pick<Ground, "store" | "definitions" | "hooks">,
  call: Call,
  moves: readonly RowMove[],
): Promise<boolean> {
  const said = await judged({ definitions, hooks }, store, call, moves);
  return said.some(({ reason }) => leavesSomebodyOut(reason));
}

/** Whether a deploy now would be answered otherwise. */
async function movesGateNow(
  { store }: Pick<Ground, "store">,
  { isAllowed }: Pick<DeployGate, "isAllowed">,
  { caller, now }: Call,
  moves: readonly RowMove[],
): Promise<boolean> {
  const { id } = caller.organization;
  for (const { kind, before, now: after } of moves) {
    if (kind !== deployPolicies.kind) continue;
    const known = (after ?? before) as StoredRow;
    const { service } = completed(deployPolicies, known.configuration);
    // A service without a policy is gated by the defaults.
    const without = { ...known, configuration: { service } };
    const [was, is] = [before ?? without, after ?? without];
    if ((await isAllowed(store, id, service, now, was)) !== (await isAllowed(store, id, service, now, is)))
      return true;
  }
  return false;
}
