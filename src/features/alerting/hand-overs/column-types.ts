/** What the database cannot describe itself: what is in its JSON (scripts/generate-queries.ts). */
import type { Announced } from "./due.ts";

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "announced_shifts.announced": Announced;
}
