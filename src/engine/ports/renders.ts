/** What rendering for engines needs of the world beyond rows: what the engines' agents said last. */
import type { Bindable } from "./executor.ts";
import type { AuditEntry } from "./rows.ts";

/** What an agent said of its engine. */
export interface Acknowledgement {
  /** The rendering that it is about. */
  readonly digest: string;
  /** Whether the engine runs it. */
  readonly ok: boolean;
  readonly message: string | null;
  /** The engine's version, where the agent could see it. */
  readonly version: string | null;
  /** The rendering that took last: what the engine runs. */
  readonly runningDigest: string | null;
  readonly at: Date;
}

/** What an engine may be asked for, one probe of a row, as the rendering has it that the engine runs. */
export interface AcknowledgedTarget {
  readonly probe: string;
  readonly authorized: boolean;
  readonly group: {
    readonly targets: readonly string[];
    readonly labels: Readonly<Record<string, string>>;
  };
}

export interface RenderReader {
  /** Differs after every write and every delete of a row of these kinds. */
  stamp(organizationId: string, kinds: readonly string[]): Promise<string>;
  /** By connector. */
  acknowledgements(organizationId: string): Promise<ReadonlyMap<string, Acknowledgement>>;
  /** What a connector's engine may be asked for; empty where it acknowledged nothing. */
  acknowledgedTargets(organizationId: string, connectorId: string): Promise<readonly AcknowledgedTarget[]>;
}

export interface RenderWriter extends RenderReader {
  /** Takes the place of the last one. `record` goes with it where it is news. */
  acknowledge(
    organizationId: string,
    connectorId: string,
    acknowledgement: Acknowledgement,
    targets: readonly AcknowledgedTarget[],
    record: AuditEntry | undefined,
  ): Promise<void>;
  /** For a connector that is gone. */
  forget(organizationId: string, connectorId: string): Promise<void>;
}

export type RenderStore = Bindable<RenderReader, RenderWriter>;
