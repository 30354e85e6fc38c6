/**
 * Edits of a bundle's file as a person would make them: what changes is written in its place, and everything else stays
 * byte for byte, with comments, order, anchors and quoting. What cannot be edited so is refused, and never guessed: the
 * text is read again, and has to say what was wanted.
 */
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  type Node,
  parseAllDocuments,
  visit,
} from "yaml";
import {
  added,
  appended,
  begun,
  childOf,
  isEmptyList,
  itemsBefore,
  keyOf,
  removed,
  replaced,
} from "./bundle-places.ts";
import { sameJson } from "./equal.ts";
import type { Json } from "./field.ts";
import { meet, NotEditable, type Splice, Splices, spliced } from "./text-splices.ts";
import { isObject, type JsonObject } from "./validate.ts";
import { columnOf, inFlow, rangeOf } from "./yaml-places.ts";

export { NotEditable };

/** The way to a value within a document: names of members, and places in lists. */
export type Path = readonly (string | number)[];

/** What is to be in a file that is not yet. */
export type FileEdit =
  /** The value of a member or an item; a member that is not there is added behind the others. */
  | { readonly op: "set"; readonly document: number; readonly path: Path; readonly value: Json }
  /** A member or an item goes, with the comment above an item. */
  | { readonly op: "delete"; readonly document: number; readonly path: Path }
  /** An item behind the others of a list. */
  | { readonly op: "append"; readonly document: number; readonly path: Path; readonly value: Json }
  /** Items of a list before the one at this place. */
  | {
      readonly op: "insert";
      readonly document: number;
      readonly path: Path;
      readonly index: number;
      readonly values: readonly Json[];
    };

/** An edit, with items that come one behind the other together: the file is read for each edit. */
type Joined =
  | Exclude<FileEdit, { op: "append" }>
  | (Omit<Extract<FileEdit, { op: "append" }>, "value"> & { readonly values: readonly Json[] });

type Progress = [text: string, documents: readonly Json[], rest: readonly Joined[]];
type Setting = Extract<Joined, { op: "set" }>;

/** @returns the text with the edits made one after the other @throws NotEditable */
export function editText(text: string, edits: readonly FileEdit[]): string {
  let [next, documents, rest] = [text, textValues(text), joined(edits)] as Progress;
  for (let [first] = rest; first !== undefined; [first] = rest) {
    const many = together(next, documents, rest);
    [next, documents] = many?.now ?? edited(next, documents, first);
    rest = many?.rest ?? rest.slice(1);
  }
  return next;
}

/** Values that are set in places of their own, at one reading; undefined where that is no gain, or does not come out right. */
function together(
  text: string,
  documents: readonly Json[],
  edits: readonly Joined[],
): { readonly now: readonly [string, readonly Json[]]; readonly rest: readonly Joined[] } | undefined {
  const end = edits.findIndex(({ op }) => op !== "set");
  const sets = edits.slice(0, end < 0 ? edits.length : end) as Setting[];
  if (sets.length < 2) return undefined;
  const [read, splices] = [parsed(text), new Splices()];
  const [later, places]: [Joined[], Splice[]] = [[], []];
  let wanted = documents;
  for (const edit of sets) {
    const before = wanted[edit.document];
    if (before === undefined) return undefined;
    const splice = single(text, read, edit, before);
    if (splice === undefined) return undefined;
    // What meets another one comes after it.
    const waits = places.some((one) => meet(one, splice));
    if (!waits && says(before, edit)) continue;
    if (waits || !splices.add(splice)) {
      later.push(edit);
      places.push(splice);
    } else wanted = replacedIn(wanted, edit, before);
  }
  const next = splices.made(text);
  const rest = [...later, ...edits.slice(sets.length)];
  try {
    const now = textValues(next);
    if (sameJson(now, wanted)) return { now: [next, now], rest };
  } catch (error) {
    if (!(error instanceof NotEditable)) throw error;
  }
  // One of them does not: the first half may be without it.
  const half = sets.length >> 1;
  const first = together(text, documents, sets.slice(0, half));
  return first && { now: first.now, rest: [...first.rest, ...edits.slice(half)] };
}

