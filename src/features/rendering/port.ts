/** What rendering for engines needs of the world beyond rows: what the engines' agents said last. */
import type { Bindable } from "../../engine/ports/executor.ts";
import type { AuditEntry } from "../../engine/ports/rows.ts";

/** What an agent said of its engine. */
export interface Acknowledgement {
  /** Which of the connector's agents it is; empty for one that gives no name. */
  readonly instance: string;
  /** The rendering that it is about. */
  readonly digest: string;
  /** Whether the engine runs it. */
  readonly ok: boolean;
  /** Whether the engine runs it and cannot evaluate all of it. */
  readonly degraded: boolean;
  readonly message: string | null;
  /** The engine's version, where the agent could see it. */
  readonly version: string | null;
  /** The rendering that took last: what the engine runs. */
  readonly runningDigest: string | null;
  /** When it first said so of that rendering. */
  readonly runningSince: Date | null;
  readonly at: Date;
  /** Whether the agent ended and said so: who speaks next takes its place. */
  readonly departed: boolean;
  /** Whether the agent has said nothing for longer than figures hold, by the database's clock. */
  readonly silent: boolean;
  /** Whether it is silent for so long that it is forgotten once another one speaks. */
  readonly expired: boolean;
  /** Whether that was reported already. */
  readonly absenceNotified: boolean;
}

/** A connector that is on, and has an agent that is silent. */
export interface SilentConnector {
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

/** What the engine of one agent may be asked for. */
export interface AgentTargets {
  readonly instance: string;
  readonly silent: boolean;
  readonly targets: readonly AcknowledgedTarget[];
}

export interface RenderReader {
  /** Differs after every write and every delete of a row of these kinds. */
  stamp(organizationId: string, kinds: readonly string[]): Promise<string>;
  /** Connectors with absent agents of which nobody was notified, as many as the limit says. */
  silent(limit: number): Promise<readonly SilentConnector[]>;
  /** By connector: what each of its agents said last, in the order of their names. */
  acknowledgements(organizationId: string): Promise<ReadonlyMap<string, readonly Acknowledgement[]>>;
  /** What the engines of a connector's agents may be asked for. */
  acknowledgedTargets(organizationId: string, connectorId: string): Promise<readonly AgentTargets[]>;
}

/** How long ago it was said the database knows. */
export type NewAcknowledgement = Omit<Acknowledgement, "silent" | "absenceNotified" | "expired">;

export interface RenderWriter extends RenderReader {
  /** Takes the place of the instance's last one. `record` goes with it where it is new. */
  acknowledge(
    organizationId: string,
    connectorId: string,
    acknowledgement: NewAcknowledgement,
    targets: readonly AcknowledgedTarget[],
    record: AuditEntry | undefined,
  ): Promise<void>;
  /** Notes that people were notified that these agents are absent: once, until they say something again. */
  setAbsenceNotified(
    organizationId: string,
    connectorId: string,
    instances: readonly string[],
  ): Promise<void>;
  /** For agents that another one takes the place of, or that nobody learnt of for long. */
  forgetInstances(organizationId: string, connectorId: string, instances: readonly string[]): Promise<void>;
  /** Nobody waits for this agent any more: who speaks next takes its place. */
  depart(organizationId: string, connectorId: string, instance: string): Promise<void>;
  /** Its agents' silence counts from now on: a connector that is off has nothing to say. */
  listen(organizationId: string, connectorId: string): Promise<void>;
  /** For a connector that is gone. */
  forget(organizationId: string, connectorId: string): Promise<void>;
}

export type RenderStore = Bindable<RenderReader, RenderWriter>;
