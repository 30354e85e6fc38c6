/**
 * A bundle's files so that they say rows as they are: each change where the row stands, a new row behind its likes. Pure;
 * a plan shows what the files say then.
 */
import { editText, type FileEdit, type Path, textValues } from "./bundle-edits.ts";
import { isNote } from "./bundle-note.ts";
import type { SourceFile } from "./document.ts";
import { canonicalJson, sameJson } from "./equal.ts";
import type { Json } from "./field.ts";
import type { Kind } from "./kind.ts";
import { isObject, type JsonObject } from "./validate.ts";

/** What of a row is to be written. */
export type RowRewrite =
  /** `index`: the entry's place among those of its kind, over all files; `was`: what the files say now, as the service reads it. */
  | {
      readonly op: "fields";
      readonly kind: string;
      readonly index: number;
      readonly fields: readonly { readonly name: string; readonly was: Json; readonly value: Json }[];
      /** Whether a field is written whole, where its parts could not be taken one by one. */
      readonly whole?: boolean;
    }
  | { readonly op: "remove"; readonly kind: string; readonly index: number }
  | { readonly op: "add"; readonly kind: string; readonly entry: JsonObject };

interface Entry {
  readonly kind: string;
  /** Undefined of one that was added here. */
  readonly index: number | undefined;
  readonly file: number;
  readonly document: number;
  readonly name: string;
  /** In its list; undefined of a setting. */
  place: number | undefined;
  readonly value: Json;
}

/** The files of a bundle, as they are rewritten step by step. */
export class Rewriting {
  readonly #files: { readonly name: string; text: string }[];
  readonly #folder: string;
  readonly #entries: Entry[] = [];
  /** Whether services have files of their own, or nothing is there yet. */
  readonly #isSplit: boolean;

  /** @param folder where a file is made for rows that have no likes, from the root; empty for the root */
  constructor(files: readonly SourceFile[], kinds: ReadonlyMap<string, Kind>, folder: string) {
    this.#files = files.map(({ name, text }) => ({ name, text }));
    this.#folder = folder;
    const counts = new Map<string, number>();
    for (const [file, { text }] of files.entries())
      for (const [document, value] of textValues(text).entries())
        if (isObject(value)) this.#learn({ file, document }, value, kinds, counts);
    this.#isSplit =
      files.length === 0 || this.#entries.some((one) => isOfService(one) && this.#isInOwnFile(one));
  }

