/**
 * Three ways to one: what the files said when both sides were last alike, what they say now, and the rows. By row and
 * field, what only the files changed is taken, what only people changed here stays, and what both changed is a conflict.
 * Pure, of two plans: each says how files differ from the rows as they are.
 */

import type { Registry } from "../../../engine/feature.ts";
import type { RowChange } from "../../../engine/plan/differences.ts";
import type { RowEdit } from "../../../engine/plan/edits.ts";
import type { Save } from "../../../engine/plan/identify.ts";
import { sameJson } from "../../../kernel/equal.ts";
import { defaultOf, isConfiguration } from "../../../kernel/field.ts";
import { rowByKey } from "../../../kernel/key-name.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Looked } from "./pending.ts";
import { nameOf, renamedRows } from "./renamed.ts";

export interface Merged {
  /** What the files changed, without what is in conflict. */
  readonly taken: readonly RowEdit[];
  /** The same, and of conflicts what the files say. */
  readonly all: readonly RowEdit[];
  /** Each as people read it. */
  readonly conflicts: readonly string[];
}

type Verdict = "theirs" | "mine" | "conflict";

/** @param old the plan of the files as they were @param now that of the files as they are */
export function merged(definitions: Registry, old: Looked, now: Looked): Merged {
  const before = new Map(old.difference.changes.map((change) => [nameOf(change), change]));
  const saves = new Map([...now.decision.ids].map(([edit, id]) => [`${edit.kind}/${id}`, edit]));
  const wasNamed = new Set([...old.decision.ids].map(([{ kind }, id]) => `${kind}/${id}`));
  const [taken, all, conflicts]: [RowEdit[], RowEdit[], string[]] = [[], [], []];
  const renames = renamedRows(definitions, old, now);
  for (const change of now.difference.changes) {
    const was = before.get(nameOf(change));
    const save = saves.get(`${change.resource}/${change.id}`);
    const renamed = renames.get(change);
    if (renamed !== undefined) {
      conflicts.push(renamed.said);
      all.push(...renamedEdit(change, save, renamed.row));
      continue;
    }
    const isNew = !wasNamed.has(`${change.resource}/${change.id}`);
    const fields = fieldsOf(change, was, (path) => isNew && isSaid(definitions, change, path));
    for (const path of fields.conflict) conflicts.push(`${rowByKey(change.resource, change.key)}: ${path}`);
    taken.push(...editOf(change, save, fields.theirs));
    all.push(...editOf(change, save, [...fields.theirs, ...fields.conflict]));
  }
  return { taken, all, conflicts };
}

/** The row as a whole, where it comes or goes. */
const row = "the row";

interface Sorted {
  readonly theirs: readonly string[];
  readonly conflict: readonly string[];
}

/** @param isNew whether the field is one of a row that the files did not name before, and that somebody made here */
function fieldsOf(change: RowChange, was: RowChange | undefined, isNew: (path: string) => boolean): Sorted {
  const paths =
    change.action === "update"
      ? [...change.fields.map(({ path }) => path), ...Object.keys(change.secrets)]
      : [row];
  const verdicts = paths.map((path) => [path, verdictOf(change, was, path, isNew(path))] as const);
  const which = (one: Verdict) => verdicts.filter(([, verdict]) => verdict === one).map(([path]) => path);
  return { theirs: which("theirs"), conflict: which("conflict") };
}

/** @param was how the files differed from the rows before their commits; undefined where they did not */
function verdictOf(change: RowChange, was: RowChange | undefined, path: string, isNew: boolean): Verdict {
  // New on both sides: nothing says which of them it was.
  if (was === undefined) return isNew && change.action === "update" ? "conflict" : "theirs";
  switch (change.action) {
    case "create":
      // It is gone here; as the files had it, that stands.
      return was.action === "create" && sameJson(fieldsIn(was), fieldsIn(change)) ? "mine" : "conflict";
    case "delete":
      // It is new here, or was changed here.
      return was.action === "delete" ? "mine" : was.action === "update" ? "conflict" : "theirs";
    case "update": {
      if (was.action === "delete") return "conflict";
      if (Object.hasOwn(change.secrets, path)) return Object.hasOwn(was.secrets, path) ? "mine" : "theirs";
      const [then, is] = [was, change].map(({ fields }) => fields.find((field) => field.path === path));
      if (then === undefined) return "theirs";
      return sameJson(then.after, is?.after ?? null) ? "mine" : "conflict";
    }
    default:
      return "theirs";
  }
}

/** A row that is there says its fields; a setting is there always, and says what is not its default. */
function isSaid(definitions: Registry, { resource, fields }: RowChange, path: string): boolean {
  const definition = definitions[resource];
  const field = definition?.fields[path];
  if (definition?.shape !== "setting" || field === undefined || !isConfiguration(field)) return true;
  const value = fields.find((one) => one.path === path)?.before ?? null;
  return value !== null && !sameJson(value, defaultOf(field) ?? null);
}

/** The row under its other name, as the files have it: one row, never two. */
function renamedEdit(
  { resource: kind, id }: RowChange,
  save: Save | undefined,
  row: string | undefined,
): RowEdit[] {
  if (save === undefined) return [{ op: "delete", kind, id }];
  return row === undefined ? [save] : [{ op: "save", kind, id: row, body: save.body, means: "whole" }];
}

function fieldsIn({ fields }: RowChange): JsonObject {
  return Object.fromEntries(fields.map(({ path, after }) => [path, after]));
}

function editOf(change: RowChange, save: Save | undefined, paths: readonly string[]): RowEdit[] {
  const { resource: kind, id, action } = change;
  if (paths.length === 0) return [];
  if (action === "delete") return [{ op: "delete", kind, id }];
  if (action === "create") return save === undefined ? [] : [save];
  if (action === "detach") return [];
  const values = new Map(change.fields.map(({ path, after }) => [path, after]));
  const said = paths.flatMap((path) => {
    const value = values.get(path) ?? save?.body[path];
    return path === row || value === undefined ? [] : [[path, value] as const];
  });
  return [{ op: "save", kind, id, body: Object.fromEntries(said), means: "fields" }];
}
