/** What an SLO promised when its figures were computed: 160% of one budget is not 160% of another. Pure. */
import type { Json } from "../../../../src/kernel/field.ts";
import { figure, percent } from "../../../../src/kernel/readable.ts";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import * as texts from "./texts.ts";

/** One change of the row: when, and what each field was before. */
export interface PastChange {
  readonly at: string;
  readonly before: Readonly<Record<string, Json | undefined>>;
}

export interface EarlierPromise {
  /** When the last of it changed. */
  readonly at: string;
  /** The row with what held before. */
  readonly row: JsonObject;
  /** What held, in words. */
  readonly what: string;
}

const deciding = ["target_percent", "window_days", "sli_id"] as const;

/**
 * @param since what was computed before this moment was of the earlier promise; RFC 3339
 * @param changes the newest first
 * @returns nothing where what decides has not changed since
 */
export function earlierPromise(
  row: JsonObject,
  changes: readonly PastChange[],
  since: string,
): EarlierPromise | undefined {
  const later = changes.filter(
    ({ at, before }) =>
      Date.parse(at) > Date.parse(since) && deciding.some((name) => before[name] !== undefined),
  );
  const [last] = later;
  if (last === undefined) return undefined;
  // The oldest of them says last what held.
  const then: JsonObject = Object.assign({}, row, ...later.map(({ before }) => known(before)));
  if (deciding.every((name) => then[name] === row[name])) return undefined;
  const promise = texts.promised(percent(Number(then.target_percent)), figure(Number(then.window_days)));
  return {
    at: last.at,
    row: then,
    what: then.sli_id === row.sli_id ? promise : `${promise}, ${texts.anotherSli}`,
  };
}

function known(before: PastChange["before"]): JsonObject {
  return Object.fromEntries(
    deciding.flatMap((name) => (before[name] === undefined ? [] : [[name, before[name] as Json]])),
  );
}
