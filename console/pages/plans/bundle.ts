/** Files and pasted text as one bundle: YAML or JSON, with the place of what cannot be read. */
import { isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseAllDocuments } from "yaml";
import { isNote } from "../../../src/kernel/bundle-note.ts";
import type { Json } from "../../../src/kernel/field.ts";
import { isObject, type JsonObject } from "../../../src/kernel/validate.ts";
import type { TextFile } from "../../parts/text-file.ts";
import * as texts from "./texts.ts";

/** What is wrong with a source; its line and column count from 1, where there is one place. */
export interface SourceProblem {
  readonly name: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

export interface Bundle {
  readonly bundle: JsonObject;
  readonly problems: readonly SourceProblem[];
}

/**
 * All sources as one bundle: the lists of a kind go behind each other, and a setting is said once.
 * @param prunes whether rows that it does not name go: without any kind that would be every row of the set
 */
export function bundleOf(sources: readonly TextFile[], prunes: boolean): Bundle {
  const bundle: Record<string, Json> = {};
  const from = new Map<string, string>();
  const problems: SourceProblem[] = [];
  for (const source of sources) {
    const read = documentsOf(source);
    problems.push(...read.problems);
    for (const document of read.documents) {
      for (const [kind, value] of Object.entries(document)) {
        const known = bundle[kind];
        if (known === undefined) {
          bundle[kind] = value;
          from.set(kind, source.name);
        } else if (isList(known) && isList(value)) bundle[kind] = [...known, ...value];
        else
          problems.push({
            name: source.name,
            message: `${kind} is in ${from.get(kind)} already. Define it in one place.`,
          });
      }
    }
  }
  if (prunes && problems.length === 0 && Object.keys(bundle).length === 0) {
    const message = texts.itNamesNoKind;
    problems.push(...sources.map(({ name }) => ({ name, message })));
  }
  return { bundle, problems };
}

/** Where an entry of a bundle, or a field of it, stands in its sources. */
export interface Place {
  readonly name: string;
  /** From 1 on. */
  readonly line: number;
}

/**
 * Finds what a problem is about: the field where it stands in its entry, or else the entry.
 * @param sources as the bundle was read from them
 */
export function placesIn(
  sources: readonly TextFile[],
): (problem: {
  readonly resource: string;
  readonly index?: number | null;
  readonly field: string;
}) => Place | undefined {
  const entries = new Map<
    string,
    { readonly node: Node; readonly lines: LineCounter; readonly name: string }[]
  >();
  for (const { name, text } of sources) {
    const lines = new LineCounter();
    for (const { contents } of parseAllDocuments(text, { lineCounter: lines, prettyErrors: false })) {
      if (!isMap(contents)) continue;
      for (const { key, value } of contents.items) {
        const kind = String(isScalar(key) ? key.value : key);
        const nodes = isSeq(value) ? value.items : [value];
        const found = nodes.flatMap((node) => (isNode(node) ? [{ node: node as Node, lines, name }] : []));
        entries.set(kind, [...(entries.get(kind) ?? []), ...found]);
      }
    }
  }
  return ({ resource, index, field }) => {
    const entry = entries.get(resource)?.[index ?? 0];
    if (entry === undefined) return undefined;
    const { node, lines, name } = entry;
    const at = offsetOf(
      node,
      field.split(/[.[\]]+/).filter((step) => step !== ""),
    );
    return at === undefined ? undefined : { name, line: lines.linePos(at).line };
  };
}

/** Of the deepest node on the way that there is; of a member its key. */
function offsetOf(node: Node, [step, ...rest]: readonly string[]): number | undefined {
  const own = node.range?.[0];
  if (step === undefined) return own;
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
    const inner =
      pair !== undefined && rest.length > 0 && isNode(pair.value) ? offsetOf(pair.value, rest) : undefined;
    return inner ?? (isScalar(pair?.key) ? pair.key.range?.[0] : own);
  }
  const item = isSeq(node) ? node.items[Number(step)] : undefined;
  return isNode(item) ? offsetOf(item, rest) : own;
}

interface Documents {
  readonly documents: readonly JsonObject[];
  readonly problems: readonly SourceProblem[];
}

/** JSON is YAML too, and read as such where it has a mistake: the reader of YAML knows where. */
function documentsOf({ name, text }: TextFile): Documents {
  const json = jsonOf(text);
  if (json !== undefined) return checked(name, [json]);
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false });
  const documents = [...parsed];
  const problems = documents
    .flatMap(({ errors }) => errors)
    .map(({ message, pos: [at] }): SourceProblem => {
      const { line, col } = lines.linePos(at);
      return { name, line, column: col, message };
    });
  if (problems.length > 0) return { documents: [], problems };
  try {
    return checked(
      name,
      documents.map((document) => document.toJS() as Json),
    );
  } catch (error) {
    // Aliases that point at themselves, or at far too much.
    return { documents: [], problems: [{ name, message: error instanceof Error ? error.message : "" }] };
  }
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function checked(name: string, values: readonly Json[]): Documents {
  const documents = values.filter(isObject).map(withoutNotes);
  // A document of comments alone holds nothing.
  const others = values.filter((value) => value !== null && !isObject(value));
  const message = texts.mustBeAnObject;
  return { documents, problems: others.map(() => ({ name, message })) };
}

/** A document without the notes in it and in its rows. */
function withoutNotes(document: JsonObject): JsonObject {
  const own = (object: JsonObject) => Object.entries(object).filter(([name]) => !isNote(name));
  const row = (value: Json): Json => (isObject(value) ? Object.fromEntries(own(value)) : value);
  return Object.fromEntries(
    own(document).map(([kind, value]) => [kind, isList(value) ? value.map(row) : row(value)]),
  );
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