/** Whether it is so already. */
function says(value: Json, { path, value: wanted }: Setting): boolean {
  let inner: Json | undefined = value;
  for (const step of path)
    inner = typeof inner === "object" && inner !== null ? (inner as JsonObject)[step as string] : undefined;
  return inner !== undefined && sameJson(inner, wanted);
}

/** Where one edit is made, if it needs no other place. */
function single(text: string, read: readonly Document.Parsed[], edit: Joined, before: Json) {
  try {
    const splice = placed(text, read, edit, before);
    return typeof splice === "object" ? splice : undefined;
  } catch (error) {
    if (error instanceof NotEditable) return undefined; // said where it is made by itself
    throw error;
  }
}

function replacedIn(documents: readonly Json[], edit: Joined, before: Json): readonly Json[] {
  return documents.map((value, index) => (index === edit.document ? changed(before, edit, 0) : value));
}

function joined(edits: readonly FileEdit[]): readonly Joined[] {
  const all: Joined[] = [];
  for (const edit of edits) {
    const last = all.at(-1);
    if (edit.op !== "append") all.push(edit);
    else if (last?.op === "append" && last.document === edit.document && sameJson(last.path, edit.path))
      all[all.length - 1] = { ...last, values: [...last.values, edit.value] };
    else all.push({ op: "append", document: edit.document, path: edit.path, values: [edit.value] });
  }
  return all;
}

function edited(text: string, documents: readonly Json[], edit: Joined): [string, readonly Json[]] {
  const before = documents[edit.document];
  if (before === undefined) throw new NotEditable("the file has no such document");
  const wanted = replacedIn(documents, edit, before);
  if (sameJson(wanted, documents)) return [text, documents];
  const next = made(text, edit, before);
  let read: readonly Json[];
  try {
    read = textValues(next);
  } catch (error) {
    throw new NotEditable(error instanceof Error ? error.message : String(error));
  }
  if (!sameJson(read, wanted))
    throw new NotEditable("the file is written in a way that is not edited by itself");
  return [next, read];
}

function parsed(text: string): Document.Parsed[] {
  const all = parseAllDocuments(text, { prettyErrors: false, merge: true, keepSourceTokens: true });
  return [...all] as Document.Parsed[];
}

/** What the documents of a file say. @throws NotEditable where it cannot be read */
export function textValues(text: string): readonly Json[] {
  return parsed(text).map((document) => {
    if (document.errors.length > 0)
      throw new NotEditable(document.errors[0]?.message ?? "the file cannot be read");
    return document.toJS({ maxAliasCount: 10_000 }) as Json;
  });
}

/** The value with the edit made. */
function changed(value: Json, edit: Joined, depth: number): Json {
  const { path } = edit;
  const step = path[depth];
  if (step === undefined) {
    if (edit.op !== "append" && edit.op !== "insert")
      throw new NotEditable("a document is not edited as a whole");
    if (!Array.isArray(value)) throw new NotEditable("what is appended to is a list");
    const index = edit.op === "append" ? value.length : edit.index;
    return [...value.slice(0, index), ...edit.values, ...value.slice(index)];
  }
  const isLast = depth === path.length - 1 && isOfOne(edit);
  if (Array.isArray(value) && typeof step === "number") {
    if (!(step in value)) throw new NotEditable("the list has no such item");
    if (isLast && edit.op === "delete") return value.filter((_, index) => index !== step);
    const item = isLast && edit.op === "set" ? edit.value : changed(value[step] as Json, edit, depth + 1);
    return value.map((one, index) => (index === step ? item : one));
  }
  if (!isObject(value) || typeof step !== "string") throw new NotEditable("the way leads nowhere");
  if (isLast && edit.op === "delete") {
    const { [step]: _, ...rest } = value;
    return rest;
  }
  if (isLast && edit.op === "set") return { ...value, [step]: edit.value };
  if (!Object.hasOwn(value, step)) throw new NotEditable("the way leads nowhere");
  return { ...value, [step]: changed(value[step] as Json, edit, depth + 1) };
}

