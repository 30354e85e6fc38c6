/** Which rows had the names that entries of files have: what people here have named anew since both sides were alike. */
import type { Call } from "../../../engine/context.ts";
import type { Registry } from "../../../engine/feature.ts";
import { keyOfRow, naturalKeyObject } from "../../../engine/plan/bundle-entry.ts";
import { keyOfRows, type RowChange } from "../../../engine/plan/differences.ts";
import type { PlanRequest } from "../../../engine/plan/edits.ts";
import type { AuditRecord } from "../../../engine/ports/audit.ts";
import { canonicalJson } from "../../../kernel/equal.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { DriftDeps, Planner } from "../plans/index.ts";
import type { Planned } from "./pending.ts";

/** Changes of rows of a kind since then that are looked through. */
const mostChanges = 5_000;

/** What has given rows of a kind another name, newest first. */
type MovesOf = (definition: Kind) => Promise<readonly AuditRecord[]>;

/** @returns by the change that would make a row of an entry, the row that it is, as one that would go */
export function formerRows(
  deps: Pick<DriftDeps, "definitions" | "audit">,
  { caller }: Call,
  planned: Planned,
  since: Date,
): Promise<ReadonlyMap<RowChange, RowChange>> {
  return formerAmong(deps.definitions, planned, (definition) =>
    movesSince(deps, caller.organization.id, definition, since),
  );
}

async function formerAmong(
  definitions: Registry,
  { decision, difference }: Planned,
  movesOf: MovesOf,
): Promise<ReadonlyMap<RowChange, RowChange>> {
  const { stage, ids } = decision;
  const found = new Map<RowChange, RowChange>();
  const made = difference.changes.filter(({ action }) => action === "create");
  const named = new Set([...ids].map(([{ kind }, id]) => `${kind}/${id}`));
  for (const kind of new Set(made.map(({ resource }) => resource))) {
    const definition = definitions[kind];
    if (definition === undefined) continue;
    const moved = await movesOf(definition);
    const candidates = moved.filter(({ rowId }) => !named.has(`${kind}/${rowId}`));
    await stage.learnRows(candidates.map(({ rowId: id }) => ({ kind, id })));
    const rows = rowsByFormerKeys(
      definition,
      candidates,
      (id) => stage.peek(kind, id)?.before?.configuration,
    );
    for (const change of made.filter(({ resource }) => resource === kind)) {
      const now = stage.peek(kind, change.id)?.now;
      const id = now && rows.get(canonicalJson(keyOfRow(definition, now)));
      if (id !== undefined)
        found.set(change, goneOf(definitions, definition, { stage, id }, difference.changes));
    }
  }
  return found;
}

/** The request with the rows that its entries are, so that one with another name by now gets its own back and is never two. */
export async function withFormerRows(
  deps: Pick<DriftDeps, "definitions" | "audit"> & { readonly planner: Pick<Planner, "look"> },
  call: Call,
  request: PlanRequest,
  since: Date,
): Promise<PlanRequest> {
  const moves = new Map<string, readonly AuditRecord[]>();
  for (const kind of new Set(request.edits.map((edit) => edit.kind))) {
    const definition = deps.definitions[kind];
    if (definition === undefined) continue;
    const moved = await movesSince(deps, call.caller.organization.id, definition, since);
    if (moved.length > 0) moves.set(kind, moved);
  }
  // A plan more is worth it only where a row has another name.
  if (moves.size === 0) return request;
  const planned = await deps.planner.look(call, leaving(request));
  const former = await formerAmong(deps.definitions, planned, async ({ kind }) => moves.get(kind) ?? []);
  const rows = new Map([...former].map(([made, { id }]) => [made.id, id]));
  const edits = request.edits.map((edit) => {
    const id = edit.op === "save" ? rows.get(planned.decision.ids.get(edit) ?? "") : undefined;
    return id === undefined ? edit : { ...edit, id };
  });
  return { ...request, edits };
}

/** Rows that would be deleted leave the set, and stay: what others point at could not go. */
export function leaving(request: PlanRequest): PlanRequest {
  return request.prune === "delete" ? { ...request, prune: "detach" } : request;
}

async function movesSince(
  { audit }: Pick<DriftDeps, "audit">,
  of: string,
  definition: Kind,
  since: Date,
): Promise<AuditRecord[]> {
  if (definition.shape === "setting") return [];
  const filter = { kind: definition.kind, action: definition.actionNames.update, since };
  const records = await audit.page(of, filter, Number.MAX_SAFE_INTEGER, mostChanges);
  return records.filter((one) => one.outcome === "success" && movesKey(definition, one));
}

function movesKey(definition: Kind, { changes }: AuditRecord): boolean {
  return changes.some(({ field }) => definition.naturalKey.includes(field));
}

/** @param records newest first @returns ids by all keys that the rows had, each of who had it first */
function rowsByFormerKeys(
  definition: Kind,
  records: readonly AuditRecord[],
  configurationOf: (id: string) => JsonObject | undefined,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const past = new Map<string, JsonObject>();
  for (const { rowId, changes } of records) {
    const after = past.get(rowId) ?? configurationOf(rowId);
    if (after === undefined) continue;
    const before = changes.flatMap((one) => ("before" in one ? [[one.field, one.before] as const] : []));
    const configuration = { ...after, ...Object.fromEntries(before) };
    past.set(rowId, configuration);
    found.set(canonicalJson(keyOfRow(definition, { configuration })), rowId);
  }
  return found;
}

/** The change that is planned of the row; where none is, since nothing goes without a set, one like it. */
function goneOf(
  definitions: Registry,
  definition: Kind,
  { stage, id }: { readonly stage: Planned["decision"]["stage"]; readonly id: string },
  changes: readonly RowChange[],
): RowChange {
  const { kind } = definition;
  const planned = changes.find((one) => one.action === "delete" && one.resource === kind && one.id === id);
  const configuration = stage.peek(kind, id)?.before?.configuration ?? {};
  const key = naturalKeyObject(definition, configuration, keyOfRows(definitions, stage));
  return planned ?? { resource: kind, id, key, action: "delete", fields: [], secrets: {} };
}