  #learn(
    at: Pick<Entry, "file" | "document">,
    value: JsonObject,
    kinds: ReadonlyMap<string, Kind>,
    counts: Map<string, number>,
  ): void {
    for (const [name, rows] of Object.entries(value)) {
      if (isNote(name)) continue;
      const kind = kinds.get(name)?.kind ?? name;
      for (const [place, row] of (Array.isArray(rows) ? rows : [rows]).entries()) {
        const index = counts.get(kind) ?? 0;
        counts.set(kind, index + 1);
        const inList = Array.isArray(rows) ? place : undefined;
        this.#entries.push({ ...at, kind, index, name, place: inList, value: row as Json });
      }
    }
  }

  /** Makes these changes together. @returns the files that differ now @throws NotEditable */
  step(rewrites: readonly RowRewrite[]): SourceFile[] {
    const edits = new Map<number, FileEdit[]>();
    const push = (file: number, all: readonly FileEdit[]) =>
      edits.set(file, [...(edits.get(file) ?? []), ...all]);
    const made: SourceFile[] = [];
    for (const one of rewrites) {
      if (one.op === "add") {
        const file = this.#addition(one.kind, one.entry, push);
        if (file !== undefined) made.push(file);
        continue;
      }
      const entry = this.#entries.find(({ kind, index }) => kind === one.kind && index === one.index);
      if (entry === undefined) continue;
      const path = pathOf(entry);
      if (one.op === "remove") {
        push(entry.file, [{ op: "delete", document: entry.document, path }]);
        this.#forget(entry);
      } else
        push(
          entry.file,
          one.fields.flatMap(({ name, was, value }) => {
            const raw = isObject(entry.value) ? entry.value[name] : undefined;
            const all = { document: entry.document, raw, was, value };
            const place = [...path, name];
            return one.whole === true ? [setting(place, entry.document, value)] : editsTo(place, all);
          }),
        );
    }
    const changed = [...edits].flatMap(([index, all]) => {
      const file = this.#files[index];
      if (file === undefined) return [];
      const before = file.text;
      file.text = editText(before, all);
      return file.text === before ? [] : [{ name: file.name, text: file.text }];
    });
    const names = new Set(changed.map(({ name }) => name));
    return [...made.filter(({ name }) => !names.has(name)), ...changed];
  }

  #forget(entry: Entry): void {
    this.#entries.splice(this.#entries.indexOf(entry), 1);
    for (const other of this.#listOf(entry))
      if (other.place !== undefined && entry.place !== undefined && other.place > entry.place)
        other.place -= 1;
  }

  #listOf({ file, document, name }: Pick<Entry, "file" | "document" | "name">): Entry[] {
    return this.#entries.filter((one) => one.file === file && one.document === document && one.name === name);
  }

  /**
   * Behind those of its kind and service, else behind those of its kind, else in a file of its kind. Where services have
   * files of their own, and where nothing is there yet, it goes to that of its service.
   */
  #addition(
    kind: string,
    entry: JsonObject,
    push: (file: number, edits: readonly FileEdit[]) => void,
  ): SourceFile | undefined {
    const likes = this.#entries.filter((one) => one.kind === kind && one.place !== undefined);
    const last = likes.at(-1);
    const isSplit = last === undefined ? this.#isSplit : this.#isInOwnFile(last);
    const named = isSplit ? this.#nameOf({ kind, value: entry }) : this.#inFolder(fileOfKind(kind));
    const file = this.#files.findIndex(({ name }) => name === named);
    const isLike = ({ value }: Entry) => isObject(value) && sameJson(serviceOf(value), serviceOf(entry));
    const like = isSplit ? likes.findLast((one) => one.file === file) : (likes.findLast(isLike) ?? last);
    if (like !== undefined) {
      const { file: at, document, name } = like;
      const place = this.#listOf(like).length;
      this.#entries.push({ ...like, index: undefined, place, value: entry });
      push(at, [{ op: "append", document, path: [name], value: entry }]);
      return undefined;
    }
    const value = { kind, index: undefined, document: 0, name: kind, place: 0, value: entry };
    if (file >= 0) {
      this.#entries.push({ ...value, file });
      push(file, [setting([kind], 0, [entry])]);
      return undefined;
    }
    const text = editText(`${kind}: []\n`, [{ op: "append", document: 0, path: [kind], value: entry }]);
    this.#files.push({ name: named, text });
    this.#entries.push({ ...value, file: this.#files.length - 1 });
    return { name: named, text };
  }

  #isInOwnFile(entry: Entry): boolean {
    return this.#fileName(entry.file) === this.#nameOf(entry);
  }

  #fileName(file: number): string | undefined {
    return this.#files[file]?.name;
  }

  #inFolder(name: string): string {
    return this.#folder === "" ? name : `${this.#folder}/${name}`;
  }

  /** The file of a row where services have files of their own; of one without a service, that of its kind. */
  #nameOf({ kind, value }: Pick<Entry, "kind" | "value">): string {
    const service = isObject(value) ? serviceNamed(value) : undefined;
    // Systems that fold the case of names would have one file for two.
    const part = service
      ?.toLowerCase()
      .replace(/[^a-z0-9._-]+/g, "-")
      .replace(/^[.-]+|[.-]+$/g, "")
      .slice(0, 100);
    return this.#inFolder(part === undefined || part === "" ? fileOfKind(kind) : `services/${part}.yaml`);
  }
}

function fileOfKind(kind: string): string {
  return `${kind.replaceAll("_", "-")}.yaml`;
}

function isOfService({ value }: Entry): boolean {
  return isObject(value) && serviceNamed(value) !== undefined;
}

/** Its own, or that of the row that it points at. */
function serviceNamed(entry: JsonObject): string | undefined {
  const own = serviceOf(entry);
  if (typeof own === "string") return own;
  const parts = Object.entries(entry).filter(([name]) => name.endsWith("_id"));
  const named = parts.map(([, value]) => (isObject(value) ? serviceOf(value) : null));
  return named.find((one) => typeof one === "string");
}

function pathOf({ name, place }: Entry): Path {
  return place === undefined ? [name] : [name, place];
}

function serviceOf(entry: JsonObject): Json {
  return entry.service ?? entry.service_name ?? null;
}

