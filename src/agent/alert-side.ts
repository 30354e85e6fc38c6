/** The side of an engine that routes alerts, and what of it is exchanged with the service. */
import type { JsonObject } from "../kernel/validate.ts";

/** A matcher of a silence. */
export interface EngineMatcher {
  readonly name: string;
  readonly value: string;
  readonly is_regex: boolean;
  readonly is_equal: boolean;
}

/** A silence that an engine has. Times are as it writes them, RFC 3339. */
export interface EngineSilence {
  readonly id: string;
  readonly state: string;
  readonly matchers: readonly EngineMatcher[];
  readonly created_by: string;
  readonly comment: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

/** A silence that an engine is to have. */
export interface WantedSilence {
  readonly matchers: readonly EngineMatcher[];
  readonly starts_at: string;
  readonly ends_at: string;
  readonly created_by: string;
  readonly comment: string;
}

/** An alert that an engine has. Of one that is not active nothing more is known than that it is there. */
export interface EngineAlert {
  readonly fingerprint: string;
  readonly state: string;
  readonly started_at: string;
  readonly receivers: readonly string[];
  readonly labels?: JsonObject;
  readonly annotations?: JsonObject;
  readonly generator_url?: string;
}

/** An alert of a drill that an engine is to be sent, or the end of one that it has. */
export interface DrillAlert {
  readonly id: string;
  readonly is_over: boolean;
  readonly labels: JsonObject;
  readonly annotations: JsonObject;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly generator_url: string;
}

/** What became of it; null where the engine took it. */
export interface SentDrill {
  readonly id: string;
  readonly error: string | null;
}

/** What the service wants changed of an engine's silences. */
export interface SilenceChanges {
  /** The service's time. */
  readonly at: string;
  /** Whether all alerts of the engine are wanted now. */
  readonly alerts_wanted: boolean;
  readonly create: readonly WantedSilence[];
  /** Ids. */
  readonly expire: readonly string[];
  /** Silences that the service cannot keep, and why. */
  readonly refused: readonly { readonly id: string; readonly message: string }[];
}

/** The side of an engine that routes alerts. Each throws EngineProblem where the engine does not answer, or refuses. */
export interface AlertSide {
  /** All that it has, expired ones too. */
  silences(): Promise<readonly EngineSilence[]>;
  silence(wanted: WantedSilence): Promise<void>;
  expire(id: string): Promise<void>;
  /** Sends it an alert, as a Prometheus does. */
  send(alert: DrillAlert): Promise<void>;
  /** When it started, as it says it: the same until it starts again. */
  started(): Promise<string>;
  /** All that it has. One that has just started may not have received all that fire again. */
  alerts(): Promise<readonly EngineAlert[]>;
}

/** What the service does about silences and alerts. Each throws where the call cannot be made. */
export interface AlertService {
  exchangeSilences(silences: readonly EngineSilence[]): Promise<SilenceChanges>;
  /** Says what became of what was given before. @returns what is to be sent now */
  exchangeDrills(sent: readonly SentDrill[]): Promise<readonly DrillAlert[]>;
  /**
   * @param since what was answered as `at` before the alerts were read
   * @param settled whether the engine has had the time to receive all that fires
   */
  reportAlerts(since: string, alerts: readonly EngineAlert[], settled: boolean): Promise<void>;
}
