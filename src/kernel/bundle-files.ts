/** Files as one bundle that can be sent, and the way back from what the service says about it to their lines. */
import { isNote } from "./bundle-note.ts";
import { jsonOf, namesVariable, positionIn, secretOf, type Variables } from "./bundle-values.ts";
import { documentsOf, type SourceFile, type Value } from "./document.ts";
import { canonicalJson } from "./equal.ts";
import { type Fault, type Position, placeOf } from "./fault.ts";
import { defaultOf, isConfiguration, type Json } from "./field.ts";
import { rowByKey } from "./key-name.ts";
import type { Kind } from "./kind.ts";
import { foldEmail, keyNames } from "./natural-key.ts";
import type { JsonObject } from "./validate.ts";

/** What a problem or a warning of the service says about its place. */
export interface Place {
  readonly resource: string;
  readonly key: JsonObject | null;
  readonly field: string;
  readonly index?: number | null;
}

export interface Bundle {
  readonly body: JsonObject;
  /** How many rows and settings it names. */
  readonly size: number;
  /** Where it stands; undefined where it is about a row that no file names. */
  locate(place: Place): Position | undefined;
  /** The rows and settings that it names, with their natural keys; a row whose key says too little has none. */
  readonly rows: readonly BundleRow[];
  /** The files that name no kind: empty ones, and such with notes alone. */
  readonly silent: readonly string[];
}

export interface BundleRow {
  readonly resource: string;
  readonly key: JsonObject | undefined;
}

interface Entry extends BundleRow {
  /** The same for every way to write its key; undefined where the key says too little. */
  readonly identity: string | undefined;
  readonly value: Value;
  readonly body: Json;
}

/** What one kind has in the files: rows in a list, or one object. */
interface Section {
  /** Where a file names it first. */
  readonly at: Position;
  readonly shape: Kind["shape"];
  readonly entries: Entry[];
}

type Kinds = ReadonlyMap<string, Kind>;

/**
 * Reads the files as one bundle. Secrets that name a variable get its value, or are left out where there are none.
 * @param faults gets everything that is wrong, not the first alone: what is answered then is no bundle
 */
export function bundleOf(
  files: readonly SourceFile[],
  kinds: Kinds,
  env: Variables,
  faults: Fault[],
): Bundle {
  const sections = new Map<string, Section>();
  const silent: string[] = [];
  for (const file of files) {
    const documents = documentsOf(file, faults);
    if (!documents.some(namesKind)) silent.push(file.name);
    for (const document of documents) addDocument(document, sections, kinds, env, faults);
  }
  for (const { entries } of sections.values()) refuseTwice(entries, faults);
  const rows = [...sections.values()].flatMap(({ entries }) => entries);
  return {
    body: Object.fromEntries([...sections].map(([kind, section]) => [kind, bodyOf(section)])),
    size: rows.length,
    rows,
    silent,
    locate: (place) => locate(place, sections, kinds),
  };
}

function namesKind(document: Value): boolean {
  return document.type === "object" && [...document.members.keys()].some((name) => !isNote(name));
}

function bodyOf({ shape, entries }: Section): Json {
  return shape === "setting" ? (entries[0]?.body ?? null) : entries.map(({ body }) => body);
}

function addDocument(
  document: Value,
  sections: Map<string, Section>,
  kinds: Kinds,
  env: Variables,
  faults: Fault[],
): void {
  if (document.type !== "object") {
    faults.push({ at: document.at, message: "a file holds an object by kind, such as {teams: [...]}" });
    return;
  }
  for (const [name, { at, value }] of document.members) {
    if (isNote(name)) continue;
    const definition = kinds.get(name);
    const kind = definition?.kind ?? name;
    const shape = shapeOf(value, definition);
    const problem =
      definition === undefined && value.type === "scalar"
        ? `${kind} is not a kind of resource; a field of a row is indented below its row`
        : shapeProblem(kind, value, shape);
    const section = sections.get(kind) ?? { at, shape, entries: [] };
    const first = section.entries[0];
    if (problem !== undefined) faults.push({ at, message: problem });
    else if (first !== undefined && (shape === "setting" || section.shape === "setting")) {
      faults.push({ at, message: `${kind} is here twice; the first is at ${placeOf(first.value.at)}` });
    } else {
      sections.set(kind, section);
      for (const row of value.type === "list" ? value.items : [value])
        section.entries.push(entryOf(kind, row, definition, env, faults));
    }
  }
}

