/** Records of one act, which the list folds into a line: what a plan applied, or what somebody did many times in a row. */
import type { AuditRecord } from "../../api/shapes.ts";

/** What of a record says whether it belongs to the same act as another one. */
export interface ActRecord extends Pick<AuditRecord, "actor" | "action" | "door" | "at"> {
  readonly plan_id?: string | null;
  /** Not in every list of records. */
  readonly outcome?: AuditRecord["outcome"];
  readonly request_id?: string;
}

/** By the times that they show, the newest first: what was brought along with its own times stands where these are. */
export function byTime<R extends Pick<AuditRecord, "at" | "sequence">>(records: readonly R[]): readonly R[] {
  return records.toSorted(
    (one, other) => Date.parse(other.at) - Date.parse(one.at) || other.sequence - one.sequence,
  );
}

/** A pause after which the same action is another act, in milliseconds. */
const pauseMs = 5 * 60_000;

/**
 * Records next to each other that are one act: of one plan, of one call, or the same action by the same actor
 * through the same door with no long pause.
 * @param records the newest first; the runs keep their order
 */
export function runsOf<R extends ActRecord>(records: readonly R[]): readonly (readonly R[])[] {
  const runs: R[][] = [];
  for (const record of records) {
    const last = runs.at(-1);
    const newer = last?.at(-1);
    if (last !== undefined && newer !== undefined && isSameAct(newer, record)) last.push(record);
    else runs.push([record]);
  }
  return runs;
}

function isSameAct(newer: ActRecord, older: ActRecord): boolean {
  if (newer.actor.id !== older.actor.id || newer.outcome !== older.outcome) return false;
  if (newer.plan_id || older.plan_id) return newer.plan_id === older.plan_id;
  if (newer.request_id !== undefined && newer.request_id === older.request_id) return true;
  const same = newer.action === older.action && newer.door === older.door;
  return same && Date.parse(newer.at) - Date.parse(older.at) <= pauseMs;
}
