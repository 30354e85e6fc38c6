/** What the database cannot describe itself: what is in its JSON, and which texts a column holds (scripts/generate-queries.ts). */
import type { Channel, DeliveryStatus, LeasedDelivery } from "./port.ts";

export type { Depth } from "./port.ts";

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "deliveries.channel": Channel;
  "deliveries.payload": LeasedDelivery["payload"];
  "deliveries.status": DeliveryStatus;
}
