/** What engines are queried for, and what is reported of their answers: the shapes that every renderer's read-back shares. */
import type { JsonObject } from "../kernel/validate.ts";

/** One series of an instant vector, as Prometheus' HTTP API answers it (GET /api/v1/query). */
export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  /** Seconds since 1970, and the figure as text. */
  readonly value: readonly [number, string];
}

/** What was seen of one row, for report_state. */
export interface StateReport {
  readonly kind: string;
  readonly id: string;
  readonly state: JsonObject;
}
