/** What the service asks of an engine's past, and what an agent answers. */

/** A query that the service wants answered: two series, marked total and bad. */
export interface RangeQuery {
  readonly id: string;
  readonly query: string;
  /** RFC 3339: the beginning of the first step. */
  readonly starts_at: string;
  /** Each is five minutes long, and its value is that at its end. */
  readonly steps: number;
  /** For so long the answer is waited for. */
  readonly within_seconds: number;
}

/** Rates of four bytes, big-endian, in base64; or why there are none. */
export interface AnsweredRange {
  readonly id: string;
  readonly total?: string;
  readonly bad?: string;
  /** Whether there was no time for all steps: the newest are there. */
  readonly cut: boolean;
  readonly error?: string;
}

/** What an engine has at these times, in seconds since 1970, by figure. */
export type RangeSamples = Readonly<
  Record<"total" | "bad", readonly (readonly [time: number, value: number])[]>
>;

/** @throws EngineProblem where the engine does not answer, or refuses */
export type ReadRange = (
  query: string,
  range: { readonly start: number; readonly end: number; readonly step: number },
  timeout_ms: number,
) => Promise<RangeSamples>;
