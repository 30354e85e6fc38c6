/**
 * Edits of a bundle's file as a person would make them: what changes is written in its place, and everything else stays
 * byte for byte, with comments, order, anchors and quoting. What cannot be edited so is refused, and never guessed: the
 * text is read again, and has to say what was wanted.
 */
import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseAllDocuments,
  Scalar,
  stringify,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { sameJson } from "./equal.ts";
import type { Json } from "./field.ts";
import { isObject, type JsonObject } from "./validate.ts";
import { breakOf, columnOf, inFlow, lineEnd, lineStart, rangeOf } from "./yaml-places.ts";

/** The way to a value within a document: names of members, and places in lists. */
export type Path = readonly (string | number)[];

/** What is to be in a file that is not yet. */
export type FileEdit =
  /** The value of a member or an item; a member that is not there is added behind the others. */
  | { readonly op: "set"; readonly document: number; readonly path: Path; readonly value: Json }
  /** A member or an item goes, with the comment above an item. */
  | { readonly op: "delete"; readonly document: number; readonly path: Path }
  /** An item behind the others of a list. */
  | { readonly op: "append"; readonly document: number; readonly path: Path; readonly value: Json };

/** The file cannot be edited so that it says what was wanted, and nothing else. */
export class NotEditable extends Error {}

/** An edit, with items that come one behind the other together: the file is read for each edit. */
type Joined =
  | Exclude<FileEdit, { op: "append" }>
  | (Omit<Extract<FileEdit, { op: "append" }>, "value"> & { readonly values: readonly Json[] });

/** @returns the text with the edits made one after the other @throws NotEditable */
export function editText(text: string, edits: readonly FileEdit[]): string {
  let [next, documents] = [text, textValues(text)];
  for (const edit of joined(edits)) [next, documents] = edited(next, documents, edit);
  return next;
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
  const wanted = documents.map((value, index) => (index === edit.document ? changed(value, edit, 0) : value));
  if (sameJson(wanted, documents)) return [text, documents];
  const next = placed(text, edit, before);
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
    if (edit.op !== "append") throw new NotEditable("a document is not edited as a whole");
    if (!Array.isArray(value)) throw new NotEditable("what is appended to is a list");
    return [...value, ...edit.values];
  }
  const isLast = depth === path.length - 1 && edit.op !== "append";
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

