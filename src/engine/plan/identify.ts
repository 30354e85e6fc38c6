/** Which row each entry of a request means: ids for natural keys, resolved against the request itself and the database. */

import { sameValue } from "../../kernel/equal.ts";
import type { ItemField } from "../../kernel/field.ts";
import { newId } from "../../kernel/ids.ts";
import { fieldsOf, type Kind } from "../../kernel/kind.ts";
import { hasBlankEnds, withKeptNames } from "../../kernel/names.ts";
import { keyNames } from "../../kernel/natural-key.ts";
import { defaultsOfMissing, parseBody } from "../../kernel/parse-body.ts";
import type { Problem } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { Standing } from "../feature.ts";
import type { StoredRow } from "../ports/rows.ts";
import { completed, pick } from "../render.ts";
import { newRowId } from "../write/verbs.ts";
import { renamedFromName } from "./bundle-entry.ts";
import type { RowEdit } from "./edits.ts";
import { encodedKey, type KeyReference, keyReferencesIn, type Resolved, withIds } from "./references.ts";
import { idleOf, type KeyedEntry, notRenamed, renamedTwice, renamesOf } from "./renames.ts";
import type { Stage } from "./stage.ts";

export type Save = Extract<RowEdit, { readonly op: "save" }>;

/** A save with the row that it means. */
export interface Identified {
  readonly edit: Save;
  readonly definition: Kind;
  readonly id: string;
  /** References are ids. */
  readonly body: JsonObject;
  readonly before: StoredRow | undefined;
  /** The row that is deleted, and whose natural key this new one has. */
  readonly takesPlaceOf: string | undefined;
  /** The row has ended by itself, and the entry says nothing new of it. */
  readonly ended?: true | undefined;
  readonly problems: readonly Problem[];
  /** Said of an entry that is to rename a row, and renames none. */
  readonly notRenamed: Standing | undefined;
  /** The natural key as the request writes it; null where a part of it is missing, or it is longer than any key. */
  readonly key: JsonObject | null;
}

/**
 * Finds the rows, kind by kind, each after those that it refers to.
 * @param ids by entry, the ids that a plan has given out before
 */
export async function identify(
  stage: Stage,
  ordered: readonly Kind[],
  edits: readonly RowEdit[],
  ids: ReadonlyMap<Save, string>,
  pause: Pause,
): Promise<{
  readonly identified: readonly Identified[];
  readonly resolve: (reference: KeyReference) => Resolved;
}> {
  const saves = edits.filter((edit): edit is Save => edit.op === "save");
  const byKey = new Map<string, string>();
  const renamed: Renamed = new Map();
  const kinds = new Map(ordered.map((definition) => [definition.kind, definition]));
  const identified: Identified[] = [];
  for (const definition of ordered) {
    const own = saves.filter((edit) => edit.kind === definition.kind);
    if (own.length === 0) continue;
    await learnBlankEnds(stage, definition, own);
    const references = await eachOf(pause, own, (edit) => keyReferencesIn(definition, edit.body));
    const idOf = await resolver({ pause, stage, kinds, byKey, renamed }, references.flat());
    const entries = onceRenamed(
      definition,
      await eachOf(pause, own, (edit) => entryOf(stage, definition, edit, idOf)),
    );
    await learnRows(stage, definition, entries);
    const renames = renamesOf(entries, (key) => stage.holderOf(definition.kind, key));
    for (const { formerKey, edit } of renames.keys())
      renamed.set(`${definition.kind}/${formerKey}`, writtenKey(definition, edit.body));
    const taken = new Set(renames.values());
    const going = new Set(
      edits.flatMap((edit) => (edit.op === "delete" && edit.kind === definition.kind ? [edit.id] : [])),
    );
    const takenOrGoing = new Set([...taken, ...going]);
    const idle = idleIn(stage, definition, entries, renames);
    const firsts = new Map<string, number>();
    // A row that makes way comes before the one that takes its key.
    const inOrder = [...renames.keys(), ...entries.filter((entry) => !renames.has(entry))];
    await eachOf(pause, inOrder, (one) => {
      const found = rowOf(
        stage,
        definition,
        one,
        ids,
        renames.get(one),
        one.edit.fresh ? takenOrGoing : taken,
      );
      const first = firsts.get(found.id);
      firsts.set(found.id, first ?? one.edit.index ?? 0);
      if (found.encoded !== null) byKey.set(`${definition.kind}/${found.encoded}`, found.id);
      identified.push({
        edit: one.edit,
        definition,
        id: found.id,
        takesPlaceOf: one.edit.fresh && going.has(found.holder ?? "") ? found.holder : undefined,
        body: one.body,
        before: found.before,
        ended: found.ended,
        problems: first === undefined ? one.problems : [...one.problems, sameRow(definition, first)],
        notRenamed: idle.get(one),
        key: writtenKey(definition, one.edit.body),
      });
    });
  }
  return { identified, resolve: await resolver({ pause, stage, kinds, byKey, renamed }, []) };
}

