/** From the other tool's resources to rows, and to a report on each of them. */

import type { Resource } from "../../kernel/resource.ts";
import type { CreateBodyOf } from "../../kernel/row-types.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { Attributes, type Note } from "./attributes.ts";
import { type Draft, type Row, Rows, type Secret } from "./rows.ts";
import { identifierOf, type SourceResource } from "./source.ts";

export interface Options {
  /** The service of what names none itself. */
  readonly service?: string;
  /** Whether members of teams are written too. */
  readonly members?: boolean;
}

/** What a mapping sees of the resources around its own. */
export interface Around {
  readonly options: Options;
  /** Those of some types, of which an attribute has this value. */
  sources(types: readonly string[], attribute: string, value: string): readonly SourceResource[];
  /** The rows that were made from them. */
  rows(types: readonly string[], attribute: string, value: string): readonly Row[];
}

/** What becomes of one resource. */
export interface Outcome {
  readonly drafts: readonly Draft[];
  /** What to do about it, where nothing can be made of it. */
  readonly instead?: string;
}

/** Makes a draft of a row. The end of its label tells it from others of the same resource. */
export type MakeDraft = <D extends Resource>(
  definition: D,
  body: CreateBodyOf<D>,
  more?: { readonly secrets?: readonly Secret[]; readonly labelEnd?: string },
) => Draft;

/** Maps the resources of one type. */
export interface Mapping {
  readonly type: string;
  /** Of a data source too, where it tells as much as a resource. */
  readonly ofData?: true;
  map(attributes: Attributes, draft: MakeDraft, around: Around): Outcome;
}

/** What is said of one resource. */
export interface Entry {
  readonly address: string;
  readonly result: "mapped" | "in part" | "not mapped";
  readonly rows: readonly Row[];
  readonly notes: readonly Note[];
  readonly instead: string | undefined;
}

export interface Migration {
  readonly rows: Rows;
  readonly entries: readonly Entry[];
  /** How many resources of other tools were left out. */
  readonly foreign: number;
}

const noCounterpart = "this service has no such kind; keep it where it is";

/**
 * Maps every resource whose type begins with one of the prefixes. The mappings run in their own order, since those
 * of later types look at the rows of earlier ones.
 */
export function migrate(
  sources: readonly SourceResource[],
  mappings: readonly Mapping[],
  prefixes: readonly string[],
  options: Options,
): Migration {
  const rows = new Rows();
  const byAddress = new Map<string, Entry>();
  const made = (from: readonly SourceResource[]) => {
    const addresses = new Set(from.map(({ address }) => address));
    return rows.all.filter((row) => addresses.has(row.from));
  };
  const find: Around["sources"] = (types, attribute, value) =>
    sources.filter(({ type, values }) => types.includes(type) && values[attribute] === value);
  const around: Around = {
    options,
    sources: find,
    rows: (types, attribute, value) => made(find(types, attribute, value)),
  };
  for (const mapping of mappings) {
    for (const [place, source] of sources.entries()) {
      if (source.type !== mapping.type || (source.mode === "data" && mapping.ofData === undefined)) continue;
      byAddress.set(source.address, entryOf(source, draftMaker(source, place), mapping, rows, around));
    }
  }
  const ours = sources.filter(
    ({ type, mode, address }) =>
      byAddress.has(address) || (mode === "managed" && prefixes.some((prefix) => type.startsWith(prefix))),
  );
  const entries = new Map(
    ours.map(({ address }) => [address, byAddress.get(address) ?? unknownEntry(address)] as const),
  );
  const foreign = sources.filter(({ mode, address }) => mode === "managed" && !entries.has(address)).length;
  return { rows, entries: [...entries.values()], foreign };
}

function unknownEntry(address: string): Entry {
  return { address, result: "not mapped", rows: [], notes: [], instead: noCounterpart };
}

function entryOf(
  source: SourceResource,
  draft: MakeDraft,
  mapping: Mapping,
  rows: Rows,
  around: Around,
): Entry {
  const notes: Note[] = [];
  const attributes = new Attributes(source.values, source.sensitive, notes);
  const { drafts, instead } = mapping.map(attributes, draft, around);
  const accepted = drafts.flatMap((draft): Row[] => {
    const outcome = rows.accept(draft);
    if ("id" in outcome) return [outcome];
    notes.push(...outcome.map(({ field, message }) => leftOut(draft, field, message)));
    return [];
  });
  if (accepted.length > 0) attributes.noteRest();
  const whole = notes.length === 0 && instead === undefined;
  const result = accepted.length === 0 ? "not mapped" : whole ? "mapped" : "in part";
  return { address: source.address, result, rows: accepted, notes, instead };
}

function leftOut({ resource, body }: Draft, field: string, message: string): Note {
  const named = resource.naturalKey.filter((part) => resource.fields[part]?.type === "text");
  const name = named.map((part) => String(body[part] ?? "")).join("/");
  return { field: "", message: `${resource.singular} "${name}" is left out: ${field}: ${message}` };
}

/** `place` is the source's own number. */
function draftMaker({ address, label }: SourceResource, place: number): MakeDraft {
  let count = 0;
  return (resource, body, { secrets = [], labelEnd } = {}) => {
    count += 1;
    return {
      id: `${place}.${count}`,
      resource,
      body: body as JsonObject,
      secrets,
      label: labelEnd === undefined ? label : identifierOf([label, labelEnd]),
      from: address,
    };
  };
}
