/** Services: a name that many rows have, and nothing more. What is known of each is gathered when it is requested. */
import type { Feature } from "../../../engine/feature.ts";
import type { Ground } from "../../ground.ts";
import type { ServiceNeeds } from "./deps.ts";
import { getService } from "./get-service.ts";
import { listServices } from "./list-services.ts";
import { createServiceStore } from "./store.ts";

export function createServices(ground: Ground, needs: ServiceNeeds): Feature {
  const deps = { ...ground, ...needs, services: createServiceStore(ground.database) };
  return { name: "services", operations: [listServices(deps), getService(deps)] };
}