/** Of a kind that this program does not know, what the file says; whether it is one, the service decides. */
function shapeOf(value: Value, definition: Kind | undefined): Kind["shape"] {
  return definition?.shape ?? (value.type === "list" ? "collection" : "setting");
}

function shapeProblem(kind: string, value: Value, shape: Kind["shape"]): string | undefined {
  const empty = value.type === "scalar" && value.scalar === null;
  if (shape === "setting" && value.type !== "object")
    return `${kind} is one object, ${empty ? "and has nothing under it" : `not a ${typeName(value)}`}`;
  if (shape === "setting" || value.type === "list") return undefined;
  return empty
    ? `${kind} has nothing under it; write [] for no rows, or leave it out`
    : `${kind} is a list of rows, not ${value.type === "object" ? "an object" : "a single value"}`;
}

function typeName({ type }: Value): string {
  return type === "scalar" ? "single value" : type;
}

function entryOf(
  kind: string,
  value: Value,
  definition: Kind | undefined,
  env: Variables,
  faults: Fault[],
): Entry {
  if (value.type !== "object") {
    faults.push({ at: value.at, message: `a row of ${kind} is an object, not a ${typeName(value)}` });
    return { resource: kind, key: undefined, identity: undefined, value, body: null };
  }
  const body = Object.fromEntries(
    [...value.members]
      .filter(([name]) => !isNote(name))
      .flatMap(([name, { value }]): [string, Json][] => {
        const field =
          definition && Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
        if (field?.type !== "secret") return [[name, jsonOf(value)]];
        if (env === "kept") return namesVariable(value, field.shape) ? [] : [[name, jsonOf(value)]];
        return [[name, secretOf(value, field.shape, env, faults)]];
      }),
  );
  const key = definition && keyOf(definition, body);
  return { resource: kind, key, identity: key && identityOf(definition, key), value, body };
}

/** The natural key that an entry says, defaults filled in; undefined where a part of it is missing or null. */
function keyOf(definition: Kind, body: JsonObject): JsonObject | undefined {
  const parts = keyNames(definition, body).map((name) => {
    const field = definition.fields[name];
    return [name, body[name] ?? (field && isConfiguration(field) ? defaultOf(field) : null) ?? null] as const;
  });
  return parts.some(([, value]) => value === null) ? undefined : Object.fromEntries(parts);
}

/** Email addresses fold, because the service compares them without case. */
export function identityOf(definition: Kind, key: JsonObject): string {
  return canonicalJson(
    Object.fromEntries(
      Object.entries(key).map(([name, value]) => {
        const field = definition.fields[name];
        const folds = field?.type === "text" && field.format === "email" && typeof value === "string";
        return [name, folds ? foldEmail(value) : value];
      }),
    ),
  );
}

function refuseTwice(entries: readonly Entry[], faults: Fault[]): void {
  const seen = new Map<string, Entry>();
  for (const entry of entries) {
    const { resource, key, identity, value } = entry;
    if (key === undefined || identity === undefined) continue;
    const first = seen.get(identity);
    if (first === undefined) seen.set(identity, entry);
    else {
      const message = `${rowByKey(resource, key)} is here twice; the first is at ${placeOf(first.value.at)}`;
      faults.push({ at: value.at, message });
    }
  }
}

function locate(
  { resource: kind, key, field, index }: Place,
  sections: ReadonlyMap<string, Section>,
  kinds: Kinds,
): Position | undefined {
  const section = sections.get(kind);
  if (section === undefined) return undefined;
  if (key === null && typeof index !== "number") return section.at;
  const entry =
    section.shape === "setting"
      ? section.entries[0]
      : typeof index === "number"
        ? section.entries[index]
        : entryWithKey(section, key, kinds.get(kind));
  return entry && positionIn(entry.value, field);
}

function entryWithKey({ entries }: Section, key: JsonObject | null, definition: Kind | undefined) {
  if (key === null || definition === undefined) return undefined;
  const identity = identityOf(definition, key);
  return entries.find((entry) => entry.identity === identity);
}
