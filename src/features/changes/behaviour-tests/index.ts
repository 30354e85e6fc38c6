/** Tests of what the set-up does: they hold changes at every door. */
import type { Feature } from "../../../engine/feature.ts";
import type { Ground } from "../../ground.ts";
import type { Teams } from "../../identity/index.ts";
import type { Renderer } from "../../reliability/index.ts";
import type { Plans } from "../plans/index.ts";
import { createGuard } from "./guard.ts";
import { createKnownRows } from "./known-rows.ts";
import { type DeliveryNeeds, runTests } from "./run.ts";

export interface BehaviourTestNeeds {
  readonly alerts: DeliveryNeeds;
  readonly renderer: Pick<Renderer, "store">;
  readonly plans: Pick<Plans, "rows">;
  readonly teams: Pick<Teams, "roster">;
}

export function createBehaviourTests(
  ground: Ground,
  { alerts, renderer, plans, teams }: BehaviourTestNeeds,
): Feature {
  const knownRows = createKnownRows(renderer.store, teams.roster);
  return {
    name: "behaviour tests",
    guard: createGuard({ ...ground, renders: renderer.store, records: plans.rows, knownRows }),
    operations: [runTests(ground, alerts, knownRows)],
  };
}
