/**
 * Drills: an alert that is marked by its label `drill`, sent the way real ones go, and followed until every target took
 * its message, or somebody acknowledged it. It opens no incident, holds no deploy, keeps no other alert back, and no rule
 * escalates it.
 */
import { currentMs } from "../../../engine/clock.ts";
import type { Feature } from "../../../engine/feature.ts";
import { eachOnItsOwn, Periodic } from "../../../engine/periodic.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import type { Ground } from "../../ground.ts";
import { follow } from "./begin.ts";
import type { DrillNeeds } from "./look.ts";
import { drillOperations } from "./operations.ts";
import { routeHooks, targetHooks, unprovedRoutes } from "./route-rows.ts";
import { startDue } from "./scheduled.ts";

export { createDrillStore } from "./store.ts";

const everyMs = 2_000;
const scheduleMs = 15_000;
/** Drills that are looked at in one go. */
const batch = 500;
const keptMs = 400 * 86_400_000;

export interface Drills extends Feature {
  /** Starts those that are due by schedule, and looks at those that are under way now. */
  flush(): Promise<void>;
}

export function createDrills(ground: Ground, needs: DrillNeeds): Drills {
  const deps = { ...ground, ...needs };
  const { drills } = needs;
  const schedules = new Periodic({
    name: "drills by schedule",
    everyMs: scheduleMs,
    log: ground.log,
    run: () => startDue(deps),
  });
  const watch = new Periodic({
    name: "drills",
    everyMs,
    log: ground.log,
    run: async () => eachOnItsOwn(await drills.allRunning(batch), (key) => follow(deps, key)),
  });
  const tidy = new Periodic({
    name: "old drills",
    everyMs: 3_600_000,
    log: ground.log,
    run: () => drills.forget(new Date(currentMs() - keptMs)),
  });
  return {
    name: "drills",
    kinds: { [alertRoutes.kind]: routeHooks(drills), [outboundConfigs.kind]: targetHooks(drills) },
    operations: drillOperations(deps),
    attention: unprovedRoutes(deps),
    background: [schedules, watch, tidy],
    flush: () => schedules.now().then(() => watch.now()),
  };
}
