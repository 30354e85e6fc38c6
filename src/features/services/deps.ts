/** What the calls about services have in common. */

import type { Alerts } from "../alerts/index.ts";
import type { DeployGate } from "../deploy-gate/index.ts";
import type { Events } from "../events/index.ts";
import type { Ground } from "../ground.ts";
import type { ServiceBindings } from "../service-bindings/index.ts";
import type { ServiceFinder } from "./store.ts";

export interface ServiceNeeds {
  readonly alerts: Pick<Alerts, "store" | "rowsOf">;
  readonly deployGate: Pick<DeployGate, "store">;
  readonly events: Pick<Events, "store">;
  readonly serviceBindings: Pick<ServiceBindings, "store">;
}

export interface ServicesDeps extends Ground, ServiceNeeds {
  readonly services: ServiceFinder;
}
