/** What is known of one row's past: the row as it is, and its records, on one unchanging view of the database. */

import type { Call } from "../../engine/context.ts";
import type { Registry } from "../../engine/feature.ts";
import { naturalKeyObject } from "../../engine/plan/bundle-entry.ts";
import { configurationBefore } from "../../engine/plan/versions.ts";
import type { AuditRecord, AuditStore, AuditView } from "../../engine/ports/audit.ts";
import type { PlanRows, PlanRowsReader } from "../../engine/ports/plans.ts";
import type { StoredRow } from "../../engine/ports/rows.ts";
import { notFound } from "../../engine/reading.ts";
import { completed } from "../../engine/render.ts";
import { referencesOf } from "../../engine/row-facts.ts";
import { pick } from "../../engine/write/pick.ts";
import { keyNames } from "../../kernel/natural-key.ts";
import type { Resource } from "../../kernel/resource.ts";
import type { JsonObject } from "../../kernel/validate.ts";

export interface PastDeps {
  readonly audit: Pick<AuditStore, "snapshot">;
  readonly rows: PlanRows;
  readonly resources: Registry;
}

export interface RowTarget {
  readonly resource: Resource;
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
  { audit, rows, resources }: PastDeps,
  call: Call,
  target: RowTarget,
  work: (past: Past) => Promise<T>,
): Promise<T> {
  const organizationId = call.caller.organization.id;
  const { resource, id } = target;
  return audit.snapshot(async (view) => {
    const log = logOf(view, organizationId, target);
    const reader = rows.in(view);
    const [row] = await reader.byIds(organizationId, [{ kind: resource.kind, id }]);
    if (row === undefined && !(await mayBeGone(log, target))) throw notFound(resource);
    return work({
      row,
      versions: (wanted = batchSize) => versionsOf(log, resource, row, Math.min(wanted, batchSize)),
      removed: async () => {
        const checkpoint = await view.checkpoint(organizationId);
        return checkpoint === undefined || (await beginsInLog(log, target, row, checkpoint.keptSince))
          ? undefined
          : { keptSince: checkpoint.keptSince };
      },
      keyOf: (configuration) => keyObjectOf(reader, { organizationId, resources }, resource, configuration),
    });
  });
}

/** Records of one row, newest first, below a sequence. */
type RowLog = (limit: number, before?: number, action?: string) => Promise<readonly AuditRecord[]>;

function logOf(view: AuditView, organizationId: string, { resource, id }: RowTarget): RowLog {
  return (limit, before = Number.MAX_SAFE_INTEGER, action) =>
    view.page(organizationId, { resource: resource.kind, rowId: id, action }, before, limit);
}

/** Whether a row that is not there has a history: a setting always has, another row where its deletion is on record. */
async function mayBeGone(log: RowLog, { resource, id }: RowTarget): Promise<boolean> {
  if (resource.shape === "setting") return id === resource.kind;
  return (await log(1, undefined, resource.actionNames.delete)).length > 0;
}

async function* versionsOf(
  log: RowLog,
  resource: Resource,
  row: StoredRow | undefined,
  firstBatch: number,
): AsyncGenerator<Version> {
  let after: JsonObject | undefined = row && completed(resource, row.configuration);
  let last: number | undefined;
  let size = firstBatch;
  for (let full = true; full; ) {
    const records = await log(size, last);
    for (const record of records) {
      if (record.outcome === "refused" || changedNothing(resource, record)) continue;
      const before = configurationBefore(resource, record, after);
      yield { record, before, after };
      after = before;
    }
    last = records.at(-1)?.sequence;
    full = records.length === size;
    size = batchSize;
  }
}

/** Whether the record is of what changed nothing, such as a test; a first save may leave all as it is by itself. */
function changedNothing({ actionNames }: Resource, { action, changes }: AuditRecord): boolean {
  return changes.length === 0 && !Object.values(actionNames).includes(action);
}

/** Whether the log has the row's beginning, although retention took the oldest records of the organization. */
async function beginsInLog(
  log: RowLog,
  { resource }: RowTarget,
  row: StoredRow | undefined,
  keptSince: Date | undefined,
): Promise<boolean> {
  // A setting begins when it is saved first.
  if (resource.shape === "setting")
    return row === undefined || (keptSince !== undefined && row.createdAt >= keptSince);
  const [creation] = await log(1, undefined, resource.actionNames.create);
  // An id that is made from the key, or that a plan brought back, may have had a life before.
  if (creation === undefined || creation.plan !== undefined || resource.derivedId !== undefined) return false;
  return (await log(1, creation.sequence)).length === 0;
}

/** References in a key are the keys of their rows. */
async function keyObjectOf(
  reader: PlanRowsReader,
  world: { readonly organizationId: string; readonly resources: Registry },
  resource: Resource,
  configuration: JsonObject,
): Promise<JsonObject> {
  const links = referencesOf(resource, pick(configuration, keyNames(resource, configuration)));
  const names = links.map(({ toKind, toId }) => ({ kind: toKind, id: toId }));
  const keys = new Map<string, JsonObject>();
  for (const target of names.length === 0 ? [] : await reader.byIds(world.organizationId, names)) {
    const kind = world.resources[target.kind];
    if (kind === undefined) continue;
    keys.set(`${target.kind}/${target.id}`, await keyObjectOf(reader, world, kind, target.configuration));
  }
  return naturalKeyObject(resource, configuration, (kind, id) => keys.get(`${kind}/${id}`));
}
