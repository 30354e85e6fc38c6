/** From the other tool's resources to rows, and to a report on each of them. */

import { given } from "../../../kernel/given.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { CreateBodyOf } from "../../../kernel/row-types.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { dataSources } from "../../../resources/data-sources.ts";
import { Attributes, type Note } from "./attributes.ts";
import type { ShiftProof } from "./on-call/proof.ts";
import { quoted } from "./quoted.ts";
import { identifierOf, type SourceResource } from "./resource.ts";
import { Sources } from "./resource-index.ts";
import { type Draft, type Row, Rows, type Secret } from "./rows.ts";
import type { Before } from "./sides.ts";

export interface Options {
  /** The service of what names none itself. */
  readonly service?: string;
  /** Whether members of teams are written too. */
  readonly members?: boolean;
  /** The name of a data source here, for SLOs whose own is not in the files. */
  readonly dataSource?: string;
  /** Addresses of people, by what the other tool calls them: an id, a name, or an address there. */
  readonly people?: Readonly<Record<string, string>>;
  /** When it is asked; left out, all that the files say lies ahead. */
  readonly now?: Date;
}

/** What a mapping sees of the resources around its own. */
export interface MigrationContext {
  readonly options: Options;
  /** Those of a type that the resource means by a name or an id of theirs. */
  sources(type: string, attribute: string, value: string): readonly SourceResource[];
  /** The rows that were made from them. */
  rows(type: string, attribute: string, value: string): readonly Row[];
  /** Those of a type of which an attribute has this value, in whatever file. */
  everywhere(type: string, attribute: string, value: string): readonly SourceResource[];
  /** Whether there is a row of this kind already. */
  has(definition: Kind): boolean;
  /** The row of this natural key that the migration has made. */
  made(definition: Kind, key: JsonObject): { readonly id: string } | undefined;
  /** The row of this natural key: one of the migration, or one that is in the service already. */
  named(definition: Kind, key: JsonObject): { readonly id: string };
  /** The data source that the options name: a row of the migration, or one that is in the service already. */
  namedDataSource(): { readonly id: string } | undefined;
  /** Gives the configuration that alerts can be asked about. */
  compareWith(before: Before): void;
  /** Gives what a comparison of a schedule's shifts said. */
  shifts(proof: ShiftProof): void;
  /**
   * Says what nobody may miss, such as who is notified of nothing any more: the report begins with it.
   * @param of what it is about: an attribute, and whether it comes before what others say
   */
  first(message: string, of?: { readonly field?: string; readonly foremost?: true }): void;
}

/** What became of a row that a mapping proposed. */
export interface Added {
  /** What others write where a reference to this row belongs. */
  readonly id: string;
  /** Whether it is one of the migration's rows: its definition may refuse it. The report says so by itself. */
  readonly accepted: boolean;
}

/** Proposes a row. The end of its label distinguishes it from others of the same resource. */
export type AddRow = <D extends Kind>(
  definition: D,
  body: CreateBodyOf<D>,
  more?: { readonly secrets?: readonly Secret[]; readonly labelEnd?: string },
) => Added;

/** Maps the resources of one type. */
export interface Mapping {
  readonly type: string;
  /** Of a data source too, where it shows as much as a resource. */
  readonly ofData?: true;
  /** Adds rows, those first to which others point. Where it has nothing to add, it says what to do instead. */
  map(attributes: Attributes, add: AddRow, context: MigrationContext): string | undefined;
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
  /** What nobody may miss. */
  readonly first: readonly string[];
  /** The configuration that it was made of, where alerts can be asked about it. */
  readonly before?: Before;
  /** Whether who is on call stays the same, for each schedule. */
  readonly shifts: readonly ShiftProof[];
}

const noCounterpart = "this service has no such kind; keep it where it is";

/**
 * Maps every resource whose type begins with one of the prefixes. The mappings run in their own order, since those
 * of later types look at the rows of earlier ones. What is managed comes before what is only read: it says more.
 */
