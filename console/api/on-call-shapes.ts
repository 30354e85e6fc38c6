/** What the calls about shifts answer. Moments are RFC 3339, people their addresses in lower case. */

export interface Term {
  readonly from: string;
  readonly to: string;
}

export interface Shift extends Term {
  readonly role: string;
  readonly people: readonly string[];
  readonly by: "rotation" | "override";
}

/** A shift of a person. */
export interface ShiftOfRota extends Shift {
  readonly rota_id: string;
}

/** A time that has to be covered, and belongs to nobody. */
export interface Gap extends Term {
  readonly role: string;
}

export interface Concern extends Term {
  readonly kind: "away" | "gone" | "doubly_booked" | "unreachable" | "short_rest";
  readonly email: string;
  /** To be read after the person. */
  readonly message: string;
  /** Who is free then, least loaded first. */
  readonly could_cover: readonly string[];
}

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

/** What being on call asks of somebody, by the clock of the rota's zone. */
export interface Load {
  readonly hours: number;
  readonly nights: number;
  readonly weekends: number;
}

export interface PersonLoad {
  readonly email: string;
  readonly name: string;
  readonly past: Load;
  readonly planned: Load;
  readonly pages: number;
  readonly pages_at_night: number;
  /** Alerts. */
  readonly acknowledged: number;
  /** The median; null where they acknowledged nothing. */
  readonly seconds_to_acknowledge: number | null;
}

export interface OnCallLoad extends Term {
  /** From when on pages are known; null where all are. */
  readonly known_since: string | null;
  /** Whether there were more pages than are counted. */
  readonly cut: boolean;
  readonly data: readonly PersonLoad[];
}
