/** Tests of what the set-up does: they hold changes at every door. */
import type { Feature } from "../../engine/feature.ts";
import type { Ground } from "../ground.ts";
import type { Plans } from "../plans/index.ts";
import type { Renderer } from "../rendering/index.ts";
import { createGuard } from "./guard.ts";
import { createKnownRows } from "./known-rows.ts";
import { runTests } from "./run.ts";

export interface BehaviourTestNeeds {
  readonly renderer: Pick<Renderer, "store">;
  readonly plans: Pick<Plans, "rows">;
}

export function createBehaviourTests(ground: Ground, { renderer, plans }: BehaviourTestNeeds): Feature {
  const knownRows = createKnownRows(renderer.store);
  return {
    name: "behaviour tests",
    guard: createGuard({ renders: renderer.store, records: plans.rows, knownRows }),
    operations: [runTests(ground, knownRows)],
  };
}
