/** What the database cannot describe itself: what is in its JSON, and which texts a column holds (scripts/generate-queries.ts). */
import type { JsonObject } from "../../../kernel/validate.ts";

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "discoveries.reported": JsonObject;
}
