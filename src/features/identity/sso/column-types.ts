/** What the database cannot describe itself (scripts/generate-queries.ts). */
import type { Json } from "../../../kernel/field.ts";
import type { ConnectionSettings } from "./shapes.ts";

/** What is under way, for some minutes. */
export type PendingContent = { readonly [name: string]: Json };

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "sso_connections.settings": ConnectionSettings;
  "sso_pending.content": PendingContent;
}
