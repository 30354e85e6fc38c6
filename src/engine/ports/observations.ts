/** The state of rows that others stand on, such as a component's check. */
import type { JsonObject } from "../../kernel/validate.ts";

export interface RowName {
  readonly kind: string;
  readonly id: string;
}

export interface Observations {
  /** The state of those of these rows that there are. */
  states(
    organizationId: string,
    rows: readonly RowName[],
  ): Promise<readonly (RowName & { readonly state: JsonObject })[]>;
}
