/** What plans, drift and history answer, as far as the pages read it. */

import type { gateReplayFields } from "../../src/features/reliability/deploy-gate/shapes.ts";
import type { Json } from "../../src/kernel/field.ts";
import type { ErrorCode } from "../../src/kernel/problem.ts";
import type { Reason } from "../../src/kernel/reasons.ts";
import type { ShownSlo } from "../../src/kernel/replayed-slo.ts";
import type { ObjectValueOf } from "../../src/kernel/row-types.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Delivery, Notified } from "./alert-shapes.ts";
import type { EngineRefusal } from "./engine-shapes.ts";
import type { AuditRecord } from "./shapes.ts";

export const planActions = ["create", "update", "delete", "adopt", "detach"] as const;
export type PlanAction = (typeof planActions)[number];

export type Summary = Readonly<Record<PlanAction | "unchanged", number>>;

/** What becomes of one row. A reference in its key or its fields is the natural key of its row. */
export interface PlanChange {
  readonly resource: string;
  readonly key: JsonObject;
  readonly id: string;
  readonly action: PlanAction;
  readonly fields: readonly { readonly path: string; readonly before?: Json; readonly after?: Json }[];
  readonly secrets: Readonly<Record<string, "set" | "changed" | "cleared">>;
  readonly managed_by?: { readonly before: string | null; readonly after: string | null };
}

/** A problem or a warning about one row. */
export interface PlanNotice {
  readonly resource: string;
  readonly key: JsonObject | null;
  readonly field: string;
  readonly reason: Reason | ErrorCode;
  readonly message: string;
  /** Of a problem: the entry's place in its list of the bundle. */
  readonly index?: number | null;
}

/** What differs, and what stands against it: of a plan, and of a set's drift. */
export interface Differences {
  readonly summary: Summary;
  readonly changes: readonly PlanChange[];
  readonly problems: readonly PlanNotice[];
  readonly warnings: readonly PlanNotice[];
  readonly effects: Effects;
  readonly refusals: readonly (EngineRefusal & {
    readonly connector: string;
    readonly key: JsonObject;
  })[];
}

/** What would follow from it. */
export interface Effects {
  readonly engines: readonly {
    readonly connector: string;
    readonly file: string;
    readonly summary: string;
  }[];
  /** What it would have meant for the alerts of the last week; null where no route changes. */
  readonly rerouted_alerts: ReroutedAlerts | null;
  /** Who is on call by it; null where nothing of it moves, and in plans of before. */
  readonly on_call: OnCallEffect | null;
  /** What it would have meant for the alerts of the last days. */
  readonly replay: Replay | null;
}

/** Each with a sentence that says it. */
export type OnCallEffect = Readonly<
  Record<"gaps_opened" | "gaps_closed" | "load" | "now", readonly { readonly message: string }[]>
> & { readonly cut: boolean };

/** What a change would mean that nobody has planned yet. */
export type Preview = Pick<Differences, "problems" | "warnings" | "effects">;

/** Notifications of alerts that began on a day. */
export interface ReplayedDay {
  readonly day: string;
  readonly before: number;
  readonly after: number;
  /** Alerts, those that would reach nobody among them. */
  readonly changed: number;
  readonly nobody: number;
}

/** Pages of somebody on call, and the nights in which one came. */
export interface ReplayedPerson {
  /** The address. */
  readonly person: string;
  readonly before: number;
  readonly after: number;
  readonly nights_before: number;
  readonly nights_after: number;
}

export interface Replay extends ObjectValueOf<typeof gateReplayFields> {
  readonly days: number;
  readonly alerts: number;
  readonly cut: boolean;
  readonly not_sent: number;
  readonly newly_sent: number;
  readonly elsewhere: number;
  readonly earlier: number;
  readonly later: number;
  readonly nobody: number;
  /** Null where nothing changes that decides about alerts. */
  readonly drift: number | null;
  /** Left out by plans of before. */
  readonly by_target?: readonly {
    readonly target: string;
    readonly after: number;
    readonly delivery?: Delivery;
  }[];
  /** By person on call, as rotas led to them; left out by plans of before. */
  readonly by_person?: readonly ReplayedPerson[];
  /** What it cannot know; left out by plans of before. */
  readonly unknown?: readonly string[];
  /** Changed rows whose past is not replayed. */
  readonly cannot: readonly {
    readonly resource: string;
    readonly id: string;
    readonly key: JsonObject | null;
    readonly why: string;
  }[];
  readonly by_day: readonly ReplayedDay[];
  readonly top: readonly {
    readonly alert_id: string;
    readonly title: string;
    readonly severity: string | null;
    readonly before: readonly string[];
    readonly after: readonly string[];
    readonly notified?: readonly Notified[];
    readonly link: string | null;
  }[];
  readonly slos: readonly (ShownSlo & { readonly id: string })[];
}

export interface ReroutedAlerts {
  readonly count: number;
  readonly looked_at: number;
  readonly complete: boolean;
  /** The newest of those that would have gone elsewhere. */
  readonly data: readonly {
    readonly id: string;
    readonly title: string;
    readonly started_at: string;
    readonly before: readonly NamedRoute[];
    readonly after: readonly NamedRoute[];
  }[];
}

export interface NamedRoute {
  readonly id: string;
  readonly name: string;
  /** Left out by plans of before. */
  readonly notified?: readonly Notified[];
}

export type PlanStatus = "open" | "invalid" | "applied" | "expired";

/** A plan in the list of them. */
export interface PlanHead {
  readonly id: string;
  readonly status: PlanStatus;
  readonly set: string | null;
  readonly prune: "none" | "delete" | "detach";
  readonly created_at: string;
  readonly created_by: AuditRecord["actor"];
  readonly expires_at: string;
  readonly applied_at: string | null;
  readonly summary: Summary;
}

export interface Plan extends PlanHead, Differences {}

export interface PlanSet {
  readonly name: string;
  readonly rows: number;
  readonly plan_id: string;
  readonly applied_at: string;
}

export interface Plans {
  readonly data: readonly PlanHead[];
  readonly sets: readonly PlanSet[];
}

export interface Drift extends Differences {
  readonly set: string;
  readonly plan_id: string;
  readonly applied_at: string;
  readonly drifted: boolean;
}

/** What one call did to a row. References are ids. */
export interface Version {
  readonly sequence: number;
  readonly at: string;
  readonly actor: AuditRecord["actor"];
  readonly door: string;
  readonly action: string;
  /** The plan that it was a part of. */
  readonly plan_id: string | null;
  readonly run: string | null;
  readonly fields: PlanChange["fields"];
  readonly secrets: PlanChange["secrets"];
  /** The row as it was then; null where there was none. */
  readonly configuration: JsonObject | null;
}

export interface History {
  readonly resource: string;
  readonly id: string;
  readonly key: JsonObject;
  /** Whether the row is there now. */
  readonly present: boolean;
  /** Whether these are all versions that there were. */
  readonly complete: boolean;
  /** Where they are not, since when every version is there, as far as that is known. */
  readonly kept_since: string | null;
  readonly data: readonly Version[];
  readonly next_cursor: string | null;
}
