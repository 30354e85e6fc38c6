/** What the database cannot describe itself: what is in its JSON, and which texts a column holds (scripts/generate-queries.ts). */
import type { JsonObject } from "../kernel/validate.ts";

/** By table and column, one a line. Every query, of whichever folder, that answers the column has the type. */
export interface RowColumns {
  "rows.configuration": JsonObject;
  "rows.secrets": Readonly<Record<string, string>>;
  "rows.state": JsonObject;
}
