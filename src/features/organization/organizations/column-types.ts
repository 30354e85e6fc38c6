/** What the database cannot describe itself (scripts/generate-queries.ts). */
import type { Organization } from "../../../engine/context.ts";
import type { Plan } from "../../../kernel/access.ts";

/** How much an organization may have. */
export type Quotas = Organization["quotas"];

/** By table and column, one a line. Every query of this feature that answers the column has the type. */
export interface Columns {
  "plan_quotas.plan": Plan;
  "plan_quotas.quotas": Quotas;
}
