/** What calls about engines and other systems answer, as far as the pages read it. */
import type { Reason } from "../../src/kernel/reasons.ts";

/** A row that an engine does not take. */
export interface EngineRefusal {
  readonly resource: string;
  readonly id: string;
  readonly field: string;
  readonly message: string;
  readonly min_version?: string;
}

/** What is said of a row that engines take, and that does not do what it seems to. */
export interface RowWarning {
  readonly resource: string;
  readonly id: string;
  readonly field: string;
  readonly reason: Reason;
  readonly message: string;
}

/** What one agent of an engine said last. */
export interface AgentWord {
  readonly instance: string | null;
  readonly digest: string;
  readonly at: string;
  readonly ok: boolean;
  readonly message: string | null;
  readonly running_digest: string | null;
  readonly running_since: string | null;
  readonly version: string | null;
  readonly stale: boolean;
}

/** What one engine is given, and what its agents said last. */
export interface Render {
  readonly connector_id: string;
  readonly name: string;
  readonly connector_type: string;
  readonly enabled: boolean;
  readonly brought_by: "agent" | "service" | "nobody";
  readonly digest: string;
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
  readonly refusals: readonly EngineRefusal[];
  /** Of several agents the one that is worst off. */
  readonly applied: AgentWord | null;
  /** Kinds of which the files hold every row that is on and not refused. */
  readonly whole_kinds: readonly string[];
  readonly agents: readonly AgentWord[];
}

/** The rows that an engine's rules are about, by their kind. */
export interface RenderedRows {
  readonly evaluated: readonly {
    readonly resource: string;
    readonly ids: readonly string[];
    readonly every_seconds: number;
  }[];
}

export interface RenderedFiles {
  readonly connector: { readonly version: string };
  readonly files: readonly { readonly name: string; readonly content: string }[];
}

/** What came of asking another system. */
export interface AskOutcome {
  readonly ok: boolean;
  readonly asked: { readonly method: string; readonly url: string } | null;
  readonly status: number | null;
  readonly took_ms: number | null;
  readonly summary: string | null;
  readonly error: string | null;
  readonly next_step: string | null;
  /** What lets the service reach the address, as NAME=value. */
  readonly setting: string | null;
  readonly error_kind: string | null;
}

export interface QueryOutcome extends AskOutcome {
  readonly result: {
    readonly truncated: boolean;
    readonly series: readonly {
      readonly labels: Readonly<Record<string, string>>;
      readonly value: string;
    }[];
  } | null;
}

/** An SLO by the events that its data source has, measured once. */
export interface MeasureOutcome extends AskOutcome {
  readonly measured: {
    readonly at: string;
    /** Null where the data source has no events within the window. */
    readonly known_since: string | null;
    readonly cut: boolean;
    readonly sli_percent: number | null;
    readonly error_budget_remaining_percent: number | null;
    readonly burn_rate: number | null;
    readonly points: readonly { readonly at: string; readonly error_budget_remaining_percent: number }[];
  } | null;
}
