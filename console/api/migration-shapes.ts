/** What the preview of a migration answers, as far as its page reads it. */
import type { JsonObject } from "../../src/kernel/validate.ts";

export interface MigrationNote {
  /** Where in the files it is said of; empty for all of them. */
  readonly path: string;
  readonly message: string;
  readonly level: "info" | "warning" | "error";
}

/** A label set for which the two would not do the same. */
export interface MigrationDifference {
  readonly labels: Readonly<Record<string, string>>;
  readonly at: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly why: string;
}

/** A route: which alerts it takes, and who is notified. */
export interface RouteLine {
  readonly depth: number;
  readonly takes: readonly string[];
  readonly sends: readonly string[];
  readonly continues: boolean;
}

export interface MigrationPreview {
  readonly bundle: JsonObject;
  readonly notes: readonly MigrationNote[];
  readonly proof: {
    readonly sets: number;
    readonly equal: number;
    readonly differs: readonly MigrationDifference[];
  } | null;
  /** Those of both sides; null where the source has no routes. */
  readonly routes: {
    readonly before: readonly RouteLine[];
    readonly after: readonly RouteLine[];
  } | null;
  /** Alerts that reach nobody. */
  readonly unreached: readonly { readonly labels: Readonly<Record<string, string>> }[];
}
