/** What rows say that files do not: the plan of the files, read backwards. */
import type { Call } from "../../../engine/context.ts";
import type { Registry } from "../../../engine/feature.ts";
import { entryOf } from "../../../engine/plan/bundle-entry.ts";
import type { Decision } from "../../../engine/plan/decision.ts";
import { type Difference, keyOfRows, type RowChange } from "../../../engine/plan/differences.ts";
import type { Stage } from "../../../engine/plan/stage.ts";
import type { AuditRecord } from "../../../engine/ports/audit.ts";
import type { LinkTarget, StoredRow } from "../../../engine/ports/rows.ts";
import { linksIn, referencesOf } from "../../../engine/row-facts.ts";
import type { RowRewrite } from "../../../kernel/bundle-rewrite.ts";
import { sameJson } from "../../../kernel/equal.ts";
import { defaultOf, isConfiguration } from "../../../kernel/field.ts";
import { rowByKey } from "../../../kernel/key-name.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { type DriftDeps, lastRecords } from "../plans/index.ts";

/** A row whose files are to be written anew. */
export interface Pending {
  readonly rewrite: RowRewrite;
  /** The row as people call it. */
  readonly row: string;
  /** The newest record of it; undefined where there is none. */
  readonly record: AuditRecord | undefined;
}

/** What a plan of the files would do. */
export interface Planned {
  readonly decision: Decision;
  readonly difference: Difference;
}

export interface Looked extends Planned {
  /** By a change that would make a row, the one that has had its name. */
  readonly former: ReadonlyMap<RowChange, RowChange>;
}

interface Choices {
  /** When files and rows said the same. */
  readonly since: Date;
  /** Whether fields are written whole, where their parts could not be taken one by one. */
  readonly whole: boolean;
}

export async function pendingOf(
  deps: DriftDeps,
  call: Call,
  { decision, difference, former }: Looked,
  { since, whole }: Choices,
): Promise<Pending[]> {
  const { definitions } = deps;
  const { stage } = decision;
  const renames = renamesIn(definitions, stage, difference.changes, former);
  const taken = new Set(renames.values());
  const changes = difference.changes.filter((change) => !taken.has(change));
  await learnTargets(definitions, stage, [...difference.changes, ...former.values()]);
  const rows = changes.map((change) => renames.get(change) ?? change);
  const records = await lastRecords(deps, call, rows, since);
  const indexes = new Map([...decision.ids].map(([{ kind, index = 0 }, id]) => [`${kind}/${id}`, index]));
  return changes.flatMap((change, at): Pending[] => {
    const { resource: kind, id } = change;
    const [definition, index] = [definitions[kind], indexes.get(`${kind}/${id}`)];
    const row = rows[at] ?? change;
    if (definition === undefined) return [];
    const one = { definition, stage, definitions, index, whole };
    const rewrite = row === change ? rewriteOf(one, change) : renaming(one, change, row);
    const record = recordOf(records[at], call, since);
    return rewrite === undefined ? [] : [{ rewrite, row: rowByKey(kind, row.key), record }];
  });
}

/** What was written before, or by the source itself, says nothing of who made the difference. */
function recordOf(record: AuditRecord | undefined, { caller }: Call, since: Date): AuditRecord | undefined {
  return record !== undefined && record.at > since && record.actor.id !== caller.actor.id
    ? record
    : undefined;
}

interface One {
  readonly definition: Kind;
  readonly definitions: Registry;
  readonly stage: Stage;
  readonly index: number | undefined;
  readonly whole: boolean;
}

function rewriteOf(one: One, { id, action, fields }: RowChange): RowRewrite | undefined {
  const { definition, index, whole } = one;
  const { kind, shape } = definition;
  if (action === "delete" && shape !== "setting") return addition(one, id);
  if (index === undefined) return undefined;
  if (action === "create") return { op: "remove", kind, index };
  if (action !== "update" || fields.length === 0) return undefined;
  const written = fields.map(({ path, before, after }) => ({ name: path, was: after, value: before }));
  return { op: "fields", kind, index, fields: written, whole };
}