/** Lets others go on in between, where it has been long. */
type Pause = () => Promise<void>;

/** Does something with each of many, and lets others go on in between. */
async function eachOf<T, R>(pause: Pause, all: readonly T[], work: (one: T) => R): Promise<R[]> {
  const results: R[] = [];
  for (const one of all) {
    results.push(work(one));
    await pause();
  }
  return results;
}

/** By kind and encoded key, the new key of a row that an entry renames. */
type Renamed = Map<string, JsonObject | null>;

interface Known {
  readonly pause: Pause;
  readonly stage: Stage;
  readonly kinds: ReadonlyMap<string, Kind>;
  /** By kind and encoded key, the rows of the entries so far. */
  readonly byKey: ReadonlyMap<string, string>;
  readonly renamed: Renamed;
}

/** Reads the targets of these references in one go. */
async function resolver(
  { pause, stage, kinds, byKey, renamed }: Known,
  references: readonly KeyReference[],
): Promise<(reference: KeyReference) => Resolved> {
  const idOf = (reference: KeyReference): Resolved => {
    const target = kinds.get(reference.to);
    if (target === undefined) return missing(reference);
    const key = encodedKey(target, reference.key, idOf);
    if ("problem" in key) return key;
    const name = `${target.kind}/${key.encoded}`;
    const inBundle = byKey.get(name);
    if (inBundle === undefined && renamed.has(name)) return renamedAway(reference, renamed.get(name));
    const id = inBundle ?? stage.holderOf(target.kind, key.encoded);
    if (id !== undefined) return { id };
    const trimmed = withKeptNames(target.fields, reference.key);
    return trimmed === reference.key ? missing(reference) : idOf({ ...reference, key: trimmed });
  };
  const keys = await eachOf(pause, references, ({ to, key }) => {
    const target = kinds.get(to);
    return target === undefined ? [] : spellingsOf(target, key, idOf);
  });
  await stage.learnKeys(keys.flat().filter(({ kind, key }) => !byKey.has(`${kind}/${key}`)));
  return idOf;
}

/** A key as it is written, and as a new row would have it where its name has blanks at an end. */
function spellingsOf(
  definition: Kind,
  key: JsonObject,
  idOf: (reference: KeyReference) => Resolved,
): { readonly kind: string; readonly key: string }[] {
  const spellings = new Set([key, withKeptNames(definition.fields, key)]);
  return [...spellings].flatMap((one) => {
    const found = encodedKey(definition, one, idOf);
    return "encoded" in found ? [{ kind: definition.kind, key: found.encoded }] : [];
  });
}

