/** What a configuration does with alerts: the one before a migration, and the one after it, in the same terms. */
import type { Labels } from "../../../renderers/alerting/facts.ts";
import type { Conjunction } from "../../../renderers/alerting/samples.ts";
import type { Interval } from "./alertmanager/intervals.ts";
import type { RouteSample } from "./label-sets.ts";

/** Somebody is notified of an alert. */
export interface Notification {
  /** The target, by its name after the migration. */
  readonly recipient: string;
  /** How it is put together with others, as people read it. */
  readonly grouped: string;
  /** What notifies: the route. */
  readonly by: string;
  /** Why it is not any more, whatever stands in its place. */
  readonly lost?: string | undefined;
}

/** A route as people read it: which alerts, and who is notified. */
export interface RouteLine {
  /** How deep in the tree it stands, from 0. */
  readonly depth: number;
  /** Its matchers; none takes every alert that comes to it. */
  readonly takes: readonly string[];
  /** Names; none where it notifies nobody, by decision. */
  readonly sends: readonly string[];
  /** Whether what follows is tried as well. */
  readonly continues: boolean;
}

export interface Side {
  /** Its routes in the order in which they are tried. */
  readonly lines: readonly RouteLine[];
  notifications(labels: Labels): readonly Notification[];
  /** Whether a route keeps quiet, whatever the alert. @param at in milliseconds since 1970 */
  isMuted(by: string, at: number): boolean;
  /** Its rhythms, those in which routes are muted and those in which they alone are active. */
  readonly intervals: readonly Interval[];
  /** The names of rules by which the source keeps the target back, while it fires; there may be others too. */
  inhibiting(target: Labels, source: Labels): readonly string[];
}

/** The configuration before, and what is worth asking about it. */
export interface Before extends Side {
  readonly routes: readonly RouteSample[];
  readonly rules: readonly InhibitingRule[];
  /** The receivers that it notifies, by their own names. */
  receiversOf(labels: Labels): readonly string[];
  /** The targets that stand for a receiver, those that are switched off among them; undefined for one that it does not have. */
  recipientsOf(receiver: string): readonly string[] | undefined;
  /** Its routes, and nothing else, as its own program reads them. */
  readonly text: string;
}

export interface InhibitingRule {
  readonly source: Conjunction;
  readonly target: Conjunction;
  readonly equal: readonly string[];
}
