/** What plans need of the world beyond the rows of a single write: rows in batches, owners, and the plans themselves. */

import type { Referrer } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { Bindable } from "./executor.ts";
import type { AuditEntry, Commit, StoredRow } from "./rows.ts";

export interface RowName {
  readonly kind: string;
  readonly id: string;
}

/** A row that points at another. */
export interface Link extends Referrer {
  readonly toKind: string;
  readonly toId: string;
  readonly cascade: boolean;
}

/** Rows in batches, by one statement each. */
export interface PlanRowsReader {
  /** The rows with these encoded natural keys; one that has ended by itself holds its key no more. */
  byKeys(
    organizationId: string,
    keys: readonly { readonly kind: string; readonly key: string }[],
    now: Date,
  ): Promise<readonly { readonly row: StoredRow; readonly ended: boolean }[]>;
  byIds(organizationId: string, names: readonly RowName[]): Promise<readonly StoredRow[]>;
  /** Every row of a set that is not expired. */
  ofSet(organizationId: string, set: string, now: Date): Promise<readonly StoredRow[]>;
  /** All that point at any of these rows. */
  referrers(organizationId: string, names: readonly RowName[]): Promise<readonly Link[]>;
  /** Whether another organization has this name. */
  isTaken(organizationId: string, name: NonNullable<Commit["serviceName"]>): Promise<boolean>;
}

export interface PlanRowsWriter extends PlanRowsReader {
  /** Locks these rows, in the order of their kinds and ids, and answers those that are there. */
  lock(
    organizationId: string,
    names: readonly RowName[],
  ): Promise<readonly (RowName & { readonly revision: string; readonly managedBy: string | null })[]>;
  /** Puts rows under a set, or under none; moves neither revision nor times. */
  own(organizationId: string, set: string | null, names: readonly RowName[]): Promise<void>;
  /** A record of what moves no row. */
  record(organizationId: string, entry: AuditEntry): Promise<void>;
}

export type PlanRows = Bindable<PlanRowsReader, PlanRowsWriter>;

/** A plan as it is kept. */
export interface StoredPlan {
  readonly id: string;
  readonly status: "open" | "invalid" | "applied";
  readonly actorId: string;
  readonly sealedRequest: string;
  /** What a list shows of it. */
  readonly head: JsonObject;
  /** What would change, and what stands against it. */
  readonly difference: JsonObject;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly appliedAt: Date | undefined;
}

/** What was last applied for a set. */
export interface StoredSet {
  readonly name: string;
  readonly sealedRequest: string;
  readonly planId: string;
  readonly appliedAt: Date;
}

export interface PlanReader {
  find(organizationId: string, id: string): Promise<StoredPlan | undefined>;
  /** The plan that took this one back last, where one was applied. @param run in which this one was applied, if any */
  undoOf(
    organizationId: string,
    planId: string,
    run?: string,
  ): Promise<{ readonly id: string; readonly appliedAt: Date } | undefined>;
  /** Newest first, without their differences. @param before the last one of the page before */
  list(
    organizationId: string,
    limit: number,
    before?: Pick<StoredPlan, "createdAt" | "id">,
  ): Promise<readonly Omit<StoredPlan, "difference" | "sealedRequest">[]>;
  set(organizationId: string, name: string): Promise<StoredSet | undefined>;
  /** In order of their names, each with the number of rows that it owns. */
  sets(
    organizationId: string,
  ): Promise<readonly (Omit<StoredSet, "sealedRequest"> & { readonly rows: number })[]>;
  insert(organizationId: string, plan: StoredPlan): Promise<void>;
  /**
   * Deletes plans that nobody can use any more.
   * @param kept the actor's newest plans that are not applied stay, this many and of so many bytes; the last one always
   */
  sweep(
    organizationId: string,
    actorId: string,
    kept: { readonly plans: number; readonly bytes: number },
    before: { readonly expired: Date; readonly applied: Date },
  ): Promise<void>;
}

export interface PlanWriter extends PlanReader {
  /** The plan, locked until the transaction's end. */
  lock(organizationId: string, id: string): Promise<StoredPlan | undefined>;
  applied(organizationId: string, id: string, at: Date): Promise<void>;
  putSet(organizationId: string, set: StoredSet): Promise<void>;
  dropSet(organizationId: string, name: string): Promise<void>;
}

export type PlanStore = Bindable<PlanReader, PlanWriter>;
