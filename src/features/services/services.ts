/** Services: a name that many rows hold, and nothing more. What is known of each is gathered when somebody asks. */
import type { Feature } from "../../engine/feature.ts";
import type { ServicesDeps } from "./deps.ts";
import { getService } from "./get-service.ts";
import { listServices } from "./list-services.ts";

export function createServices(deps: ServicesDeps): Feature {
  return { operations: [listServices(deps), getService(deps)] };
}
