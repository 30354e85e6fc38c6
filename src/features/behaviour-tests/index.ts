/** Tests of what the set-up does: they hold changes at every door. */
import type { Feature } from "../../engine/feature.ts";
import type { Ground } from "../ground.ts";
import type { Plans } from "../plans/index.ts";
import type { Renderer } from "../rendering/index.ts";
import { createGuard } from "./guard.ts";

export interface BehaviourTestNeeds {
  readonly renderer: Pick<Renderer, "store">;
  readonly plans: Pick<Plans, "rows">;
}

export function createBehaviourTests(_ground: Ground, { renderer, plans }: BehaviourTestNeeds): Feature {
  return {
    name: "behaviour tests",
    guard: createGuard({ renders: renderer.store, records: plans.rows }),
  };
}
