/** What the database cannot describe itself: what is in its JSON, and which texts a column holds (scripts/generate-queries.ts). */
import type { ComponentStatus } from "../../renderers/status-page/index.ts";

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "component_statuses.status": ComponentStatus;
  "status_page_subscribers.channel": "email" | "webhook";
  "status_page_subscribers.status": "pending" | "confirmed" | "suspended";
  "maintained_components.status_before": ComponentStatus;
}