/** The row as a person would write it: what has its default is left out. */
function addition(one: One, id: string): RowRewrite | undefined {
  const { definition, stage } = one;
  const row = stage.peek(definition.kind, id)?.before;
  if (row === undefined) return undefined;
  const written = Object.entries(entryIn(one, row)).filter(([name, value]) => {
    const field = definition.fields[name];
    if (field === undefined || !isConfiguration(field)) return false;
    return (value !== null && field.keptWhenAbsent) || !sameJson(value, defaultOf(field) ?? null);
  });
  return { op: "add", kind: definition.kind, entry: Object.fromEntries(written) };
}

/** The entry of a row that had another natural key. */
function renaming(one: One, { id }: RowChange, row: RowChange): RowRewrite | undefined {
  const { definition, stage, index, whole } = one;
  const [said, is] = [stage.peek(definition.kind, id)?.now, stage.peek(definition.kind, row.id)?.before];
  if (index === undefined || said === undefined || is === undefined) return undefined;
  const [was, entry] = [entryIn(one, said), entryIn(one, is)];
  const fields = Object.entries(entry).flatMap(([name, value]) =>
    sameJson(value, was[name] ?? null) ? [] : [{ name, was: was[name] ?? null, value }],
  );
  return { op: "fields", kind: definition.kind, index, fields, whole };
}

function entryIn({ definition, definitions, stage }: One, { configuration }: StoredRow): JsonObject {
  return entryOf(definition, configuration, keyOfRows(definitions, stage));
}

/**
 * By the entry that a plan would make a row of, the row that has had its name, as far as the audit log says that; else the
 * one that a plan would delete for it: the same but for its key, and written again since it was made.
 */
function renamesIn(
  definitions: Registry,
  stage: Stage,
  changes: readonly RowChange[],
  former: Looked["former"],
): ReadonlyMap<RowChange, RowChange> {
  const known = new Set(former.values());
  const gone = changes.filter((change) => {
    const { action, resource, id } = change;
    if (known.has(change)) return false;
    const row = action === "delete" ? stage.peek(resource, id)?.before : undefined;
    return row !== undefined && row.updatedAt > row.createdAt;
  });
  const found = new Map(former);
  for (const change of changes.filter((one) => one.action === "create" && !former.has(one))) {
    const { resource: kind, id } = change;
    const [definition, made] = [definitions[kind], stage.peek(kind, id)?.now];
    if (definition === undefined || made === undefined || definition.shape === "setting") continue;
    const keys = new Set(definition.naturalKey);
    const rest = (configuration: JsonObject) =>
      Object.fromEntries(Object.entries(configuration).filter(([name]) => !keys.has(name)));
    const row = gone.find((one) => {
      const is = one.resource === kind ? stage.peek(kind, one.id)?.before : undefined;
      return is !== undefined && sameJson(rest(is.configuration), rest(made.configuration));
    });
    if (row === undefined) continue;
    gone.splice(gone.indexOf(row), 1);
    found.set(change, row);
  }
  return found;
}

/** Reads what the rows point at, and what the keys of those do. */
export async function learnTargets(
  definitions: Registry,
  stage: Stage,
  changes: readonly RowChange[],
): Promise<void> {
  const known = new Set<string>();
  let next: readonly LinkTarget[] = changes.flatMap(({ resource, id }) => {
    const [definition, row] = [definitions[resource], stage.peek(resource, id)];
    return [row?.before, row?.now].flatMap((one) =>
      definition === undefined || one === undefined ? [] : referencesOf(definition, one.configuration),
    );
  });
  while (next.length > 0) {
    const fresh = next.filter(({ toKind, toId }) => !known.has(`${toKind}/${toId}`));
    for (const { toKind, toId } of fresh) known.add(`${toKind}/${toId}`);
    await stage.learnRows(fresh.map(({ toKind, toId }) => ({ kind: toKind, id: toId })));
    next = fresh.flatMap(({ toKind, toId }) => {
      const row = stage.peek(toKind, toId);
      return linksIn(definitions[toKind], (row?.now ?? row?.before)?.configuration);
    });
  }
}
