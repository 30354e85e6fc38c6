/** Rows that get another natural key: what entries say of it, and what looks like it although no entry does. Pure. */
import { canonicalJson } from "../../kernel/equal.ts";
import { isConfiguration } from "../../kernel/field.ts";
import { grouped } from "../../kernel/grouped.ts";
import type { Kind } from "../../kernel/kind.ts";
import { keyNames } from "../../kernel/natural-key.ts";
import type { Problem } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { Registry, Standing } from "../feature.ts";
import type { StoredRow } from "../ports/rows.ts";
import { completed, pick } from "../render.ts";
import { keyOfRow, renamedFromName } from "./bundle-entry.ts";
import type { PlanNotice } from "./edits.ts";
import type { StagedRow } from "./stage.ts";

/** An entry by encoded natural keys; null where it has none. */
export interface KeyedEntry {
  readonly key: string | null;
  /** The one that it says it had before. */
  readonly formerKey: string | null;
}

/**
 * The entries that rename a row, with the row's id, each after those that make way for it. An entry whose key a row
 * has already renames nothing: the rename is done, or that row is renamed by an entry too and makes way.
 * @param holderOf the id of the row that has a key now
 */
export function renamesOf<E extends KeyedEntry>(
  entries: readonly E[],
  holderOf: (key: string) => string | undefined,
): ReadonlyMap<E, string> {
  const renames = new Map<E, string>();
  const renamed = new Set<string>();
  const blocked = new Map<string, E>();
  for (const entry of entries) {
    let next: E | undefined = entry;
    while (next !== undefined) {
      const { key, formerKey }: E = next;
      const holder = key === null ? undefined : holderOf(key);
      const row = formerKey === null ? undefined : holderOf(formerKey);
      if (row === undefined || renamed.has(row)) break;
      if (holder !== undefined && !renamed.has(holder)) {
        blocked.set(holder, next);
        break;
      }
      renames.set(next, row);
      renamed.add(row);
      next = blocked.get(row);
    }
  }
  return renames;
}

/** Why an entry renames nothing although it says so. What is done already is not among these, and says nothing. */
export type Idle = "own_key" | "both_there" | "neither_there";

/**
 * The entries that rename nothing, and are not done either. One is done once a row has its key and none the former
 * one, or only the row of another entry that is done, or renames none: the next of a chain, a new row in the place.
 * @param entries those that do rename left out
 * @param isThere whether a row has a key that no entry takes from it
 */
export function idleOf<E extends KeyedEntry>(
  entries: readonly E[],
  isThere: (key: string) => boolean,
): ReadonlyMap<E, Idle> {
  const has = (key: string | null) => key !== null && isThere(key);
  const nextOf = grouped(
    entries.filter(({ key, formerKey }) => key !== formerKey && has(key) && has(formerKey)),
    ({ formerKey }) => formerKey ?? "",
  );
  const done = new Set(entries.filter(({ key, formerKey }) => has(key) && !has(formerKey)));
  // A set is walked through to what is added on the way.
  for (const { key } of done) for (const next of nextOf.get(key ?? "") ?? []) done.add(next);
  return new Map(
    entries.flatMap((entry): [E, Idle][] => {
      const { key, formerKey } = entry;
      if (formerKey === null || done.has(entry)) return [];
      return [[entry, formerKey === key ? "own_key" : has(key) ? "both_there" : "neither_there"]];
    }),
  );
}

const idleMessages: Readonly<Record<Idle, (former: string) => string>> = {
  own_key: () => "is the key that the entry has anyway; leave it out",
  both_there: (former) =>
    `renames nothing: there is a row with this key already, and the row ${former} is there too. Delete or rename one of them, or leave ${renamedFromName} out`,
  neither_there: (former) =>
    `renames nothing: there is no row ${former}, so that this one is new. Write the key that the row has, or leave ${renamedFromName} out`,
};

/** The warning of such an entry. @param former the key as the entry writes it */
export function notRenamed(idle: Idle, former: JsonObject | undefined): Standing {
  const message = idleMessages[idle](JSON.stringify(former).slice(0, 300));
  return { field: renamedFromName, reason: "not_renamed", message };
}

/** The problem of an entry that renames the row which another one renames. */
export function renamedTwice({ kind }: Kind, first: number): Problem {
  const message = `is that of entry ${first} of ${kind} too, and a row gets one new key; leave it out of one of them`;
  return { field: renamedFromName, message, reason: "duplicate" };
}

/** Warns of a new row that is but for its key as one that the same plan deletes: it was meant to be renamed. */
export function looksRenamed(definitions: Registry, changed: readonly StagedRow[]): PlanNotice[] {
  // By what is left without the key: a plan may delete and make thousands.
  const gone = grouped(
    changed.flatMap(({ kind, before, now }) => (before && now === undefined ? [{ kind, row: before }] : [])),
    ({ kind, row }) => restOf(definitions[kind], row),
  );
  return changed.flatMap(({ kind, before, now }) => {
    const definition = definitions[kind];
    if (definition === undefined || before !== undefined || now === undefined || !canRename(definition))
      return [];
    const [was, another] = gone.get(restOf(definition, now)) ?? [];
    if (was === undefined || another !== undefined) return [];
    const former = JSON.stringify(keyOfRow(definition, was.row));
    const message = `looks like the row ${former}, which this plan deletes: if it is that row under another name, write ${renamedFromName}: ${former} in its entry, and it keeps its id, history and secrets`;
    const key = keyOfRow(definition, now);
    return [{ kind, key, field: "", reason: "looks_renamed", message }];
  });
}

/** Whether a row of the kind can get another natural key. */
export function canRename({ naturalKey, fields, verbs }: Kind): boolean {
  const isFree = (name: string) => {
    const field = fields[name];
    return field !== undefined && isConfiguration(field) && !field.fixed;
  };
  return verbs.includes("update") && naturalKey.some(isFree);
}

/** The kind, and the configuration without the natural key, as one text; empty for a kind that is not known. */
function restOf(definition: Kind | undefined, { configuration }: Pick<StoredRow, "configuration">): string {
  if (definition === undefined) return "";
  const whole: JsonObject = completed(definition, configuration);
  const key = keyNames(definition, whole);
  const rest = Object.keys(whole).filter((name) => !key.includes(name));
  return `${definition.kind} ${canonicalJson(pick(whole, rest))}`;
}
