/** What the database cannot say of its columns itself (scripts/generate-queries.ts). */
import type { Role } from "../../../kernel/access.ts";

/** By table and column, one a line. */
export interface Columns {
  "tokens.max_role": Role;
}