/** Reads the rows from before names were trimmed that these entries may mean. */
async function learnBlankEnds(stage: Stage, definition: Kind, own: readonly Save[]): Promise<void> {
  const untrimmed = own.filter(({ body }) => hasBlankEnds(definition.fields, body));
  await stage.learnKeys(
    untrimmed.flatMap(({ body }) => {
      const key = keyIn(definition, body);
      return key === null ? [] : [{ kind: definition.kind, key }];
    }),
  );
}

/** The entry's body with the names that its row will have: those of a row from before stay as they are written. */
function namedBody(stage: Stage, definition: Kind, { id, body }: Save): JsonObject {
  if (id !== undefined || !hasBlankEnds(definition.fields, body)) return body;
  const key = keyIn(definition, body);
  const stands =
    key !== null &&
    (stage.holderOf(definition.kind, key) ?? stage.endedHolderOf(definition.kind, key)) !== undefined;
  return stands ? body : withKeptNames(definition.fields, body);
}

function renamedAway({ to }: KeyReference, key: JsonObject | null | undefined): Resolved {
  const message = `names a row of ${to} that this bundle renames; name it by its new key, ${JSON.stringify(key)}`;
  return { problem: { message, reason: "missing_reference" } };
}

function missing({ to, key }: KeyReference): Resolved {
  return {
    problem: {
      message: `names no row of ${to}: there is none with ${JSON.stringify(key).slice(0, 300)}, neither here nor in the database`,
      reason: "missing_reference",
    },
  };
}

interface Entry extends KeyedEntry {
  readonly edit: Save;
  readonly body: JsonObject;
  readonly problems: readonly Problem[];
}

/** Which entries with `renamed_from` rename nothing, and are not done. */
function idleIn(
  stage: Stage,
  { kind }: Kind,
  entries: readonly Entry[],
  renames: ReadonlyMap<Entry, string>,
): ReadonlyMap<Entry, Standing> {
  const makesWay = new Set(renames.values());
  const isThere = (key: string) => {
    const holder = stage.holderOf(kind, key);
    return holder === undefined ? stage.endedHolderOf(kind, key) !== undefined : !makesWay.has(holder);
  };
  const idle = idleOf(
    entries.filter((entry) => !renames.has(entry)),
    isThere,
  );
  return new Map([...idle].map(([entry, why]) => [entry, notRenamed(why, entry.edit.renamedFrom)]));
}

/** An entry with ids in the place of natural keys. */
function entryOf(
  stage: Stage,
  definition: Kind,
  edit: Save,
  idOf: (reference: KeyReference) => Resolved,
): Entry {
  const { body, problems } = withIds(definition, namedBody(stage, definition, edit), idOf);
  const key = definition.shape === "setting" ? null : keyIn(definition, body);
  if (edit.renamedFrom === undefined) return { edit, body, problems, key, formerKey: null };
  const former = encodedKey(
    definition,
    { ...pick(body, keyNames(definition, body)), ...edit.renamedFrom },
    idOf,
  );
  if ("encoded" in former) return { edit, body, problems, key, formerKey: former.encoded };
  const wrong = { field: renamedFromName, ...former.problem };
  return { edit, body, problems: [...problems, wrong], key, formerKey: null };
}

/** The entries; one that renames the same row as another before it has a problem, and renames nothing. */
function onceRenamed(definition: Kind, entries: readonly Entry[]): readonly Entry[] {
  const firsts = new Map<string, Entry>();
  return entries.map((entry) => {
    if (entry.formerKey === null) return entry;
    const first = firsts.get(entry.formerKey);
    if (first === undefined) {
      firsts.set(entry.formerKey, entry);
      return entry;
    }
    const problem = renamedTwice(definition, first.edit.index ?? 0);
    return { ...entry, formerKey: null, problems: [...entry.problems, problem] };
  });
}

