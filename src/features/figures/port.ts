/** What was reported over time, and what happened on a day. */

export interface FigurePoint {
  readonly at: Date;
  readonly field: string;
  readonly mean: number;
  readonly least: number;
  readonly most: number;
}

export type Counted = "changes" | "alerts" | "deliveries";

export interface DayCount {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly count: number;
}

export interface FigureStore {
  /** A point for each field and step of so many seconds, in order of time. */
  points(
    organizationId: string,
    row: { readonly kind: string; readonly id: string },
    span: { readonly since: Date; readonly until: Date; readonly step: number },
  ): Promise<readonly FigurePoint[]>;
  /** Days as the clocks of the time zone show them; a day without any is left out. */
  byDay(organizationId: string, what: Counted, since: Date, zone: string): Promise<readonly DayCount[]>;
  /**
   * Puts what is older than a moment, of at most so many rows, into records of a longer span, in seconds.
   * @returns of how many rows
   */
  thin(span: number, longer: number, before: Date, limit: number): Promise<number>;
  forget(span: number, before: Date): Promise<void>;
}
