/** Which row each entry of a request means: ids for natural keys, resolved against the request itself and the database. */
import type { ItemField } from "../../kernel/field.ts";
import { newId } from "../../kernel/ids.ts";
import { keyNames } from "../../kernel/natural-key.ts";
import { defaultsBeside } from "../../kernel/parse-body.ts";
import { createPause } from "../../kernel/pieces.ts";
import type { Problem } from "../../kernel/problem.ts";
import type { Resource } from "../../kernel/resource.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { StoredRow } from "../ports/rows.ts";
import { pick } from "../write/pick.ts";
import { newRowId } from "../write/verbs.ts";
import type { RowEdit } from "./edits.ts";
import { encodedKey, type KeyReference, keyReferencesIn, type Resolved, withIds } from "./references.ts";
import type { Stage } from "./stage.ts";

export type Save = Extract<RowEdit, { readonly op: "save" }>;

/** A save with the row that it means. */
export interface Identified {
  readonly edit: Save;
  readonly resource: Resource;
  readonly id: string;
  /** References are ids. */
  readonly body: JsonObject;
  readonly before: StoredRow | undefined;
  readonly problems: readonly Problem[];
  /** The natural key as the request writes it; null where a part of it is missing, or it is longer than any key. */
  readonly key: JsonObject | null;
}

/**
 * Finds the rows, kind by kind, each after those that it refers to.
 * @param ids by entry, the ids that a plan has given out before
 */
export async function identify(
  stage: Stage,
  ordered: readonly Resource[],
  saves: readonly Save[],
  ids: ReadonlyMap<Save, string>,
): Promise<{
  readonly identified: readonly Identified[];
  readonly resolve: (reference: KeyReference) => Resolved;
}> {
  const byKey = new Map<string, string>();
  const kinds = new Map(ordered.map((resource) => [resource.kind, resource]));
  const identified: Identified[] = [];
  for (const resource of ordered) {
    const own = saves.filter((edit) => edit.resource === resource.kind);
    if (own.length === 0) continue;
    const references = await eachOf(own, (edit) => keyReferencesIn(resource, edit.body));
    const idOf = await resolver(stage, kinds, byKey, references.flat());
    const resolved = await eachOf(own, (edit) => ({ edit, ...withIds(resource, edit.body, idOf) }));
    await learnRows(stage, resource, resolved);
    const firsts = new Map<string, number>();
    await eachOf(resolved, (one) => {
      const found = rowOf(stage, resource, one, ids);
      const first = firsts.get(found.id);
      firsts.set(found.id, first ?? one.edit.index ?? 0);
      if (found.encoded !== null) byKey.set(`${resource.kind}/${found.encoded}`, found.id);
      identified.push({
        edit: one.edit,
        resource,
        id: found.id,
        body: one.body,
        before: found.before,
        problems: first === undefined ? one.problems : [...one.problems, sameRow(resource, first)],
        key: writtenKey(resource, one.edit.body),
      });
    });
  }
  return { identified, resolve: await resolver(stage, kinds, byKey, []) };
}

/** Does something with each of many, and lets others go on in between. */
async function eachOf<T, R>(all: readonly T[], work: (one: T) => R): Promise<R[]> {
  const pause = createPause();
  const results: R[] = [];
  for (const one of all) {
    results.push(work(one));
    await pause();
  }
  return results;
}

/** Reads the targets of these references in one go. */
async function resolver(
  stage: Stage,
  kinds: ReadonlyMap<string, Resource>,
  byKey: ReadonlyMap<string, string>,
  references: readonly KeyReference[],
): Promise<(reference: KeyReference) => Resolved> {
  const idOf = (reference: KeyReference): Resolved => {
    const target = kinds.get(reference.to);
    if (target === undefined) return missing(reference);
    const key = encodedKey(target, reference.key, idOf);
    if ("problem" in key) return key;
    const id = byKey.get(`${target.kind}/${key.encoded}`) ?? stage.holderOf(target.kind, key.encoded);
    return id === undefined ? missing(reference) : { id };
  };
  const keys = await eachOf(references, ({ to, key }) => {
    const target = kinds.get(to);
    const found = target && encodedKey(target, key, idOf);
    return found !== undefined && "encoded" in found ? [{ kind: to, key: found.encoded }] : [];
  });
  await stage.learnKeys(keys.flat().filter(({ kind, key }) => !byKey.has(`${kind}/${key}`)));
  return idOf;
}

function missing({ to, key }: KeyReference): Resolved {
  return {
    problem: {
      message: `names no row of ${to}: there is none with ${JSON.stringify(key).slice(0, 300)}, neither here nor in the database`,
      reason: "missing_reference",
    },
  };
}

interface Entry {
  readonly edit: Save;
  readonly body: JsonObject;
}

async function learnRows(stage: Stage, resource: Resource, entries: readonly Entry[]): Promise<void> {
  const { kind } = resource;
  if (resource.shape === "setting") return stage.learnRows([{ kind, id: kind }]);
  await stage.learnRows(
    entries.flatMap(({ edit }) => (edit.id === undefined ? [] : [{ kind, id: edit.id }])),
  );
  const keys = entries.flatMap(({ edit, body }) => {
    const key = edit.id === undefined ? keyIn(resource, body) : null;
    return key === null ? [] : [{ kind, key }];
  });
  await stage.learnKeys(keys);
}

function rowOf(stage: Stage, resource: Resource, { edit, body }: Entry, ids: ReadonlyMap<Save, string>) {
  const { kind } = resource;
  if (resource.shape === "setting")
    return { id: kind, before: stage.peek(kind, kind)?.before, encoded: null };
  const encoded = keyIn(resource, body);
  const known = edit.id ?? (encoded === null ? undefined : stage.holderOf(kind, encoded));
  const before = known === undefined ? undefined : stage.peek(kind, known)?.before;
  return { id: known ?? ids.get(edit) ?? mintedId(resource, body, encoded), before, encoded };
}

/** A key that no row can have makes no id; such an entry has a problem of its own, or its kind's ids are not made of keys. */
function mintedId(resource: Resource, body: JsonObject, encoded: string | null): string {
  if (encoded === null) return newId(resource.idPrefix);
  return newRowId(resource, { ...keyDefaults(resource, body), ...body });
}

/** The encoded key of a body whose references are ids; null where it has none, or one that no row can have. */
function keyIn(resource: Resource, body: JsonObject): string | null {
  const named = keyNames(resource, body).filter((name) => Object.hasOwn(body, name));
  const key = encodedKey(resource, pick(body, named), missing);
  return "encoded" in key ? key.encoded : null;
}

/** More characters, as JSON, than any row's key has. Every problem of an entry repeats its key. */
const longestKey = 4_096;

/** The natural key as the request writes it, defaults filled in; null where a part of it is missing, or it is none. */
function writtenKey(resource: Resource, body: JsonObject): JsonObject | null {
  const whole = { ...keyDefaults(resource, body), ...body };
  const key = pick(whole, keyNames(resource, whole));
  return Object.values(key).includes(null) || JSON.stringify(key).length > longestKey ? null : key;
}

function keyDefaults({ naturalKey, fields }: Resource, body: JsonObject): JsonObject {
  const parts = Object.fromEntries(naturalKey.map((name) => [name, fields[name] as ItemField]));
  return defaultsBeside(parts, body, "create").configuration;
}

function sameRow({ kind, shape }: Resource, first: number): Problem {
  const what = shape === "setting" ? kind : `entry ${first} of ${kind}`;
  return { field: "", message: `names the same row as ${what}; leave one of them out`, reason: "duplicate" };
}