function at(value: Json, path: Path): Json {
  return path.reduce<Json>((inner, step) => (inner as JsonObject)[step as string] as Json, value);
}

/** Whether it is about the last step of its way, and not about a list. */
function isOfOne(edit: Joined): boolean {
  return edit.op === "set" || edit.op === "delete";
}

/** The text with the edit in its place. */
function made(text: string, edit: Joined, before: Json): string {
  const read = parsed(text);
  const splice = placed(text, read, edit, before);
  if (typeof splice === "object") return spliced(text, splice);
  return made(splice, edit, before);
}

/** Where the edit is made, and with what; or a text that says the same, in which it can be made. @throws NotEditable */
function placed(text: string, read: readonly Document.Parsed[], edit: Joined, before: Json): Splice | string {
  const document = read[edit.document] as Document.Parsed;
  const parents: Node[] = [document.contents as Node];
  const last = isOfOne(edit) ? edit.path.length - 1 : edit.path.length;
  const setting = (path: Path): Joined => {
    const value = at(changed(before, edit, 0), path);
    return { op: "set", document: edit.document, path, value };
  };
  for (const [index, step] of edit.path.slice(0, last).entries()) {
    const node = childOf(parents.at(-1) as Node, step);
    // What comes by an alias or a merge becomes the row's own.
    if (node === undefined || isAlias(node))
      return placed(text, read, setting(edit.path.slice(0, index + 1)), before);
    parents.push(node);
  }
  const parent = parents.at(-1) as Node;
  const step = edit.path.at(-1);
  const own = isOfOne(edit) ? childOf(parent, step as string | number) : undefined;
  const anchored = [...parents, ...(own === undefined ? [] : [own])].find((node) => isShared(document, node));
  if (anchored !== undefined) return withoutAnchor(text, document, anchored);
  if (edit.op === "append")
    return isEmptyList(parent) && !/^\s*[[{]/.test(text) && !inFlow(parents.slice(0, -1))
      ? begun(text, parent, edit.values)
      : appended(text, parent, edit.values);
  // A list that stands behind a dash, say, is written anew.
  if (edit.op === "insert")
    return itemsBefore(text, parent, edit) ?? placed(text, read, setting(edit.path), before);
  if (edit.op === "delete") return removed(text, parent, step as string | number);
  if (own !== undefined) {
    const column = isMap(parent) ? columnOf(text, keyOf(parent, step)) : columnOf(text, parent);
    return replaced(text, own, edit.value, column, inFlow(parents));
  }
  return added(text, parent, step as string, edit.value);
}

/** Whether other places say the same by an alias. */
function isShared(document: Document, node: Node): boolean {
  const { anchor } = node as { anchor?: string };
  return anchor !== undefined && aliasesOf(document, node).length > 0;
}

/** Aliases that stand for a node, in their order. */
function aliasesOf(document: Document, node: Node): Alias[] {
  const found: Alias[] = [];
  visit(document, { Alias: (_, alias) => void (alias.resolve(document) === node && found.push(alias)) });
  return found;
}

/** The anchor goes to the first place that says the same, which has the value itself from then on. */
function withoutAnchor(text: string, document: Document, node: Node): string {
  const { anchor } = node as { anchor?: string };
  const [first] = aliasesOf(document, node);
  if (first === undefined || !isScalar(node))
    throw new NotEditable("what an anchor names is more than one value");
  const [start, end] = rangeOf(first);
  const [from] = rangeOf(node);
  const source = text.slice(...rangeOf(node));
  const name = text.lastIndexOf(`&${anchor}`, from);
  return `${text.slice(0, name)}${text.slice(from, start)}&${anchor} ${source}${text.slice(end)}`;
}
