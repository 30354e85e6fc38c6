/** How rows stand that others stand on, such as a component's check. */
import type { JsonObject } from "../../kernel/validate.ts";

export interface RowName {
  readonly kind: string;
  readonly id: string;
}

export interface Observations {
  /** What those of these rows that there are hold. */
  states(
    organizationId: string,
    rows: readonly RowName[],
  ): Promise<readonly (RowName & { readonly configuration: JsonObject; readonly state: JsonObject })[]>;
}
