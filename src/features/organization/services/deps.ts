/** What the calls about services have in common. */

import type { Alerts, Events } from "../../alerting/index.ts";
import type { Ground } from "../../ground.ts";
import type { DeployGate, ServiceBindings } from "../../reliability/index.ts";
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
