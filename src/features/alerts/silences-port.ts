/** What silences need of the world: which of them stand for which mutes. */
import type { Bindable } from "../../engine/ports/executor.ts";

/** A silence of an engine that stands for a mute. */
export interface SilenceLink {
  readonly silenceId: string;
  readonly muteId: string;
  /** Somebody made it at the engine, and the mute follows it. */
  readonly madeThere: boolean;
}

export interface KnownSilence extends SilenceLink {
  readonly connectorId: string;
  /** over: its time has passed. gone: it was deleted. */
  readonly muteState: "active" | "over" | "gone";
  /** Whether an engine of the connector had it in the last five minutes. */
  readonly isSeenLately: boolean;
}

export interface SilenceLinks {
  /** By the database's clock, when the transaction began. */
  now(): Promise<Date>;
  /** All of the organization. @param kind of the mutes' rows */
  list(organizationId: string, kind: string, now: Date): Promise<readonly KnownSilence[]>;
  add(organizationId: string, connectorId: string, links: readonly SilenceLink[]): Promise<void>;
  /** An engine of the connector has these. */
  see(organizationId: string, connectorId: string, silenceIds: readonly string[]): Promise<void>;
  remove(organizationId: string, connectorId: string, silenceIds: readonly string[]): Promise<void>;
  /** Removes those whose connector, a row of this kind, is gone. */
  forget(kind: string): Promise<void>;
}

export type SilenceStore = Bindable<SilenceLinks>;
