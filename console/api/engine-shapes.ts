/** What calls about engines and other systems answer, as far as the pages read it. */
import type {
  measureOutput,
  outcomeOutput,
  queryOutput,
} from "../../src/features/reliability/connection-tests/shapes.ts";
import type { Reason } from "../../src/kernel/reasons.ts";
import type { ObjectValueOf } from "../../src/kernel/row-types.ts";

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
export type AskOutcome = ObjectValueOf<typeof outcomeOutput>;
export type QueryOutcome = ObjectValueOf<typeof queryOutput>;
/** An SLO by the events that its data source has, measured once. */
export type MeasureOutcome = ObjectValueOf<typeof measureOutput>;
