/** What the database cannot describe itself: what is in its JSON, and which texts a column holds (scripts/generate-queries.ts). */
import type { Labels } from "../../renderers/alerting/facts.ts";
import type { Followable, Hop, Progress } from "./follow.ts";
import type { DrillSchedule } from "./schedule.ts";

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "drill_routes.schedule": DrillSchedule;
  "drills.annotations": Labels;
  "drills.hops": readonly Hop[];
  "drills.labels": Labels;
  "drills.status": Progress["status"];
  "drills.until": Followable["until"];
}
