/** What the database cannot describe itself: what is in its JSON, and which texts a column holds (scripts/generate-queries.ts). */
import type { StoredPlan } from "../../../engine/ports/plans.ts";

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "plans.status": StoredPlan["status"];
}
