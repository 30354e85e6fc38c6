/** Values of YAML and JSON that know where they stand. JSON is read as the YAML that it is. */
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseAllDocuments,
  type YAMLMap,
} from "yaml";
import type { Fault, Position } from "./fault.ts";

export interface SourceFile {
  /** As people know it: errors name it so. */
  readonly name: string;
  readonly text: string;
}

/** One member of an object: where its name stands, and its value. */
export interface Member {
  readonly at: Position;
  readonly value: Value;
}

/** Where a value stands, and what it is. */
export type Value = { readonly at: Position } & (
  | {
      readonly type: "scalar";
      readonly scalar: string | number | boolean | null;
      /** As it stands in the file: of 010 and yes, what their reader may take for text. */
      readonly written: string;
    }
  | { readonly type: "list"; readonly items: readonly Value[] }
  | { readonly type: "object"; readonly members: ReadonlyMap<string, Member> }
);

/** The service takes no deeper body. */
const maxDepth = 64;
const tooDeep = `is nested more than ${maxDepth} deep`;
/** Far more than the largest bundle has. An alias of an alias, a few times over, would be more than memory holds. */
const maxValues = 500_000;

/** The documents of a file, without those that are empty. What is wrong with them is added to `faults`. */
export function documentsOf(file: SourceFile, faults: Fault[]): Value[] {
  const line = file.text.split("\n").findIndex((one) => /^(<{7}|>{7}|\|{7})( |\r?$)/.test(one));
  if (line >= 0) {
    const message =
      "is the mark of a merge that is not done: choose one of the sides, and take the lines with <<<<<<<, ======= and >>>>>>> out";
    faults.push({ at: { file: file.name, line: line + 1, column: 1 }, message });
    return [];
  }
  const lines = new LineCounter();
  const options = { prettyErrors: false, uniqueKeys: false, lineCounter: lines } as const;
  const documents: Document[] = [...parseAllDocuments(file.text, options)];
  return documents.flatMap((document) => {
    const reader = new Reader(file.name, lines, faults);
    const wrong = [...document.errors, ...document.warnings];
    // What one mistake leads to is often found at the same place again.
    const places = new Map(wrong.map(({ message, pos }) => [pos[0], message] as const).reverse());
    // What the parser says that has run out of stack.
    for (const [offset, message] of [...places].reverse())
      reader.fault(offset, /call stack/.test(message) ? tooDeep : message);
    if (wrong.length > 0 || document.contents === null) return [];
    const value = reader.read(document.contents, 0);
    return value === undefined || (value.type === "scalar" && value.scalar === null) ? [] : [value];
  });
}

class Reader {
  readonly #file: string;
  readonly #lines: LineCounter;
  readonly #faults: Fault[];
  /** An alias stands for the last node before it that has its name. */
  readonly #anchors = new Map<string, Node>();
  readonly #open = new Set<Node>();
  #values = 0;

  constructor(file: string, lines: LineCounter, faults: Fault[]) {
    this.#file = file;
    this.#lines = lines;
    this.#faults = faults;
  }

  fault(offset: number, message: string): undefined {
    this.#faults.push({ at: this.#position(offset), message });
  }

  /** The value of a node; undefined where it has none, which is a fault then. */
  read(node: Node, depth: number): Value | undefined {
    this.#values += 1;
    if (this.#values === maxValues + 1)
      return this.fault(startOf(node), "the file stands for too many values; use fewer aliases");
    if (this.#values > maxValues) return undefined;
    if (depth > maxDepth) return this.fault(startOf(node), tooDeep);
    if (isAlias(node)) return this.#aliased(node, depth);
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    this.#open.add(node);
    const value = this.#readOpen(node, depth);
    this.#open.delete(node);
    return value;
  }

  #readOpen(node: Exclude<Node, Alias>, depth: number): Value | undefined {
    const at = this.#position(startOf(node));
    if (isSeq(node)) {
      const items = node.items.map((item) => this.read(item as Node, depth + 1));
      return { at, type: "list", items: items.filter((item) => item !== undefined) };
    }
    if (isMap(node)) return { at, type: "object", members: this.#members(node, depth) };
    const { value } = node;
    if (typeof value === "number" && !Number.isFinite(value))
      return this.fault(startOf(node), "is no number that JSON has");
    const scalar = value as string | number | boolean | null;
    return { at, type: "scalar", scalar, written: typeof scalar === "string" ? scalar : (node.source ?? "") };
  }

  #aliased(alias: Alias, depth: number): Value | undefined {
    const target = this.#anchors.get(alias.source);
    if (target === undefined)
      return this.fault(startOf(alias), `there is no &${alias.source} before this alias`);
    if (this.#open.has(target)) return this.fault(startOf(alias), `*${alias.source} stands for itself`);
    return this.read(target, depth);
  }

  /** The members of an object, those that `<<` merges in after its own. */
  #members(map: YAMLMap, depth: number): ReadonlyMap<string, Member> {
    const members = new Map<string, Member>();
    const merged: Member[] = [];
    for (const pair of map.items as Pair<Node, Node | null>[]) {
      const { key } = pair;
      const offset = startOf(key);
      if (!isScalar(key)) {
        this.fault(offset, "a name must be text");
        continue;
      }
      const name = typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
      const at = this.#position(offset);
      const value =
        pair.value === null
          ? ({ at, type: "scalar", scalar: null, written: "" } as const)
          : this.read(pair.value, depth + 1);
      if (value === undefined) continue;
      const first = members.get(name);
      if (isMerge(key.type, name)) merged.push({ at, value });
      else if (first !== undefined)
        this.fault(offset, `${name} is here twice; the first is in line ${first.at.line}`);
      else members.set(name, { at, value });
    }
    for (const member of merged) this.#merge(member, members);
    return members;
  }

  #merge({ at, value }: Member, into: Map<string, Member>): void {
    const sources = value.type === "list" ? value.items : [value];
    for (const source of sources) {
      if (source.type !== "object") {
        this.#faults.push({ at, message: "<< merges an object, or a list of them" });
        continue;
      }
      for (const [name, member] of source.members) if (!into.has(name)) into.set(name, member);
    }
  }

  #position(offset: number): Position {
    const { line, col } = this.#lines.linePos(offset);
    return { file: this.#file, line: Math.max(line, 1), column: Math.max(col, 1) };
  }
}

/** YAML's merge, as most programs that read YAML know it; a quoted << is a name like others. */
function isMerge(style: string | undefined, name: string): boolean {
  return name === "<<" && style === "PLAIN";
}

function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}
