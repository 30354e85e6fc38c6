/** How many alerts are stored, and those for which there is no room. */
import type { Bindable } from "../../engine/ports/executor.ts";

export interface MergedAlert {
  readonly fingerprint: string;
  readonly title: string;
}

interface Bounds {
  readonly ofConnector: number;
  readonly ofOrganization: number;
}

export interface AlertBoundsWriter {
  /**
   * How many are open, counted no further than to the bounds, and whether one stands for others.
   * @param overflowFingerprint of the one that does, which is not counted
   */
  open(
    organizationId: string,
    connectorId: string,
    overflowFingerprint: string,
    most: Bounds,
  ): Promise<Bounds & { readonly merged: boolean }>;
  /** Counts alerts among those for which one stands, or says that they are still on. @param most of one connector */
  merge(
    organizationId: string,
    connectorId: string,
    alerts: readonly MergedAlert[],
    most: number,
  ): Promise<void>;
  /** They have ended, or are stored themselves. */
  unmerge(organizationId: string, connectorId: string, fingerprints: readonly string[]): Promise<void>;
  /** Those that were last seen before a moment and have none of these fingerprints; answers whether there were any. */
  forgetUnreported(
    organizationId: string,
    connectorId: string,
    before: Date,
    fingerprints: readonly string[],
  ): Promise<boolean>;
  /** How many there are, and the titles of the first. */
  merged(
    organizationId: string,
    connectorId: string,
    named: number,
  ): Promise<{ readonly total: number; readonly titles: readonly string[] }>;
  /** Removes the oldest of those that have ended, beyond so many. */
  trim(organizationId: string, connectorId: string, kept: Bounds): Promise<void>;
  /** Of all organizations. */
  counts(): Promise<{ readonly open: number; readonly kept: number; readonly merged: number }>;
}

export type AlertBoundsStore = Bindable<AlertBoundsWriter>;
