/** Where one edit of a bundle's file is made, as a person would make it, and with what. */
import {
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  Scalar,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { Json } from "./field.ts";
import { NotEditable, type Splice } from "./text-splices.ts";
import { breakOf, columnOf, lineEnd, lineStart, rangeOf } from "./yaml-places.ts";

export function childOf(node: Node, step: string | number): Node | undefined {
  if (isSeq(node)) return node.items[step as number] as Node | undefined;
  if (!isMap(node)) return undefined;
  return (pairOf(node, step)?.value ?? undefined) as Node | undefined;
}

function pairOf(map: YAMLMap, step: string | number | undefined): Pair<Node, Node> | undefined {
  return (map.items as Pair<Node, Node>[]).find(({ key }) => isScalar(key) && String(key.value) === step);
}

export function keyOf(map: YAMLMap, step: string | number | undefined): Node {
  return pairOf(map, step)?.key as Node;
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

/** Another value in the place of the one that is there. @param column of its name, or of the list that it is in */
export function replaced(text: string, node: Node, value: Json, column: number, isFlow: boolean): Splice {
  const [start, end] = rangeOf(node);
  const flow = isFlow || (isCollection(node) && node.flow === true);
  if (flow) return { start, end, text: flowText(text, value, node) };
  const isBlock = isCollection(node) || (isScalar(node) && /^BLOCK/.test(node.type ?? ""));
  const said = written(text, value, column, node);
  const above = trimmed(text, start);
  if (!isBlock) return { start: said.startsWith(breakOf(text)) ? above : start, end, text: said };
  // A block begins on a line of its own: what stands before it is its name or its dash.
  const gap = said.startsWith(breakOf(text)) ? "" : " ";
  const tail = text.slice(0, end).endsWith("\n") ? breakOf(text) : "";
  return { start: above, end, text: `${gap}${said}${tail}` };
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
export function added(text: string, parent: Node, name: string, value: Json): Splice {
  if (!isMap(parent)) throw new NotEditable("the way leads nowhere");
  const last = parent.items.at(-1) as Pair<Node, Node> | undefined;
  if (parent.flow === true || last === undefined) {
    const start = trimmed(text, rangeOf(parent)[1] - 1);
    const isJson = /^\s*[[{]/.test(text);
    const said = `${isJson ? JSON.stringify(name) : stringify(name).trimEnd()}: ${flowText(text, value)}`;
    return { start, end: start, text: `${gapIn(text, start)}${said}` };
  }
  const column = columnOf(text, last.key);
  const end = endOf(text, parent);
  const said = written(text, value, column);
  const gap = said.startsWith(breakOf(text)) ? "" : " ";
  return inserted(text, end, `${" ".repeat(column)}${stringify(name).trimEnd()}:${gap}${said}`);
}

/** What stands between the last part of a line's list or object and the one that comes. */
function gapIn(text: string, end: number): string {
  const last = text[end - 1];
  return last === "{" || last === "[" ? "" : last === "," ? " " : ", ";
}

/** Where the text before an offset ends without its spaces and lines. */
function trimmed(text: string, offset: number): number {
  return text.slice(0, offset).trimEnd().length;
}

export function isEmptyList(node: Node): boolean {
  return isSeq(node) && node.flow === true && node.items.length === 0;
}

/** The first items of a list without any: on lines of their own, as those that follow them. */
export function begun(text: string, list: Node, values: readonly Json[]): Splice {
  const [start, end] = rangeOf(list);
  const column = /^ */.exec(text.slice(lineStart(text, start)))?.[0].length ?? 0;
  return { start: trimmed(text, start), end, text: written(text, [...values], column) };
}

/** Items behind the others. */
export function appended(text: string, list: Node, values: readonly Json[]): Splice {
  if (!isSeq(list)) throw new NotEditable("what is appended to is a list");
  if (list.flow === true) {
    const start = trimmed(text, rangeOf(list)[1] - 1);
    return { start, end: start, text: `${gapIn(text, start)}${flowItems(text, values)}` };
  }
  return inserted(text, endOf(text, list), itemLines(text, list, values));
}

/** Items before the one at a place; undefined where that does not stand behind a dash on a line of its own. */
export function itemsBefore(
  text: string,
  list: Node,
  { index, values }: { readonly index: number; readonly values: readonly Json[] },
): Splice | undefined {
  const next = isSeq(list) ? (list.items[index] as Node | undefined) : undefined;
  if (next?.range == null) return undefined;
  const [start] = rangeOf(next);
  if ((list as YAMLSeq).flow === true) return { start, end: start, text: `${flowItems(text, values)}, ` };
  const line = lineStart(text, start);
  if (!/^ *- +$/.test(text.slice(line, start)) || text.indexOf("-", line) - line !== columnOf(text, list))
    return undefined;
  const offset = commentsAbove(text, line);
  return { start: offset, end: offset, text: `${itemLines(text, list, values)}${breakOf(text)}` };
}

function flowItems(text: string, values: readonly Json[]): string {
  return values.map((value) => flowText(text, value)).join(", ");
}

function itemLines(text: string, list: Node, values: readonly Json[]): string {
  const indent = " ".repeat(columnOf(text, list));
  const said = values.flatMap((value) => {
    const [first = "", ...lines] = stringify(value, { lineWidth: 0, blockQuote: false })
      .trimEnd()
      .split("\n");
    return [`${indent}- ${first}`, ...lines.map((line) => (line === "" ? line : `${indent}  ${line}`))];
  });
  return said.join(breakOf(text));
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

function inserted(text: string, offset: number, lines: string): Splice {
  const startsLine = offset === 0 || text[offset - 1] === "\n";
  const [gap, tail] = [startsLine ? "" : breakOf(text), (startsLine && offset > 0) || offset < text.length];
  return { start: offset, end: offset, text: `${gap}${lines}${tail ? breakOf(text) : ""}` };
}

/** Without a member or an item, and the comment right above it. */
export function removed(text: string, parent: Node, step: string | number): Splice {
  const items = (parent as YAMLMap | YAMLSeq).items as (Node | Pair<Node, Node>)[];
  const index = isMap(parent) ? items.indexOf(pairOf(parent, step) as Pair<Node, Node>) : (step as number);
  const item = items[index];
  // What comes by a merge, and the only one of a block, has no lines that could go alone.
  if (item === undefined) throw new NotEditable("it comes from elsewhere in the file");
  const [key, value] = isMap(parent)
    ? [(item as Pair<Node, Node>).key, (item as Pair<Node, Node>).value]
    : [item as Node, item as Node];
  if ((parent as YAMLMap).flow === true) return removedInFlow(parent, items, index);
  const [start] = rangeOf(key);
  const from = lineStart(text, start);
  const end = endOf(text, value?.range == null ? key : value);
  if (items.length === 1) return emptied(text, parent, end);
  const head = text.slice(from, start);
  // The first member of an item stands behind its dash: the next one takes its place.
  if (isMap(parent) && head.trim() !== "") {
    const next = (items[index + 1] as Pair<Node, Node>).key;
    return { start, end: rangeOf(next)[0], text: "" };
  }
  const above = commentsAbove(text, from);
  // Of the blank lines above and below it, one stays.
  const blank = /(^|\n)\r?\n$/.test(text.slice(Math.max(0, above - 3), above))
    ? (/^\r?\n/.exec(text.slice(end, end + 2))?.[0].length ?? 0)
    : 0;
  return { start: above, end: end + blank, text: "" };
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
function emptied(text: string, parent: Node, end: number): Splice {
  const [start] = rangeOf(parent);
  return { start: trimmed(text, start), end, text: ` ${isMap(parent) ? "{}" : "[]"}${breakOf(text)}` };
}

function removedInFlow(parent: Node, items: readonly (Node | Pair<Node, Node>)[], index: number): Splice {
  const startOf = (item: Node | Pair<Node, Node>) =>
    rangeOf(isMap(parent) ? (item as Pair<Node, Node>).key : (item as Node))[0];
  const endOfItem = (item: Node | Pair<Node, Node>) =>
    rangeOf(isMap(parent) ? ((item as Pair<Node, Node>).value as Node) : (item as Node))[1];
  const [item, next, previous] = [items[index], items[index + 1], items[index - 1]];
  if (item === undefined) throw new NotEditable("it comes from elsewhere in the file");
  if (next !== undefined) return { start: startOf(item), end: startOf(next), text: "" };
  const from = previous === undefined ? startOf(item) : endOfItem(previous);
  return { start: from, end: endOfItem(item), text: "" };
}
