/** Rows that have another name on both sides, or on one and changed or gone on the other. Pure, of two plans. */
import type { Registry } from "../../../engine/feature.ts";
import type { RowChange } from "../../../engine/plan/differences.ts";
import { canonicalJson, sameJson } from "../../../kernel/equal.ts";
import { defaultOf, isConfiguration, type Json } from "../../../kernel/field.ts";
import { rowByKey } from "../../../kernel/key-name.ts";
import type { Looked } from "./pending.ts";

/** What is asked of people of a change. */
export interface Renamed {
  /** The id of the row that has another name here; undefined where it is gone. */
  readonly row: string | undefined;
  /** As people read it. */
  readonly said: string;
}

/** @param old the plan of the files as they were @param now that of the files as they are @returns by changes of `now` */
export function renamedRows(
  definitions: Registry,
  old: Looked,
  now: Looked,
): ReadonlyMap<RowChange, Renamed> {
  const found = new Map<RowChange, Renamed>();
  const left = new Map(now.difference.changes.map((change) => [nameOf(change), change]));
  const before = new Set(old.difference.changes.map(nameOf));
  const known = new Set(old.former.values());
  const made = old.difference.changes.filter(
    (change) => change.action === "delete" && !known.has(change) && wasWritten(old, change),
  );
  const fresh = now.difference.changes.filter(
    (change) => change.action === "create" && !before.has(nameOf(change)),
  );
  // What the files named is not there under that name.
  for (const gone of old.difference.changes.filter(({ action }) => action === "create")) {
    const here = old.former.get(gone) ?? takeLike(definitions, gone, made);
    const named = left.get(nameOf(gone));
    if (named !== undefined) {
      if (here === undefined || sameJson(valuesIn(definitions, gone), valuesIn(definitions, named))) continue;
      found.set(named, { row: here.id, said: `${nameIn(gone)}: is ${nameIn(here)} here, and was changed` });
      continue;
    }
    // Under a name that the row has had meanwhile it is no other row; what was pushed of it asks nothing.
    const again = [...now.former].find(([, row]) => row.id === here?.id)?.[0];
    if (again !== undefined && !left.has(nameOf(again))) continue;
    const there = again ?? takeLike(definitions, gone, fresh);
    const change = here && left.get(nameOf(here));
    if (there !== undefined) {
      const what = here === undefined ? "is gone" : `is ${nameIn(here)}`;
      found.set(there, { row: here?.id, said: `${nameIn(gone)}: ${what} here, and ${nameIn(there)} there` });
    } else if (here !== undefined && change?.action === "delete")
      found.set(change, { row: here.id, said: `${nameIn(gone)}: is ${nameIn(here)} here, and gone there` });
  }
  return found;
}

/** Whether the row was written again since it was made, as one is that gets another name. */
function wasWritten({ decision }: Looked, { resource, id }: RowChange): boolean {
  const row = decision.stage.peek(resource, id)?.before;
  return row !== undefined && row.updatedAt > row.createdAt;
}

/** Takes out the one that is most like this one, beyond its key; none where less than half of it is the same. */
function takeLike(definitions: Registry, one: RowChange, among: RowChange[]): RowChange | undefined {
  const values = valuesIn(definitions, one);
  const likes = among
    .filter(({ resource }) => resource === one.resource)
    .map((other) => ({ other, unlike: unlikeness(values, valuesIn(definitions, other)) }))
    .filter(({ unlike }) => unlike <= 0.5)
    .sort((first, second) => first.unlike - second.unlike);
  const found = likes[0]?.other;
  if (found !== undefined) among.splice(among.indexOf(found), 1);
  return found;
}

type Values = Readonly<Record<string, Json>>;

/** From 0 for the same to 1. */
function unlikeness(one: Values, other: Values): number {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const unlike = names.filter((name) => !sameJson(one[name] ?? null, other[name] ?? null));
  return names.length === 0 ? 0 : unlike.length / names.length;
}

/** What a row says that comes or goes, without its key and what is so by default. */
function valuesIn(definitions: Registry, { resource, key, fields }: RowChange): Values {
  const values = fields.flatMap(({ path, before, after }) => {
    const [field, value] = [definitions[resource]?.fields[path], after ?? before];
    const isUsual =
      field !== undefined && isConfiguration(field) && sameJson(value, defaultOf(field) ?? null);
    return Object.hasOwn(key, path) || value === null || isUsual ? [] : [[path, value] as const];
  });
  return Object.fromEntries(values);
}

/** An id says nothing of a row that is not there. */
export function nameOf({ resource, key }: RowChange): string {
  return `${resource}/${canonicalJson(key)}`;
}

function nameIn({ resource, key }: RowChange): string {
  return rowByKey(resource, key);
}
