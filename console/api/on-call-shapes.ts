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

/** A time that has to be covered, and belongs to nobody. */
export interface Gap extends Term {
  readonly role: string;
}

export interface Concern extends Term {
  readonly kind: "away" | "gone" | "doubly_booked" | "short_rest";
  readonly email: string;
  /** To be read after the person. */
  readonly message: string;
}

export interface Coverage {
  readonly covered: boolean;
  readonly gaps: readonly Gap[];
  readonly concerns: readonly Concern[];
}

/** A role at the moment. Nobody is on call in it where there are no people. */
export interface Post {
  readonly role: string;
  readonly people: readonly { readonly email: string; readonly name: string }[];
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

/** A shift that was taken, given or swapped. */
export interface Swapped {
  /** What takes all of it back. */
  readonly run: string;
}
