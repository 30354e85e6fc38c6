/** What the call about the flow of alerts answers. */
import type { Delivery } from "./alert-shapes.ts";

export interface FlowRoute {
  readonly id: string;
  /** The row's kind: a heartbeat may have destinations of its own. */
  readonly kind: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly matchers: readonly string[];
  readonly continue: boolean;
  readonly catch_all: boolean;
  readonly receivers: readonly string[];
  /** Why it notifies nobody. */
  readonly problem: string | null;
}

export interface Receiver {
  /** The row's id; of a mailbox its address. */
  readonly id: string;
  /** The row's kind, or `email`. */
  readonly kind: string;
  readonly name: string;
  readonly target_kind: string | null;
  readonly people_count: number;
  readonly people: readonly { readonly name: string; readonly email: string }[];
  /** Why what is sent to it reaches nobody. */
  readonly problem: string | null;
  readonly delivery: Delivery;
}

/** Alerts that went the same way. */
export interface FlowPath {
  /** Empty for none, null for those of several services. */
  readonly service: string | null;
  readonly routes: readonly { readonly id: string; readonly receivers: readonly string[] }[];
  readonly count: number;
}

export interface KnownLabel {
  readonly name: string;
  readonly count: number;
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

export interface AlertFlow {
  readonly since: string;
  readonly looked_at: number;
  readonly complete: boolean;
  /** In the order in which they are tried. */
  readonly routes: readonly FlowRoute[];
  readonly receivers: readonly Receiver[];
  readonly paths: readonly FlowPath[];
  readonly labels: readonly KnownLabel[];
  /** What no row says, in sentences. */
  readonly unknown: readonly string[];
}
