/** What the calls about services have in common. */

import type { Engine } from "../../engine/engine.ts";
import type { Registry } from "../../engine/feature.ts";
import type { Store } from "../../engine/ports/rows.ts";
import type { AlertStore, ReadAlertingRows } from "../alerts/index.ts";
import type { DeployGateStore } from "../deploy-gate/index.ts";
import type { EventStore } from "../events/index.ts";
import type { DiscoveryStore } from "../service-bindings/index.ts";
import type { ServiceFinder } from "./port.ts";

export interface ServicesDeps {
  readonly engine: Pick<Engine, "texts">;
  readonly definitions: Registry;
  readonly store: Store;
  readonly services: ServiceFinder;
  readonly deployGate: DeployGateStore;
  readonly discoveries: DiscoveryStore;
  readonly alerts: AlertStore;
  readonly events: EventStore;
  readonly rowsOf: ReadAlertingRows;
}