async function learnRows(stage: Stage, definition: Kind, entries: readonly Entry[]): Promise<void> {
  const { kind } = definition;
  if (definition.shape === "setting") return stage.learnRows([{ kind, id: kind }]);
  await stage.learnRows(
    entries.flatMap(({ edit }) => (edit.id === undefined ? [] : [{ kind, id: edit.id }])),
  );
  const keys = entries.flatMap(({ edit, key, formerKey }) =>
    [edit.id === undefined ? key : null, formerKey].flatMap((one) =>
      one === null ? [] : [{ kind, key: one }],
    ),
  );
  await stage.learnKeys(keys);
}

/**
 * @param renames the row that the entry renames
 * @param renamed all rows that entries rename: whoever names their old key means another one. A new row may have the key
 * of one that is deleted
 */
function rowOf(
  stage: Stage,
  definition: Kind,
  { edit, body, key: encoded }: Entry,
  ids: ReadonlyMap<Save, string>,
  renames: string | undefined,
  renamed: ReadonlySet<string>,
) {
  const { kind } = definition;
  if (definition.shape === "setting")
    return { id: kind, before: stage.peek(kind, kind)?.before, encoded: null, holder: undefined };
  const holder = encoded === null ? undefined : stage.holderOf(kind, encoded);
  const known = edit.id ?? renames ?? (holder !== undefined && renamed.has(holder) ? undefined : holder);
  const ended = known === undefined && encoded !== null ? stage.endedHolderOf(kind, encoded) : undefined;
  if (ended !== undefined && edit.index !== undefined && saysTheSame(definition, body, ended))
    return { id: ended.id, before: ended, encoded, holder, ended: true as const };
  const before = known === undefined ? undefined : stage.peek(kind, known)?.before;
  return { id: known ?? ids.get(edit) ?? mintedId(definition, body, encoded), before, encoded, holder };
}

/** Whether a bundle's entry is what a row was made of that has ended by itself since: it is not made again. */
function saysTheSame(definition: Kind, body: JsonObject, { configuration }: StoredRow): boolean {
  const parsed = parseBody(fieldsOf(definition), body, "create", pick(body, definition.naturalKey));
  const was: JsonObject = completed(definition, configuration);
  return (
    parsed.problems.length === 0 &&
    Object.entries(parsed.configuration).every(([name, value]) =>
      sameValue(definition.fields[name] as ItemField, was[name], value),
    )
  );
}

/** A key that no row can have makes no id; such an entry has a problem of its own, or its kind's ids are not made of keys. */
function mintedId(definition: Kind, body: JsonObject, encoded: string | null): string {
  if (encoded === null) return newId(definition.idPrefix);
  return newRowId(definition, { ...keyDefaults(definition, body), ...body });
}

/** The encoded key of a body whose references are ids; null where it has none, or one that no row can have. */
function keyIn(definition: Kind, body: JsonObject): string | null {
  const named = keyNames(definition, body).filter((name) => Object.hasOwn(body, name));
  const key = encodedKey(definition, pick(body, named), missing);
  return "encoded" in key ? key.encoded : null;
}

/** More characters, as JSON, than any row's key has. Every problem of an entry repeats its key. */
const longestKey = 4_096;

/** The natural key as the request writes it, defaults filled in; null where a part of it is missing or it cannot be a key. */
function writtenKey(definition: Kind, body: JsonObject): JsonObject | null {
  const whole = { ...keyDefaults(definition, body), ...body };
  const key = pick(whole, keyNames(definition, whole));
  return Object.values(key).includes(null) || JSON.stringify(key).length > longestKey ? null : key;
}

function keyDefaults({ naturalKey, fields }: Kind, body: JsonObject): JsonObject {
  const parts = Object.fromEntries(naturalKey.map((name) => [name, fields[name] as ItemField]));
  return defaultsOfMissing(parts, body, "create").configuration;
}

function sameRow({ kind, shape }: Kind, first: number): Problem {
  const what = shape === "setting" ? kind : `entry ${first} of ${kind}`;
  return { field: "", message: `names the same row as ${what}; leave one of them out`, reason: "duplicate" };
}