function setting(path: Path, document: number, value: Json): FileEdit {
  return { op: "set", document, path, value };
}

interface Values {
  readonly document: number;
  /** As the file has it. */
  readonly raw: Json | undefined;
  /** The same, as the service reads it. */
  readonly was: Json;
  readonly value: Json;
}

/** The fewest edits by which the file says the value. */
function editsTo(path: Path, { document, raw, was, value }: Values): FileEdit[] {
  if (sameJson(was, value)) return [];
  if (isObject(raw) && isObject(was) && isObject(value)) {
    const names = [...new Set([...Object.keys(was), ...Object.keys(value)])];
    return names.flatMap((name): FileEdit[] => {
      const [before, after] = [was[name], value[name]];
      if (after === undefined)
        return raw[name] === undefined ? [] : [{ op: "delete", document, path: [...path, name] }];
      if (before === undefined || raw[name] === undefined)
        return before !== undefined && sameJson(before, after)
          ? []
          : [setting([...path, name], document, after)];
      return editsTo([...path, name], { document, raw: raw[name], was: before, value: after });
    });
  }
  if (Array.isArray(raw) && Array.isArray(was) && Array.isArray(value) && raw.length === was.length)
    return listEdits(path, { document, raw, was, value });
  return [setting(path, document, value)];
}

interface Lists extends Values {
  readonly raw: readonly Json[];
  readonly was: readonly Json[];
  readonly value: readonly Json[];
}

/** What is alike stays; what comes or goes between is written in its place. From the end, so that places stay as they are. */
function listEdits(path: Path, { document, raw, was, value }: Lists): FileEdit[] {
  return gapsIn(was, value)
    .reverse()
    .flatMap(({ at, gone, come }) => {
      const both = Math.min(gone, come.length);
      const same = come.slice(0, both).flatMap((item, offset) => {
        const index = at + offset;
        const before = { raw: raw[index], was: was[index] as Json };
        return editsTo([...path, index], { document, ...before, value: item });
      });
      const extra = Array.from({ length: gone - both }, (_, offset) => at + gone - 1 - offset);
      const removed = extra.map((index): FileEdit => ({ op: "delete", document, path: [...path, index] }));
      return [...same, ...removed, ...itemsAt(path, document, come.slice(both), at + both, was.length)];
    });
}

/** @param length of the list as it is */
function itemsAt(path: Path, document: number, values: readonly Json[], index: number, length: number) {
  if (values.length === 0) return [];
  return index === length
    ? values.map((value): FileEdit => ({ op: "append", document, path, value }))
    : [{ op: "insert", document, path, index, values } satisfies FileEdit];
}

/** A place where items are others than before: so many go, and these come. */
interface Gap {
  readonly at: number;
  readonly gone: number;
  readonly come: readonly Json[];
}

/** Pairs of items that are compared at most; beyond them what lies between both ends is one place. */
const mostPairs = 1_000_000;

/** Where two lists differ, in their order: between the longest row of items that both have. */
function gapsIn(was: readonly Json[], value: readonly Json[]): Gap[] {
  const [a, b] = [was, value].map((list) => list.map(canonicalJson)) as [string[], string[]];
  const shorter = Math.min(a.length, b.length);
  let [start, end] = [0, 0];
  while (start < shorter && a[start] === b[start]) start += 1;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const alike = commonIn(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const marks = [...alike.map(([i, j]) => [i + start, j + start] as const), [a.length - end, b.length - end]];
  const gaps: Gap[] = [];
  let [at, from] = [start, start];
  for (const [i = 0, j = 0] of marks) {
    if (i > at || j > from) gaps.push({ at, gone: i - at, come: value.slice(from, j) });
    [at, from] = [i + 1, j + 1];
  }
  return gaps;
}

/** Places of the longest row of items that both have. */
function commonIn(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  if (a.length * b.length > mostPairs) return [];
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  const of = (i: number, j: number) => longest[i * width + j] as number;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      longest[i * width + j] = a[i] === b[j] ? of(i + 1, j + 1) + 1 : Math.max(of(i + 1, j), of(i, j + 1));
  const found: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; )
    if (a[i] === b[j]) found.push([i++, j++]);
    else if (of(i + 1, j) >= of(i, j + 1)) i += 1;
    else j += 1;
  return found;
}
