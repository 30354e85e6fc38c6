/** What a plan is made of: edits of rows, whoever asks for them. A bundle, a restore and an undo all become these. */
import type { JsonObject } from "../../kernel/validate.ts";
import type { Warning } from "../../kernel/warning.ts";

/** Something done to one row. */
export type RowEdit =
  | {
      readonly op: "save";
      readonly kind: string;
      /** The row that is meant; without one its natural key says it. Where no such row is, a new one gets this id. */
      readonly id?: string;
      /** Fields of the kind; references are ids, or natural keys as objects. */
      readonly body: JsonObject;
      /** `whole`: a field that is left out gets its default. `fields`: it stays as it is. Secrets always stay. */
      readonly means: "whole" | "fields";
      /** It is a row that is not there yet: one that is there is not written over. */
      readonly fresh?: true;
      /** The natural key that the row had before, where the entry renames it; parts left out are those of the body. */
      readonly renamedFrom?: JsonObject;
      /** The entry's place in its list of a bundle. */
      readonly index?: number;
    }
  | { readonly op: "delete"; readonly kind: string; readonly id: string };

/** A problem or warning of a plan, about one row. A refusal of the row's write that gives no reason leaves its error code. */
export type PlanNotice = Omit<Warning, "resource"> & { readonly kind: string };

/** What is wrong with one row, before its place in the plan is known. */
export type RowProblem = Pick<PlanNotice, "field" | "message"> & Partial<Pick<PlanNotice, "reason">>;

export interface PlanProblem extends PlanNotice {
  readonly index: number | null;
}

/** What is asked of the planner. */
export interface PlanRequest {
  readonly edits: readonly RowEdit[];
  /** Problems that were found before, such as an entry that is no object. */
  readonly problems?: readonly PlanProblem[];
  readonly warnings?: readonly PlanNotice[];
  /** It was kept here, so that comparing its secrets shows the caller nothing about one that they sent. */
  readonly kept?: true;
  /** Days of the past that it is replayed on: `usualReplayDays` where it is left out, 0 for none. */
  readonly replayDays?: number | undefined;
  /** Whether engines are asked for figures that are not kept. */
  readonly replayQuery?: boolean | undefined;
  readonly set?: string | undefined;
  /** The plan that it takes back. */
  readonly undoes?: string;
  /** The run that it takes back. */
  readonly undoesRun?: string;
  /** All plans that it takes back: the one, those that go with it, or those of the run. */
  readonly undoesPlans?: readonly string[];
  /** It is a plan that a model made. */
  readonly byAgent?: true;
  readonly prune?: "none" | "delete" | "detach";
  /** How many rows leave the set at most, those first that point at others. */
  readonly pruneAtMost?: number | undefined;
  /** `index` is the place that a row has in the caller's list; `free` takes rows of no set, and none of another. */
  readonly adopt?:
    | true
    | "free"
    | readonly { readonly kind: string; readonly key: JsonObject; readonly index?: number }[]
    | undefined;
}

/** Days of the past that a plan is replayed on, where nothing else is said. */
export const usualReplayDays = 30;

/** Most changes of one plan: who gathers rows for one stops there. */
export const maxChanges = 2_000;

/** Rows and settings that a bundle's body names. */
export function sizeOf(body: JsonObject): number {
  return Object.values(body).reduce<number>((sum, rows) => sum + (Array.isArray(rows) ? rows.length : 1), 0);
}

/** Deletes that an apply makes without being given how many are meant. */
export const freeDeletes = 10;

const dayMs = 24 * 60 * 60_000;

/**
 * Which plans are forgotten: those that expired or were applied before. Applied ones are kept so that they can be taken back,
 * the others so that their refusal says why.
 */
export function forgottenBefore(now: Date): { readonly expired: Date; readonly applied: Date } {
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  return { expired: before(1), applied: before(30) };
}
