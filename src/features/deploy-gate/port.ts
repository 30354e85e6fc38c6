/** What the deploy gate needs of the world beyond policies and SLOs: overrides, and incidents by service. */

import type { Bindable } from "../../engine/ports/executor.ts";
import type { AuditEntry, StoredRow } from "../../engine/ports/rows.ts";
import type { NamingKind } from "../service-names/index.ts";

export interface DeployOverride {
  readonly service: string;
  readonly allow: boolean;
  readonly reason: string;
  /** The name of the actor who set it. */
  readonly by: string;
  readonly createdAt: Date;
  readonly until: Date;
}

export interface ServiceIncident {
  readonly service: string;
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly impact: string;
}

export interface DeployGateReader {
  /** The overrides of these services that are in force at `now`. */
  overrides(
    organizationId: string,
    services: readonly string[],
    now: Date,
  ): Promise<readonly DeployOverride[]>;
  /** The SLOs of these services. */
  slos(organizationId: string, services: readonly string[]): Promise<readonly StoredRow[]>;
  /**
   * Status page incidents on a component of one of the services: of the impacts that matter to it, in none of these statuses.
   * @param limit of each service, the newest
   */
  incidents(
    organizationId: string,
    services: readonly { readonly service: string; readonly impacts: readonly string[] }[],
    notIn: readonly string[],
    limit: number,
  ): Promise<readonly ServiceIncident[]>;
  /** Whether any row of these kinds names the service. */
  isKnown(organizationId: string, kinds: readonly NamingKind[], service: string, now: Date): Promise<boolean>;
}

/** An override changes by what it was before, under a lock; its record is written with it. */
export interface DeployGateWriter extends DeployGateReader {
  /** Takes the place of the service's last one. */
  setOverride(organizationId: string, override: DeployOverride, entry: AuditEntry): Promise<void>;
  clearOverride(organizationId: string, service: string, entry: AuditEntry): Promise<void>;
}

export type DeployGateStore = Bindable<DeployGateReader, DeployGateWriter>;
