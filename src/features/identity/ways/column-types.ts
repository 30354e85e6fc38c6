/** What the database cannot describe itself (scripts/generate-queries.ts). */
import type { WayKind } from "../../../transports/reach.ts";

/** How much a message is in a hurry: a page, or anything else. */
export type Urgency = "page" | "other";

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "way_steps.urgency": Urgency;
  "ways.kind": WayKind;
}
