/** What writes and plans say of rows. */

import { rowByKey } from "./key-name.ts";
import type { ErrorCode } from "./problem.ts";
import type { Reason } from "./reasons.ts";
import type { JsonObject } from "./validate.ts";

/** What is said of one row that changes: it is valid, and something follows that nobody may expect. */
export interface Warning {
  readonly resource: string;
  /** Left out where it is about no one row. */
  readonly id?: string;
  /** The natural key; null where the row has none. */
  readonly key: JsonObject | null;
  /** Empty for the whole row. */
  readonly field: string;
  readonly reason: Reason | ErrorCode;
  /** What follows the row's name, without a full stop. */
  readonly message: string;
}

/** The warning as a sentence: `outbound_configs "Pager": enabled is the only target of a route.` */
export function sentenceOf({
  resource,
  key,
  field,
  message,
}: Pick<Warning, "resource" | "key" | "field" | "message">): string {
  return `${rowByKey(resource, key)}: ${field === "" || field === "id" ? "" : `${field} `}${message}.`;
}
