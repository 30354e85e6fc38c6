/** What the database cannot describe itself (scripts/generate-queries.ts). */
import type { JsonObject } from "../../../kernel/validate.ts";

/** What the provider says of a user. */
export type Content = JsonObject;

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "scim_users.content": Content;
}