/** The text with the edit in its place. */
function placed(text: string, edit: Joined, before: Json): string {
  const document = parsed(text)[edit.document] as Document.Parsed;
  const parents: Node[] = [document.contents as Node];
  const last = edit.op === "append" ? edit.path.length : edit.path.length - 1;
  for (const [index, step] of edit.path.slice(0, last).entries()) {
    const node = childOf(parents.at(-1) as Node, step);
    // What comes by an alias or a merge becomes the row's own.
    if (node === undefined || isAlias(node)) {
      const path = edit.path.slice(0, index + 1);
      const { document: place } = edit;
      const value = at(changed(before, edit, 0), path);
      return placed(text, { op: "set", document: place, path, value }, before);
    }
    parents.push(node);
  }
  const parent = parents.at(-1) as Node;
  const step = edit.path.at(-1);
  const own = edit.op === "append" ? undefined : childOf(parent, step as string | number);
  const anchored = [...parents, ...(own === undefined ? [] : [own])].find((node) => isShared(document, node));
  if (anchored !== undefined) return placed(withoutAnchor(text, document, anchored), edit, before);
  if (edit.op === "append")
    return isEmptyList(parent) && !/^\s*[[{]/.test(text) && !inFlow(parents.slice(0, -1))
      ? begun(text, parent, edit.values)
      : appended(text, parent, edit.values);
  if (edit.op === "delete") return removed(text, parent, step as string | number);
  if (own !== undefined)
    return replaced(
      text,
      own,
      edit.value,
      isMap(parent) ? columnOf(text, keyOf(parent, step)) : columnOf(text, parent),
      inFlow(parents),
    );
  return added(text, parent, step as string, edit.value);
}

function childOf(node: Node, step: string | number): Node | undefined {
  if (isSeq(node)) return node.items[step as number] as Node | undefined;
  if (!isMap(node)) return undefined;
  return (pairOf(node, step)?.value ?? undefined) as Node | undefined;
}

function pairOf(map: YAMLMap, step: string | number | undefined): Pair<Node, Node> | undefined {
  return (map.items as Pair<Node, Node>[]).find(({ key }) => isScalar(key) && String(key.value) === step);
}

function keyOf(map: YAMLMap, step: string | number | undefined): Node {
  return pairOf(map, step)?.key as Node;
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

/** A value as it stands behind a name whose column is given, without the line's end. */
function written(text: string, value: Json, column: number, like?: Node): string {
  if (typeof value !== "object" || value === null) return scalarText(value, like);
  const lines = stringify(value, { lineWidth: 0, blockQuote: false }).trimEnd().split("\n");
  if (Object.keys(value).length === 0) return lines[0] ?? "";
  const indent = " ".repeat(column + 2);
  return `${breakOf(text)}${lines.map((line) => (line === "" ? line : `${indent}${line}`)).join(breakOf(text))}`;
}

/** A scalar in the quotes that the one before had, if it had any. */
function scalarText(value: Json, like?: Node): string {
  const type = isScalar(like) && typeof value === "string" ? like.type : undefined;
  const quotes = type === Scalar.QUOTE_DOUBLE || type === Scalar.QUOTE_SINGLE ? type : undefined;
  if (typeof value === "string" && value.includes("\n")) return JSON.stringify(value);
  const options =
    quotes === undefined ? {} : { defaultStringType: quotes, singleQuote: quotes === Scalar.QUOTE_SINGLE };
  return stringify(value, { lineWidth: 0, ...options }).trimEnd();
}

function replaced(text: string, node: Node, value: Json, column: number, isFlow: boolean): string {
  const [start, end] = rangeOf(node);
  const flow = isFlow || (isCollection(node) && node.flow === true);
  if (flow) return `${text.slice(0, start)}${flowText(text, value, node)}${text.slice(end)}`;
  const isBlock = isCollection(node) || (isScalar(node) && /^BLOCK/.test(node.type ?? ""));
  const said = written(text, value, column, node);
  if (!isBlock) {
    const before = text.slice(0, start);
    return `${said.startsWith(breakOf(text)) ? before.trimEnd() : before}${said}${text.slice(end)}`;
  }
  // A block begins on a line of its own: what stands before it is its name or its dash.
  const before = text.slice(0, start).trimEnd();
  const after = text.slice(end);
  const gap = said.startsWith(breakOf(text)) ? "" : " ";
  const tail = text.slice(0, end).endsWith("\n") ? breakOf(text) : "";
  return `${before}${gap}${said}${tail}${after}`;
}

/** In one line, as JSON has it, with the quotes of the value before. */
function flowText(text: string, value: Json, like?: Node): string {
  const isJson = /^\s*[[{]/.test(text);
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  if (isJson) return JSON.stringify(value);
  const said = scalarText(value, like);
  return /[,[\]{}:#]/.test(said) && !/^["']/.test(said) ? JSON.stringify(value) : said;
}

/** A member behind the others. */
function added(text: string, parent: Node, name: string, value: Json): string {
  if (!isMap(parent)) throw new NotEditable("the way leads nowhere");
  const last = parent.items.at(-1) as Pair<Node, Node> | undefined;
  if (parent.flow === true || last === undefined) {
    const close = rangeOf(parent)[1] - 1;
    const body = text.slice(0, close).trimEnd();
    const isJson = /^\s*[[{]/.test(text);
    const said = `${isJson ? JSON.stringify(name) : stringify(name).trimEnd()}: ${flowText(text, value)}`;
    const gap = body.endsWith("{") ? "" : body.endsWith(",") ? " " : ", ";
    return `${body}${gap}${said}${text.slice(body.length)}`;
  }
  const column = columnOf(text, last.key);
  const end = endOf(text, parent);
  const said = written(text, value, column);
  const gap = said.startsWith(breakOf(text)) ? "" : " ";
  return inserted(text, end, `${" ".repeat(column)}${stringify(name).trimEnd()}:${gap}${said}`);
}

function isEmptyList(node: Node): boolean {
  return isSeq(node) && node.flow === true && node.items.length === 0;
}

/** The first items of a list without any: on lines of their own, as those that follow them. */
function begun(text: string, list: Node, values: readonly Json[]): string {
  const [start, end] = rangeOf(list);
  const column = /^ */.exec(text.slice(lineStart(text, start)))?.[0].length ?? 0;
  return `${text.slice(0, start).trimEnd()}${written(text, [...values], column)}${text.slice(end)}`;
}

/** Items behind the others. */
function appended(text: string, list: Node, values: readonly Json[]): string {
  if (!isSeq(list)) throw new NotEditable("what is appended to is a list");
  if (list.flow === true) {
    const close = rangeOf(list)[1] - 1;
    const body = text.slice(0, close).trimEnd();
    const gap = body.endsWith("[") ? "" : body.endsWith(",") ? " " : ", ";
    return `${body}${gap}${values.map((value) => flowText(text, value)).join(", ")}${text.slice(body.length)}`;
  }
  const indent = " ".repeat(columnOf(text, list));
  const said = values.flatMap((value) => {
    const [first = "", ...lines] = stringify(value, { lineWidth: 0, blockQuote: false })
      .trimEnd()
      .split("\n");
    return [`${indent}- ${first}`, ...lines.map((line) => (line === "" ? line : `${indent}  ${line}`))];
  });
  return inserted(text, endOf(text, list), said.join(breakOf(text)));
}

/** Where the last line of a block collection ends, comments below it left out. */
function endOf(text: string, node: Node): number {
  let deepest: Node = node;
  for (;;) {
    if (isSeq(deepest) && deepest.flow !== true && deepest.items.length > 0)
      deepest = deepest.items.at(-1) as Node;
    else if (isMap(deepest) && deepest.flow !== true && deepest.items.length > 0) {
      const pair = deepest.items.at(-1) as Pair<Node, Node | null>;
      deepest =
        pair.value?.range == null || pair.value.range[1] < rangeOf(pair.key)[1] ? pair.key : pair.value;
    } else break;
  }
  const [, end] = rangeOf(deepest);
  return text[end - 1] === "\n" ? end : lineEnd(text, end);
}

function inserted(text: string, offset: number, lines: string): string {
  const before = text.slice(0, offset);
  const gap = before === "" || before.endsWith("\n") ? "" : breakOf(text);
  return `${before}${gap}${lines}${before.endsWith("\n") || offset < text.length ? breakOf(text) : ""}${text.slice(offset)}`;
}

/** Without a member or an item, and the comment right above it. */
function removed(text: string, parent: Node, step: string | number): string {
  const items = (parent as YAMLMap | YAMLSeq).items as (Node | Pair<Node, Node>)[];
  const index = isMap(parent) ? items.indexOf(pairOf(parent, step) as Pair<Node, Node>) : (step as number);
  const item = items[index];
  // What comes by a merge, and the only one of a block, has no lines that could go alone.
  if (item === undefined) throw new NotEditable("it comes from elsewhere in the file");
  const [key, value] = isMap(parent)
    ? [(item as Pair<Node, Node>).key, (item as Pair<Node, Node>).value]
    : [item as Node, item as Node];
  if ((parent as YAMLMap).flow === true) return removedInFlow(text, parent, items, index);
  const [start] = rangeOf(key);
  const from = lineStart(text, start);
  const end = endOf(text, value?.range == null ? key : value);
  if (items.length === 1) return emptied(text, parent, end);
  const head = text.slice(from, start);
  // The first member of an item stands behind its dash: the next one takes its place.
  if (isMap(parent) && head.trim() !== "") {
    const next = (items[index + 1] as Pair<Node, Node>).key;
    return `${text.slice(0, start)}${text.slice(rangeOf(next)[0])}`;
  }
  const before = text.slice(0, commentsAbove(text, from));
  // Of the blank lines above and below it, one stays.
  const after = text.slice(end);
  return `${before}${/(^|\n)\r?\n$/.test(before) ? after.replace(/^\r?\n/, "") : after}`;
}

/** Where the comments begin that stand right above a line, indented like it. */
function commentsAbove(text: string, from: number): number {
  const indent = /^ */.exec(text.slice(from))?.[0] ?? "";
  for (let at = from; ; ) {
    const before = lineStart(text, at - 1);
    if (at === 0 || !text.slice(before, at).startsWith(`${indent}#`)) return at;
    at = before;
  }
}

/** A block whose only part goes is empty. */
function emptied(text: string, parent: Node, end: number): string {
  const [start] = rangeOf(parent);
  const before = text.slice(0, start).trimEnd();
  return `${before} ${isMap(parent) ? "{}" : "[]"}${breakOf(text)}${text.slice(end)}`;
}

function removedInFlow(
  text: string,
  parent: Node,
  items: readonly (Node | Pair<Node, Node>)[],
  index: number,
): string {
  const startOf = (item: Node | Pair<Node, Node>) =>
    rangeOf(isMap(parent) ? (item as Pair<Node, Node>).key : (item as Node))[0];
  const endOfItem = (item: Node | Pair<Node, Node>) =>
    rangeOf(isMap(parent) ? ((item as Pair<Node, Node>).value as Node) : (item as Node))[1];
  const [item, next, previous] = [items[index], items[index + 1], items[index - 1]];
  if (item === undefined) throw new NotEditable("it comes from elsewhere in the file");
  if (next !== undefined) return `${text.slice(0, startOf(item))}${text.slice(startOf(next))}`;
  const from = previous === undefined ? startOf(item) : endOfItem(previous);
  return `${text.slice(0, from)}${text.slice(endOfItem(item))}`;
}
