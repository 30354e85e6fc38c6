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
  /** Whether the agent has said nothing for longer than figures hold, by the database's clock. */
  readonly silent: boolean;
  /** Whether that was told already. */
  readonly silenceTold: boolean;
}

/** An agent that is silent, of a connector that is on. */
export interface SilentAgent {
  readonly organizationId: string;
  readonly connectorId: string;
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
  /** Agents that are silent and of which nobody was told, as many as the limit says. */
  silent(limit: number): Promise<readonly SilentAgent[]>;
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
    acknowledgement: Omit<Acknowledgement, "silent" | "silenceTold">,
    targets: readonly AcknowledgedTarget[],
    record: AuditEntry | undefined,
  ): Promise<void>;
  /** It was told that the agent is silent: once, until it says something again. */
  silenceTold(organizationId: string, connectorId: string): Promise<void>;
  /** Its silence counts from now on: a connector that is off has nothing to say. */
  listen(organizationId: string, connectorId: string): Promise<void>;
  /** For a connector that is gone. */
  forget(organizationId: string, connectorId: string): Promise<void>;
}

export type RenderStore = Bindable<RenderReader, RenderWriter>;
