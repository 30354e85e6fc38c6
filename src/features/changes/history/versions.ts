/** What is known of one row's past: the row as it is, and its records, on one unchanging view of the database. */

import type { Call } from "../../../engine/context.ts";
import type { Registry } from "../../../engine/feature.ts";
import { naturalKeyObject } from "../../../engine/plan/bundle-entry.ts";
import { configurationBefore } from "../../../engine/plan/versions.ts";
import type { AuditRecord, AuditStore, AuditView } from "../../../engine/ports/audit.ts";
import type { PlanRows, PlanRowsReader } from "../../../engine/ports/plans.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { notFound } from "../../../engine/reading.ts";
import { completed, pick } from "../../../engine/render.ts";
import { referencesOf } from "../../../engine/row-facts.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { withMomentsInUtc } from "../../../kernel/moments.ts";
import { keyNames } from "../../../kernel/natural-key.ts";
import type { JsonObject } from "../../../kernel/validate.ts";

export interface PastDeps {
  readonly audit: Pick<AuditStore, "snapshot">;
  readonly rows: PlanRows;
  readonly definitions: Registry;
}

export interface RowTarget {
  readonly definition: Kind;
  readonly id: string;
}

/** One record of a row, with the row's configuration on both sides of it; undefined is no row. */
export interface Version {
  readonly record: AuditRecord;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

export interface Past {
  /** The row as it is; undefined where it is gone, or is a setting that was never saved. */
  readonly row: StoredRow | undefined;
  /**
   * Every version that the log has, newest first. Each follows from all that are newer.
   *
   * @param wanted how many are likely to be read; the rest is fetched in larger steps
   */
  versions(wanted?: number): AsyncIterable<Version>;
  /** What retention took, or may have taken; undefined where it took nothing of this row. */
  removed(): Promise<{ readonly keptSince: Date | undefined } | undefined>;
  /** The row's natural key with this configuration. */
  keyOf(configuration: JsonObject): Promise<JsonObject>;
}

/** Records that are read at a time. */
const batchSize = 200;

/**
 * Looks at a row's past.
 * @throws Refusal `not_found` for a row that is not there and was not deleted, as far as the log goes back
 */
export function readPast<T>(
  { audit, rows, definitions }: PastDeps,
  call: Call,
  target: RowTarget,
  work: (past: Past) => Promise<T>,
): Promise<T> {
  const organizationId = call.caller.organization.id;
  const { definition, id } = target;
  return audit.snapshot(async (view) => {
    const log = logOf(view, organizationId, target);
    const reader = rows.in(view);
    const [row] = await reader.byIds(organizationId, [{ kind: definition.kind, id }]);
    if (row === undefined && !(await mayBeGone(log, target))) throw notFound(definition);
    return work({
      row,
      versions: (wanted = batchSize) => versionsOf(log, definition, row, Math.min(wanted, batchSize)),
      removed: async () => {
        const checkpoint = await view.checkpoint(organizationId);
        return checkpoint === undefined || (await beginsInLog(log, target, row, checkpoint.keptSince))
          ? undefined
          : { keptSince: checkpoint.keptSince };
      },
      keyOf: (configuration) =>
        keyObjectOf(reader, { organizationId, definitions }, definition, configuration),
    });
  });
}

/** Records of one row, newest first, below a sequence. */
type RowLog = (limit: number, before?: number, action?: string) => Promise<readonly AuditRecord[]>;

function logOf(view: AuditView, organizationId: string, { definition, id }: RowTarget): RowLog {
  return (limit, before = Number.MAX_SAFE_INTEGER, action) =>
    view.page(organizationId, { kind: definition.kind, rowId: id, action }, before, limit);
}

/** Whether a row that is not there has a history: a setting always has, another row where its deletion is on record. */
async function mayBeGone(log: RowLog, { definition, id }: RowTarget): Promise<boolean> {
  if (definition.shape === "setting") return id === definition.kind;
  return (await log(1, undefined, definition.actionNames.delete)).length > 0;
}

async function* versionsOf(
  log: RowLog,
  definition: Kind,
  row: StoredRow | undefined,
  firstBatch: number,
): AsyncGenerator<Version> {
  let after: JsonObject | undefined = row && completed(definition, row.configuration);
  let last: number | undefined;
  let size = firstBatch;
  for (let full = true; full; ) {
    const records = await log(size, last);
    for (const record of records) {
      if (record.outcome === "refused" || changedNothing(definition, record)) continue;
      const before = configurationBefore(definition, record, after);
      // Records stand as they were written: before 0.2.0 with the offset that was sent.
      yield { record, before, after: after && withMomentsInUtc(definition, after) };
      after = before;
    }
    last = records.at(-1)?.sequence;
    full = records.length === size;
    size = batchSize;
  }
}

/** Whether the record is of what changed nothing, such as a test; a first save may leave all as it is by itself. */
function changedNothing({ actionNames }: Kind, { action, changes }: AuditRecord): boolean {
  return changes.length === 0 && !Object.values(actionNames).includes(action);
}

/** Whether the log has the row's beginning, although retention took the oldest records of the organization. */
async function beginsInLog(
  log: RowLog,
  { definition }: RowTarget,
  row: StoredRow | undefined,
  keptSince: Date | undefined,
): Promise<boolean> {
  // A setting begins when it is saved first.
  if (definition.shape === "setting")
    return row === undefined || (keptSince !== undefined && row.createdAt >= keptSince);
  const [creation] = await log(1, undefined, definition.actionNames.create);
  // An id that is made from the key, or that a plan brought back, may have had a life before.
  if (creation === undefined || creation.plan !== undefined || definition.derivedId !== undefined)
    return false;
  return (await log(1, creation.sequence)).length === 0;
}

/** References in a key are the keys of their rows. */
export async function keyObjectOf(
  reader: PlanRowsReader,
  world: { readonly organizationId: string; readonly definitions: Registry },
  definition: Kind,
  configuration: JsonObject,
): Promise<JsonObject> {
  const links = referencesOf(definition, pick(configuration, keyNames(definition, configuration)));
  const names = links.map(({ toKind, toId }) => ({ kind: toKind, id: toId }));
  const keys = new Map<string, JsonObject>();
  for (const target of names.length === 0 ? [] : await reader.byIds(world.organizationId, names)) {
    const kind = world.definitions[target.kind];
    if (kind === undefined) continue;
    keys.set(`${target.kind}/${target.id}`, await keyObjectOf(reader, world, kind, target.configuration));
  }
  return naturalKeyObject(definition, configuration, (kind, id) => keys.get(`${kind}/${id}`));
}
