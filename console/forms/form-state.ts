/** What a row's form is, for the inputs, the page around it and the parts that a kind adds. */
import type { RefObject } from "react";
import type { Json } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Row } from "../api/queries.ts";
import type { Edit } from "../parts/plans/edit.ts";
import type { Draft } from "./draft.ts";
import type { Decided } from "./variant.ts";

/** What a save met: the row as somebody else left it. */
export interface Stale {
  readonly current: JsonObject;
  readonly etag: string;
}

export interface RowForm {
  /** What would be sent: the fields that differ, of those that the row's variant takes. */
  readonly draft: Draft;
  /** What a new row begins with. */
  readonly start: Draft;
  /** The row as it would be. */
  readonly whole: Draft;
  /** The row that is changed; undefined for one that is being made. */
  readonly base: Row | undefined;
  readonly dirty: boolean;
  /** Changes of other rows that are saved with it, all or none. */
  readonly also: readonly Edit[];
  /** @param edits undefined while they are not known: until then nothing is saved */
  readonly setAlso: (edits: readonly Edit[] | undefined) => void;
  /** Whether they are not known yet. */
  readonly waits: boolean;
  /** What in the form cannot be read, by path: until that is fixed nothing is saved. */
  readonly unread: ReadonlyMap<string, string>;
  readonly note: (path: string, problem: string | undefined) => void;
  /** The vendor that it is about, once that is settled. */
  readonly decided: Decided | undefined;
  /** Of a new row: what has to be chosen or filled in and is not yet, by path. Until then nothing is saved. */
  readonly unchosen: ReadonlyMap<string, string>;
  /** How often somebody tried to save what cannot be read. */
  readonly tries: number;
  /** How often what was typed was thrown away, and with it the inputs that hold it. */
  readonly round: number;
  /** True while the form itself leads elsewhere, so that nobody is asked whether to leave. */
  readonly leaving: RefObject<boolean>;
  readonly stale: Stale | undefined;
  readonly error: unknown;
  readonly saving: boolean;
  readonly saved: boolean;
  readonly value: (name: string) => Json | undefined;
  readonly set: (name: string, value: Json | undefined) => void;
  /** @param go leads elsewhere, without the question whether to leave */
  readonly discard: (go?: () => void) => void;
  /** @param breakGlass why change policies are to hold it back no longer */
  readonly submit: (breakGlass?: string) => void;
  /** Goes on from the row as it is now, with the fields that stay mine. */
  readonly resolve: (chosen: Draft, stale: Stale) => void;
  readonly closeStale: () => void;
}
