/** What the database cannot describe itself: what is in its JSON, and which texts a column holds (scripts/generate-queries.ts). */

import type { Standing } from "../../../kernel/standing.ts";
import type { Labels } from "../../../renderers/alerting/facts.ts";
import type { Followable, Hop, Progress } from "./follow.ts";
import type { DrillSchedule } from "./schedule.ts";

/** What was foretold of the alerts of drills that were started together. */
export interface Foretold {
  /** Those that are tried come first, in the order in which their drills were started. */
  readonly ways: readonly {
    /** Of its alert, as it is without the drill; none where it is not known. */
    readonly labels: Labels;
    /** What its alert is of; null where a drill made it up. */
    readonly source: { readonly kind: string; readonly id: string | null; readonly name: string } | null;
    readonly routes: readonly { readonly id: string; readonly name: string }[];
    readonly notified: readonly {
      readonly target: string;
      readonly kind: string;
      readonly delivery: Standing;
    }[];
    /** Why it is not tried; null where it is. */
    readonly not_tried: string | null;
    /** The drill that tries it. */
    readonly drill_id?: string;
  }[];
  readonly unknown: readonly string[];
}

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "drill_routes.schedule": DrillSchedule;
  "drills.annotations": Labels;
  "drills.foretold": Foretold;
  "drills.hops": readonly Hop[];
  "drills.labels": Labels;
  "drills.status": Progress["status"];
  "drills.until": Followable["until"];
}