export function migrate(
  sources: readonly SourceResource[],
  mappings: readonly Mapping[],
  prefixes: readonly string[],
  options: Options,
): Migration {
  const rows = new Rows();
  const byAddress = new Map<string, Entry>();
  const index = new Sources(sources);
  const first: string[] = [];
  const befores: Before[] = [];
  const shifts: ShiftProof[] = [];
  for (const mapping of mappings) {
    const [managed, read] = (["managed", "data"] as const).map((mode) =>
      index.ofType(mapping.type).filter((source) => source.mode === mode),
    ) as [SourceResource[], SourceResource[]];
    for (const source of mapping.ofData ? [...managed, ...read] : managed)
      byAddress.set(
        source.address,
        entryOf(source, mapping, { index, rows, options, first, befores, shifts }),
      );
  }
  const ours = sources.filter(
    ({ type, mode, address }) =>
      byAddress.has(address) || (mode === "managed" && prefixes.some((prefix) => type.startsWith(prefix))),
  );
  const entries = new Map(
    ours.map(({ address }) => [address, byAddress.get(address) ?? unknownEntry(address)] as const),
  );
  const foreign = sources.filter(({ mode, address }) => mode === "managed" && !entries.has(address)).length;
  const [before] = befores;
  return { rows, entries: [...entries.values()], foreign, first, shifts, ...given({ before }) };
}

interface Surroundings {
  readonly index: Sources;
  readonly rows: Rows;
  readonly options: Options;
  readonly first: string[];
  readonly befores: Before[];
  readonly shifts: ShiftProof[];
}

function contextOf(
  source: SourceResource,
  { index, rows, options, first, befores, shifts }: Surroundings,
  notes: Note[],
): MigrationContext {
  const sources: MigrationContext["sources"] = (type, attribute, value) =>
    index.meantBy(source, type, attribute, value);
  return {
    options,
    sources,
    rows: (...what) => [...new Set(sources(...what).flatMap((one) => rows.from(one)))],
    everywhere: (type, attribute, value) => index.having(type, attribute, value),
    has: ({ kind }) => rows.has(kind),
    made: (definition, key) => rows.made(definition, key),
    named: (definition, key) => rows.named(definition, key),
    namedDataSource: () =>
      options.dataSource === undefined ? undefined : rows.named(dataSources, { name: options.dataSource }),
    compareWith: (before) => void befores.push(before),
    shifts: (proof) => void shifts.push(proof),
    first(message, { field = "", foremost } = {}) {
      const line = `${source.address}: ${message}`;
      if (foremost) first.unshift(line);
      else first.push(line);
      notes.push({ field, message, level: "error" });
    },
  };
}

function unknownEntry(address: string): Entry {
  return { address, result: "not mapped", rows: [], notes: [], instead: noCounterpart };
}

function entryOf(source: SourceResource, mapping: Mapping, surroundings: Surroundings): Entry {
  const notes: Note[] = [];
  const own: Row[] = [];
  const attributes = new Attributes(source.values, source.sensitive, notes);
  const { rows } = surroundings;
  const context = contextOf(source, surroundings, notes);
  const instead = mapping.map(attributes, adder(source, rows, own, notes), context);
  if (own.length > 0) attributes.noteRest();
  const whole = notes.length === 0 && instead === undefined;
  const result = own.length === 0 ? "not mapped" : whole ? "mapped" : "in part";
  return { address: source.address, result, rows: own, notes, instead };
}

/** Takes rows in for a resource, and notes what its definition has against one. */
function adder(source: SourceResource, rows: Rows, own: Row[], notes: Note[]): AddRow {
  return (definition, body, { secrets = [], labelEnd } = {}) => {
    const draft: Draft = {
      id: rows.newId(),
      definition,
      body: body as JsonObject,
      secrets,
      label: labelEnd === undefined ? source.label : identifierOf([source.label, labelEnd]),
      source,
    };
    const outcome = rows.accept(draft);
    if ("problems" in outcome) {
      for (const { field, message } of outcome.problems)
        notes.push(noteOn(draft, `is left out: ${field}: ${message}`));
      return { id: draft.id, accepted: false };
    }
    const { row } = outcome;
    if (row.id === draft.id) own.push(row);
    else notes.push(noteOn(draft, `is written once, from ${row.source.address}`));
    return { id: row.id, accepted: true };
  };
}

function noteOn({ definition, body }: Draft, message: string): Note {
  const named = definition.naturalKey.filter((part) => definition.fields[part]?.type === "text");
  const name = named.map((part) => String(body[part] ?? "")).join("/");
  return { field: "", message: `${definition.singular} ${quoted(name)} ${message}`, level: "warning" };
}

/** People have to be members of the organization before they can be in a team. */
export function inviteFirst(emails: readonly string[]): string {
  return `members of a team have to be members of the organization: invite ${emails.join(", ")}, then run this again with --members`;
}
