/** The files of a folder as one bundle, read as `orgconfig plan -f` reads them, and written so that they say other rows. */
import { NotEditable } from "../../../kernel/bundle-edits.ts";
import { type Bundle, bundleOf, identityOf, type Place } from "../../../kernel/bundle-files.ts";
import { Rewriting, type RowRewrite } from "../../../kernel/bundle-rewrite.ts";
import type { SourceFile } from "../../../kernel/document.ts";
import type { Fault, Position } from "../../../kernel/fault.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { JsonObject } from "../../../kernel/validate.ts";

export interface ReadingRequest {
  readonly files: readonly SourceFile[];
  readonly kinds: readonly Kind[];
  /** Places that a plan spoke of, whose lines are wanted. */
  readonly places: readonly Place[];
  /** Whether the place of every row is wanted. */
  readonly all?: boolean;
}

/** A row that a file names: its kind, what it is known by (`identityOf`), and where it begins. */
export type RowPlace = readonly [kind: string, identity: string, file: string, line: number];

export interface Reading {
  readonly body: JsonObject;
  /** The bundle says nothing where there are any. */
  readonly faults: readonly Fault[];
  /** Files that name no kind. */
  readonly silent: readonly string[];
  /** Of each place in turn; undefined where no file names the row. */
  readonly positions: readonly (Position | undefined)[];
  /** Empty where they are not wanted. */
  readonly rows: readonly RowPlace[];
}

export interface RewritingRequest {
  readonly files: readonly SourceFile[];
  readonly kinds: readonly Kind[];
  /** Where new files are made. */
  readonly folder: string;
  /** Each becomes one commit. */
  readonly steps: readonly (readonly RowRewrite[])[];
}

/** Of each step the files that differ, and what all of them say then; or why they cannot be written. */
export type Rewritten =
  | {
      readonly steps: readonly (readonly SourceFile[])[];
      readonly files: readonly SourceFile[];
      readonly reading: Reading;
    }
  | { readonly problem: string };

export function work(request: ReadingRequest | RewritingRequest): Reading | Rewritten {
  return "steps" in request ? rewritten(request) : read(request);
}

function kindsOf(all: readonly Kind[]): ReadonlyMap<string, Kind> {
  return new Map(all.flatMap((one) => [one.kind, one.bundledAs ?? one.kind].map((name) => [name, one])));
}

function rewritten({ files, kinds, folder, steps }: RewritingRequest): Rewritten {
  try {
    const rewriting = new Rewriting(files, kindsOf(kinds), folder);
    const made = steps.map((step) => rewriting.step(step));
    const all = [...new Map([...files, ...made.flat()].map((file) => [file.name, file])).values()];
    // To begin a thread takes longer than to read the files in it.
    return { steps: made, files: all, reading: read({ files: all, kinds, places: [] }) };
  } catch (error) {
    if (!(error instanceof NotEditable)) throw error;
    return { problem: error.message };
  }
}

/** Secrets that name a variable stay as they are stored: the service reads none of its own variables for a repository. */
function read({ files, places, kinds: definitions, all = false }: ReadingRequest): Reading {
  const faults: Fault[] = [];
  const kinds = kindsOf(definitions);
  const bundle = bundleOf(files, kinds, "kept", faults);
  return {
    body: bundle.body,
    faults,
    silent: bundle.silent,
    positions: places.map((place) => bundle.locate(place)),
    rows: all ? rowPlaces(bundle, kinds) : [],
  };
}

function rowPlaces({ rows, locate }: Bundle, kinds: ReadonlyMap<string, Kind>): RowPlace[] {
  const seen = new Map<string, number>();
  return rows.flatMap(({ resource, key }): RowPlace[] => {
    const index = seen.get(resource) ?? 0;
    seen.set(resource, index + 1);
    const definition = kinds.get(resource);
    const at = locate({ resource, key: null, field: "", index });
    if (definition === undefined || key === undefined || at === undefined) return [];
    return [[resource, identityOf(definition, key), at.file, at.line]];
  });
}
