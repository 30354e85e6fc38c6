/** What the calls about shifts answer. Moments are RFC 3339, people their addresses in lower case. */

import type { OnCallLoad } from "../../src/features/alerting/on-call-load/shapes.ts";
import type { Concern as OwnConcern, Gap as OwnGap } from "../../src/shifts/coverage.ts";
import type { Shift as OwnShift, Stretch } from "../../src/shifts/shapes.ts";

export interface Term {
  readonly from: string;
  readonly to: string;
}

/** As answers show what has a time. */
type Shown<T extends Stretch> = Omit<T, keyof Stretch> & Term;

export type Shift = Shown<OwnShift>;

/** A shift of a person. */
export interface ShiftOfRota extends Shift {
  readonly rota_id: string;
}

/** A time that has to be covered, and belongs to nobody. */
export type Gap = Shown<OwnGap>;

export type Concern = Shown<OwnConcern>;

export interface Coverage {
  readonly covered: boolean;
  readonly gaps: readonly Gap[];
  readonly concerns: readonly Concern[];
}

/** A role at the moment. Nobody is on call in it where there are no people. */
export interface Post {
  readonly role: string;
  readonly people: readonly {
    readonly email: string;
    readonly name: string;
    /** Kinds of ways that reach them. */
    readonly ways: readonly string[];
  }[];
  readonly since: string | null;
  readonly until: string | null;
  readonly by: "rotation" | "override" | null;
  readonly next: { readonly at: string; readonly people: readonly string[] } | null;
}

export interface WhoIsOnCall {
  readonly at: string;
  readonly rotas: readonly {
    readonly rota_id: string;
    readonly name: string;
    readonly roles: readonly Post[];
  }[];
}

/** Who was asked to be reachable by more than mail. */
export interface AskAnswer {
  readonly asked: readonly string[];
  readonly asked_before: readonly string[];
}

/** A shift that was taken, given or swapped. */
export interface Swapped {
  /** What takes all of it back. */
  readonly run: string;
}

export type { OnCallLoad };
export type PersonLoad = OnCallLoad["data"][number];
/** What being on call asks of somebody, by the clock of the rota's zone. */
export type Load = PersonLoad["past"];
