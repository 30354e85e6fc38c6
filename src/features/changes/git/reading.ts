/** The files of a folder as one bundle, read as `orgconfig plan -f` reads them. */
import { bundleOf, type Place } from "../../../kernel/bundle-files.ts";
import type { SourceFile } from "../../../kernel/document.ts";
import type { Fault, Position } from "../../../kernel/fault.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { JsonObject } from "../../../kernel/validate.ts";

export interface ReadingRequest {
  readonly files: readonly SourceFile[];
  readonly kinds: readonly Kind[];
  /** Places that a plan spoke of, whose lines are wanted. */
  readonly places: readonly Place[];
}

export interface Reading {
  readonly body: JsonObject;
  /** The bundle says nothing where there are any. */
  readonly faults: readonly Fault[];
  /** Files that name no kind. */
  readonly silent: readonly string[];
  /** Of each place in turn; undefined where no file names the row. */
  readonly positions: readonly (Position | undefined)[];
}

/** The kinds' data without their rules, as a thread can be given it. */
export function plainKinds(definitions: readonly Kind[]): readonly Kind[] {
  return definitions.map((definition) => {
    const data = Object.entries(definition).filter(([, value]) => typeof value !== "function");
    return Object.fromEntries(data) as unknown as Kind;
  });
}

/** Secrets that name a variable stay as they are stored: the service reads none of its own variables for a repository. */
export function read({ files, places, kinds: all }: ReadingRequest): Reading {
  const faults: Fault[] = [];
  const kinds = new Map(
    all.flatMap((one) => [one.kind, one.bundledAs ?? one.kind].map((name) => [name, one])),
  );
  const bundle = bundleOf(files, kinds, "kept", faults);
  return {
    body: bundle.body,
    faults,
    silent: bundle.silent,
    positions: places.map((place) => bundle.locate(place)),
  };
}
