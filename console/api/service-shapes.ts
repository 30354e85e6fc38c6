/** What the calls about services answer, as far as the pages read it. */
import type { Hiding } from "../../src/kernel/route-reach.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Alert, Severity } from "./alert-shapes.ts";
import type { GateDecision } from "./shapes.ts";

export interface ListedService {
  readonly service: string;
  readonly rows: readonly { readonly kind: string; readonly count: number }[];
  /** Rows that name it and are in a bad state, or in one that warns. */
  readonly bad: number;
  readonly warning: number;
  /** Rows that were measured of late and are well, and those that nobody has reported on. */
  readonly good: number;
  readonly unknown: number;
  readonly open_alerts: number;
  readonly worst_severity: Severity | null;
}

export interface ListedServices {
  readonly data: readonly ListedService[];
  readonly total: number;
}

/** The SLO that has the least budget left. */
export interface ServiceBudget {
  readonly slo_id: string;
  readonly name: string;
  readonly status: string;
  readonly remaining_percent: number;
  readonly measured_at: string;
}

export interface DetailedService extends ListedService {
  readonly details: {
    readonly budget: ServiceBudget | null;
    readonly checks: readonly { readonly id: string; readonly name: string; readonly status: string }[];
    readonly gate: Pick<GateDecision, "allowed" | "decided_by"> & { readonly why: string | null };
    readonly owners: readonly { readonly id: string; readonly name: string }[];
  };
}

export interface DetailedServices {
  readonly data: readonly DetailedService[];
  readonly total: number;
}

export interface KindRows {
  readonly kind: string;
  readonly total: number;
  /** The first of them. */
  readonly data: readonly JsonObject[];
}

/** A route, a rule or a mute that can take the service's alerts. */
export interface Receiver {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly named: boolean;
  readonly conditions: readonly string[];
  /** The route before it that takes them all. */
  readonly behind: string | null;
  /** The route that hides it from every alert. */
  readonly unreachable: Hiding | null;
  readonly expires_at: string | null;
}

export interface ServiceFacts {
  readonly service: string;
  readonly known: boolean;
  readonly rows: readonly KindRows[];
  readonly near: readonly KindRows[];
  readonly takers: readonly Receiver[];
  readonly gate: GateDecision;
  readonly bindings: readonly { readonly environment: string }[];
  readonly alerts: readonly Alert[];
  readonly more_alerts: boolean;
  readonly owners: readonly { readonly id: string; readonly name: string }[];
}
