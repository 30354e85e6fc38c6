/** What pages about services need of the world: the names that rows and open alerts hold, and the rows behind a name. */

import type { LazyRow } from "../../engine/ports/rows.ts";
import type { NamingKind } from "../service-names/index.ts";

export interface ServiceSearch {
  /** A part of the name, in any case; empty takes all. */
  readonly q: string;
  /** Only services with open alerts, or with rows that are in trouble. */
  readonly inTrouble: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface FoundService {
  readonly service: string;
  /** How many rows of each kind name it. */
  readonly rows: Readonly<Record<string, number>>;
  /** Rows that name it and are in a bad state, or in one that warns. */
  readonly bad: number;
  readonly warning: number;
  /** Rows that name it and were measured of late to be well. */
  readonly good: number;
  /** Rows that name it and whose state nobody has reported of late, or ever. */
  readonly unknown: number;
  readonly openAlerts: number;
  /** The worst severity of its open alerts, by its place among the severities that were given; null where none has one. */
  readonly severity: number | null;
}

/** Rows of one kind: the first of them, and how many they are in all. */
export interface RowsOfKind {
  readonly kind: string;
  readonly total: number;
  readonly rows: readonly LazyRow[];
}

interface RowName {
  readonly kind: string;
  readonly id: string;
}

export interface ServiceFinder {
  /** One page of the services that anything names, by name. @param severities from the least to the worst */
  list(
    organizationId: string,
    kinds: readonly NamingKind[],
    search: ServiceSearch,
    severities: readonly string[],
    now: Date,
  ): Promise<{ readonly services: readonly FoundService[]; readonly total: number }>;
  /** The rows that name exactly this service. @param limit of each kind */
  naming(
    organizationId: string,
    kinds: readonly NamingKind[],
    service: string,
    limit: number,
    now: Date,
  ): Promise<readonly RowsOfKind[]>;
  /** The rows that point at any of these or that these point at, the newest first. @param limit of each kind */
  near(
    organizationId: string,
    rows: readonly RowName[],
    limit: number,
    now: Date,
  ): Promise<readonly RowsOfKind[]>;
}
