/** What shifts follow from, as the rows have it. Wall times are of the rota's zone. */

export interface Rota {
  readonly timezone: string;
  readonly rotations: readonly Rotation[];
}

export interface Rotation {
  readonly role: string;
  readonly turns: readonly { readonly people: readonly string[] }[];
  /** YYYY-MM-DD */
  readonly starts_on: string;
  /** YYYY-MM-DD: the last day, through its end; null for none. */
  readonly ends_on: string | null;
  readonly handover: HandOver;
  /** Empty is always. */
  readonly hours: readonly CoveredHours[];
  readonly offset: number;
}

export interface HandOver {
  readonly every: number;
  readonly unit: "hours" | "days" | "weeks" | "months";
  /** HH:MM */
  readonly at: string;
  readonly weekday: string;
  readonly day_of_month: number;
}

export interface CoveredHours {
  /** Those on which they begin; empty is every day. */
  readonly days: readonly string[];
  /** HH:MM */
  readonly start: string;
  /** HH:MM, or 24:00. One that is not after the start is on the next day. */
  readonly end: string;
}

export interface Override {
  readonly role: string;
  readonly email: string;
  /** Whose place is taken; null is everybody's of the role. */
  readonly replaces: string | null;
  /** RFC 3339 */
  readonly starts_at: string;
  readonly ends_at: string;
}

/** A time in milliseconds since 1970: from `from`, and not at `to` any more. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface Shift extends Stretch {
  readonly role: string;
  /** Addresses in lower case, sorted; never empty. */
  readonly people: readonly string[];
  readonly by: "rotation" | "override";
}

/** Who can be on call: members of the organization, by their addresses in lower case. */
export type Members = ReadonlySet<string>;
