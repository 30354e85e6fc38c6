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
  /** The modules that the engine has by that rendering, for engines that have such. */
  readonly modules: readonly string[];
  readonly at: Date;
}

export interface RenderReader {
  /** Differs after every write and every delete of a row of these kinds. */
  stamp(organizationId: string, kinds: readonly string[]): Promise<string>;
  /** By connector. */
  acknowledgements(organizationId: string): Promise<ReadonlyMap<string, Acknowledgement>>;
}

export interface RenderWriter extends RenderReader {
  /** Takes the place of the last one. `record` goes with it where it is news. */
  acknowledge(
    organizationId: string,
    connectorId: string,
    acknowledgement: Acknowledgement,
    record: AuditEntry | undefined,
  ): Promise<void>;
  /** For a connector that is gone. */
  forget(organizationId: string, connectorId: string): Promise<void>;
}

export type RenderStore = Bindable<RenderReader, RenderWriter>;
