/** What get_timeline answers. */
import type { Severity } from "./alert-shapes.ts";
import type { AuditRecord } from "./shapes.ts";

interface Lasting {
  readonly id: string;
  readonly title: string;
  readonly began: string;
  readonly ended: string | null;
}

export interface TimelineAlert extends Lasting {
  readonly service: string | null;
  readonly severity: Severity | null;
  readonly acknowledged_by: string | null;
}

export interface TimelineIncident extends Lasting {
  readonly status: string;
  readonly impact: string;
}

export interface TimelineDeploy {
  readonly service: string;
  readonly at: string;
  readonly allowed: boolean;
  readonly count: number;
}

export interface TimelineChange
  extends Pick<
    AuditRecord,
    "sequence" | "at" | "actor" | "door" | "action" | "resource" | "row_id" | "changes"
  > {
  readonly name: string;
  readonly present: boolean;
  readonly plan_id: string | null;
}

export interface Coming {
  readonly what:
    | "freeze_ends"
    | "maintenance_begins"
    | "maintenance_ends"
    | "mute_begins"
    | "mute_ends"
    | "certificate_expires";
  readonly resource: string;
  readonly id: string;
  readonly name: string;
  readonly at: string;
}

export interface Timeline {
  readonly since: string;
  readonly until: string;
  readonly alerts: readonly TimelineAlert[];
  readonly alerts_total: number;
  readonly incidents: readonly TimelineIncident[];
  readonly deploys: readonly TimelineDeploy[];
  readonly deploys_total: number;
  readonly changes: readonly TimelineChange[];
  readonly changes_total: number;
  readonly coming: readonly Coming[];
}
