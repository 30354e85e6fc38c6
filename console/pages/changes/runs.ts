/** Records of one act, which the list folds into a line: what a plan applied, or what somebody did many times in a row. */
import type { AuditRecord } from "../../api/shapes.ts";

/** A pause after which the same action is another act, in milliseconds. */
const pauseMs = 5 * 60_000;

/**
 * Records next to each other that are one act: of one plan, of one call, or the same action by the same actor
 * through the same door with no long pause.
 * @param records the newest first; the runs keep their order
 */
export function runsOf(records: readonly AuditRecord[]): readonly (readonly AuditRecord[])[] {
  const runs: AuditRecord[][] = [];
  for (const record of records) {
    const last = runs.at(-1);
    const newer = last?.at(-1);
    if (last !== undefined && newer !== undefined && isSameAct(newer, record)) last.push(record);
    else runs.push([record]);
  }
  return runs;
}

function isSameAct(newer: AuditRecord, older: AuditRecord): boolean {
  if (newer.actor.id !== older.actor.id || newer.outcome !== older.outcome) return false;
  if (newer.plan_id || older.plan_id) return newer.plan_id === older.plan_id;
  if (newer.request_id === older.request_id) return true;
  const same = newer.action === older.action && newer.door === older.door;
  return same && Date.parse(newer.at) - Date.parse(older.at) <= pauseMs;
}
