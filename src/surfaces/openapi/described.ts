import type { Operation } from "../../engine/operation.ts";
import type { Kind } from "../../kernel/kind.ts";

/** What the OpenAPI description is made from. */
export interface Described {
  readonly definitions: readonly Kind[];
  readonly operations: readonly Operation[];
  /** Most rows in one list. */
  readonly listCap: number;
  /** Where the service is reached from outside, where that is known. */
  readonly publicUrl?: string | undefined;
}
