/** What the calls about alerts answer, as far as the pages read it. */

import type { Hiding } from "../../src/kernel/route-reach.ts";

type Labels = Readonly<Record<string, string>>;

export type AlertStatus = "open" | "acknowledged" | "resolved";

export type Severity = "none" | "info" | "warning" | "error" | "critical";

/** Why something of an alert is kept back. */
export interface Withheld {
  readonly reason: "muted" | "inhibited" | "severity_none";
  readonly by: { readonly kind: string; readonly id: string; readonly name: string } | null;
  readonly alert_id: string | null;
}

/** A message to somebody who is on call, by their steps. */
export interface AlertPage {
  readonly email: string;
  readonly rota_id: string;
  readonly role: string;
  /** Whether it takes the steps of a page. */
  readonly urgent: boolean;
  readonly at: string;
  /** Kinds of ways that were taken, in order. */
  readonly ways: readonly string[];
  readonly steps_left: number;
  /** A mute or another alert keeps all of it back. */
  readonly kept_back: boolean;
  readonly next_at: string | null;
  readonly closed_at: string | null;
  readonly outcome: "acknowledged" | "ended" | "passed_on" | "handed_over" | "nobody" | null;
  readonly closed_by: string | null;
}

export interface AlertDelivery {
  readonly target: string;
  readonly kind: string;
  readonly by: { readonly kind: string; readonly id: string; readonly name: string };
  readonly status: "queued" | "held" | "sent" | "parked";
  readonly at: string;
  /** How many tries failed. */
  readonly attempt: number;
  readonly error: string | null;
}

/** A message to a rota: who got it, or why nobody did. */
export interface OnCallMessage {
  readonly at: string;
  /** The id of the route, heartbeat or rule that sent it. */
  readonly by: string;
  readonly rota_id: string;
  readonly rota: string;
  readonly role: string;
  readonly outcome: "role" | "next_role" | "fallback" | "nobody";
  /** The role whose people got it; null for none. */
  readonly answered: string | null;
  /** Addresses, or the fallback's name. */
  readonly receivers: readonly string[];
  readonly reason: string;
}

/** Whether what is sent to a receiver arrives. */
export interface Delivery {
  readonly status: "ok" | "failing" | "off" | "unsent" | "unknown";
  readonly since: string | null;
  readonly reason: string | null;
}

/** Whom something names. */
export interface Notified {
  readonly target: string;
  readonly delivery: Delivery;
}

/** Whether a message about an alert has arrived anywhere. */
export interface Reached {
  readonly status: "reached" | "pending" | "nobody" | "withheld" | "unknown";
  readonly since: string | null;
  readonly reason: string | null;
}

export interface Alert {
  readonly id: string;
  readonly connector_id: string;
  readonly fingerprint: string;
  readonly status: AlertStatus;
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly title: string;
  readonly service: string | null;
  readonly severity: Severity | null;
  readonly url: string | null;
  readonly started_at: string;
  readonly resolved_at: string | null;
  readonly ended_because: string | null;
  readonly acknowledged_at: string | null;
  readonly acknowledged_by: string | null;
  /** The mute that keeps it back. */
  readonly muted_by: string | null;
  /** When its mute ended, until a report has it again. */
  readonly unconfirmed_since: string | null;
  readonly reached: Reached;
  readonly withheld: readonly Withheld[];
  readonly warnings: readonly { readonly field: string; readonly message: string }[];
  readonly routes: readonly { readonly id: string; readonly name: string }[];
  readonly on_call: readonly OnCallMessage[];
  readonly pages: readonly AlertPage[];
  readonly deliveries: readonly AlertDelivery[];
}

/** An alert as far as doing something about it needs it. */
export type Subject = Pick<Alert, "id" | "title" | "status" | "labels" | "muted_by">;

/** The next step of a rule. */
export interface NextStep {
  readonly rule_id: string;
  readonly name: string;
  readonly target: string | null;
  readonly step: number;
  readonly due_at: string;
}

/** One alert by itself. */
export interface WholeAlert extends Alert {
  readonly next_steps: readonly NextStep[];
}

/** Why somebody was notified of an alert, or was not. */
export interface Why {
  /** Null where it is not known. */
  readonly notified: boolean | null;
  readonly reason: string;
  readonly next_at: string | null;
  readonly steps: readonly {
    readonly row: { readonly kind: string; readonly id: string; readonly name: string } | null;
    readonly said: string;
  }[];
}

/** Whether a route or a rule takes an alert, by the present configuration. */
export interface Taking {
  readonly id: string;
  /** Of a route: its kind, or that of a heartbeat with destinations of its own. */
  readonly kind?: string;
  readonly name: string;
  readonly taken: boolean;
  readonly reason: string;
  /** Of a route that no alert comes to: the one that hides it. */
  readonly unreachable?: Hiding | null;
  /** Of a route: the ids of the teams and targets, and the addresses, that it is sent to. */
  readonly receivers?: readonly string[];
}

export interface RuleTaking extends Taking {
  readonly first_at_seconds: number | null;
}

/** What would become of an alert, by the present configuration. */
export interface Resolution {
  /** Labels that were not given, and where their values lead. */
  readonly deciding?: readonly {
    readonly label: string;
    readonly ways: readonly {
      readonly values: readonly string[];
      readonly routes: readonly string[];
      readonly rules: readonly string[];
      readonly kept_back: string | null;
    }[];
  }[];
  readonly muted_by: readonly {
    readonly id: string;
    readonly pattern: string | null;
    readonly matchers: readonly string[];
    readonly reason: string;
    readonly holds_until: string;
  }[];
  /** Mutes of some of the routes that take it. */
  readonly muted_routes: readonly {
    readonly id: string;
    readonly reason: string;
    readonly holds_until: string;
  }[];
  readonly next_change: { readonly at: string; readonly message: string } | null;
  readonly inhibited_by: {
    readonly id: string;
    readonly name: string;
    readonly alert_id: string;
    readonly alert_title: string;
  } | null;
  readonly routes: readonly Taking[];
  readonly rules: readonly RuleTaking[];
  readonly recipients: readonly {
    readonly target: string;
    readonly kind: string;
    /** The kind of the row that says so. */
    readonly by: string;
    readonly name: string;
    readonly first_at_seconds: number;
    /** Of a page over all ways of the person, as `ways` has them. */
    readonly delivery: Delivery;
  }[];
  /** What no row says, in sentences. */
  readonly unknown: readonly string[];
}

export interface ServiceResolution extends Resolution {
  readonly alerts: readonly {
    readonly labels: Readonly<Record<string, string>>;
    readonly source: { readonly kind: string; readonly name: string } | null;
    /** After "it is". */
    readonly kept_back: string | null;
    readonly recipients: readonly string[];
  }[];
}

export interface MutePreview {
  readonly count: number;
  readonly data: readonly Alert[];
  readonly last_day_count: number;
  readonly complete: boolean;
}
