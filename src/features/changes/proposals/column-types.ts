/** What the database cannot describe itself: which texts a column holds (scripts/generate-queries.ts). */
import type { ProposalStatus } from "./stored.ts";

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "proposals.status": ProposalStatus;
}
