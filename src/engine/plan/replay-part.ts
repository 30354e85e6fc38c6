/** One of the things that a replay looks at. */

import type { JsonObject } from "../../kernel/validate.ts";
import type { Call } from "../context.ts";
import type { StagedRow } from "./stage.ts";

/** A row that is not replayed, and why. */
export interface NotReplayedRow {
  readonly resource: string;
  readonly id: string;
  readonly why: string;
}

export type ReplayPart = (
  call: Call,
  changed: readonly StagedRow[],
  days: number,
  /** Whether engines are asked for what is not kept. */
  query: boolean,
) => Promise<{
  /** Of the answer, as the replay's shapes have it. */
  readonly fields: JsonObject;
  readonly cannot?: readonly NotReplayedRow[];
  /** As of plans. */
  readonly warnings?: readonly JsonObject[];
}>;

/** The beginning of a replay's days. */
export function sinceDays({ now }: Call, days: number): Date {
  return new Date(now.getTime() - days * 24 * 3_600_000);
}
