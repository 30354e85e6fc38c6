/** What the database cannot describe itself: what is in its JSON, and which texts a column holds (scripts/generate-queries.ts). */
import type { Channel, DeliveryStatus, KeptPayload } from "./messages.ts";

/** What waits of one channel. */
export interface Depth {
  readonly channel: Channel;
  readonly status: Exclude<DeliveryStatus, "sent">;
}

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "deliveries.channel": Channel;
  "deliveries.payload": KeptPayload;
  "deliveries.status": DeliveryStatus;
}
