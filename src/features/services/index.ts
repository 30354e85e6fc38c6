/** Services: a name that many rows have, and nothing more. What is known of each is gathered when it is requested. */
import type { Feature } from "../../engine/feature.ts";
import type { Alerts } from "../alerts/index.ts";
import type { DeployGate } from "../deploy-gate/index.ts";
import type { Events } from "../events/index.ts";
import type { Ground } from "../ground.ts";
import type { ServiceBindings } from "../service-bindings/index.ts";
import { getService } from "./get-service.ts";
import { listServices } from "./list-services.ts";
import { createServiceStore } from "./store.ts";

export interface ServiceNeeds {
  readonly alerts: Pick<Alerts, "store" | "rowsOf">;
  readonly deployGate: Pick<DeployGate, "store">;
  readonly events: Pick<Events, "store">;
  readonly serviceBindings: Pick<ServiceBindings, "store">;
}

export function createServices(ground: Ground, needs: ServiceNeeds): Feature {
  const deps = {
    ...ground,
    services: createServiceStore(ground.database),
    alerts: needs.alerts.store,
    rowsOf: needs.alerts.rowsOf,
    deployGate: needs.deployGate.store,
    events: needs.events.store,
    discoveries: needs.serviceBindings.store,
  };
  return { name: "services", operations: [listServices(deps), getService(deps)] };
}
