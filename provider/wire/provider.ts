/** The contract between the wire layer and the resources: what a provider implements. */
import { type Diagnostic, DiagnosticsError, type Path } from "./diagnostics.ts";
import type { Schema } from "./schema.ts";
import type { ObjectValue } from "./values.ts";

/** Everything may answer at once or later, and may throw a DiagnosticsError instead of answering. */
type Answer<T> = T | Promise<T>;
export type Diagnostics = readonly Diagnostic[];

export interface ProviderServer {
  /** The arguments of the `provider` block. */
  readonly schema: Schema;
  readonly resources: Readonly<Record<string, ResourceServer>>;
  readonly dataSources: Readonly<Record<string, DataSourceServer>>;
  /** Looks at the block without reaching out. Values may be unknown. */
  validate?(request: { readonly config: ObjectValue }): Answer<Diagnostics>;
  /** Called once before anything below but `validate` and `upgrade`. Values may be unknown during a plan. */
  configure(request: ConfigureRequest): Answer<Diagnostics>;
  /**
   * Called when Terraform is done with the provider, whose process it kills two seconds later. The lines go to its log.
   */
  finish?(): Answer<readonly string[]>;
}

export interface ConfigureRequest extends Interruptible {
  readonly config: ObjectValue;
  readonly terraformVersion: string;
}

export interface ResourceServer {
  readonly schema: Schema;
  /** Looks at the configuration without reaching out. Values may be unknown. */
  validate?(request: { readonly config: ObjectValue }): Answer<Diagnostics>;
  /**
   * Turns the JSON of a state written under another version of the schema into that of today's. A state of
   * today's version is read without it.
   */
  upgrade?(rawState: Readonly<Record<string, unknown>>, version: number): Answer<Record<string, unknown>>;
  /** Says what create or update will make of the configuration. */
  plan(request: PlanRequest): Answer<PlanResult>;
  /** What is to be said before a destroy; without it a destroy is planned without a word. */
  planDestroy?(request: DestroyRequest & Interruptible): Answer<PlanDestroyResult>;
  create(request: CreateRequest): Answer<ApplyResult>;
  update(request: UpdateRequest): Answer<ApplyResult>;
  /** Without an error among the diagnostics the row counts as gone. */
  destroy(request: DestroyRequest): Answer<Diagnostics>;
  read(request: ReadRequest): Answer<ReadResult>;
  /** Finds the row for an import id; Terraform calls `read` on the answer at once. */
  import(request: { readonly id: string } & Interruptible): Answer<ReadResult>;
}

export interface DataSourceServer extends DataSource {
  readonly schema: Schema;
}

export interface DataSource {
  validate?(request: { readonly config: ObjectValue }): Answer<Diagnostics>;
  read(request: DataSourceRequest): Answer<DataSourceResult>;
}

/**
 * Reads end when Terraform is asked to stop. Writes have no signal: one that is cut off midway leaves a row
 * that no state knows of.
 */
export interface Interruptible {
  readonly signal: AbortSignal;
}

/**
 * Bytes that Terraform keeps next to the state and never shows. What a request brings is what the last
 * answer about this row gave; an answer without any keeps them. Empty for a row that has none yet.
 */
export interface WithPrivate {
  readonly private: Uint8Array;
}

export interface PlanRequest extends WithPrivate, Interruptible {
  /** As written, write-only values included; values may be unknown. */
  readonly config: ObjectValue;
  /** Null when the row is to be created, also as the second half of a replacement. */
  readonly prior: ObjectValue | null;
  /** Terraform's suggestion: the configuration, and for computed attributes it leaves out the prior value. */
  readonly proposed: ObjectValue;
}

export interface PlanResult {
  /** Write-only attributes are set to null on the way out, here and wherever a state is answered. */
  readonly planned: ObjectValue;
  /** The attributes whose change needs a new row. */
  readonly requiresReplace?: readonly Path[];
  readonly private?: Uint8Array;
  readonly diagnostics?: Diagnostics;
}

export interface PlanDestroyResult {
  /** For the destroy. */
  readonly private?: Uint8Array;
  readonly diagnostics?: Diagnostics;
}

export interface CreateRequest extends WithPrivate {
  /** Holds the write-only values, which `planned` cannot. */
  readonly config: ObjectValue;
  readonly planned: ObjectValue;
}

export interface UpdateRequest extends CreateRequest {
  readonly prior: ObjectValue;
}

export interface DestroyRequest extends WithPrivate {
  readonly prior: ObjectValue;
}

export interface ApplyResult {
  /**
   * The row as it now is. Left out after an error, the state stays what it was; given next to an error, it is
   * kept, and a row half created is marked for replacement.
   */
  readonly state?: ObjectValue;
  readonly private?: Uint8Array;
  readonly diagnostics?: Diagnostics;
}

export interface ReadRequest extends WithPrivate, Interruptible {
  readonly state: ObjectValue;
}

export interface ReadResult {
  /** Null when there is no such row. */
  readonly state: ObjectValue | null;
  readonly private?: Uint8Array;
  readonly diagnostics?: Diagnostics;
}

export interface DataSourceRequest extends Interruptible {
  readonly config: ObjectValue;
}

export interface DataSourceResult {
  readonly state: ObjectValue;
  readonly diagnostics?: Diagnostics;
}

/** The resource or data source of a type; Terraform knows the types, so a miss is a bug. */
export function find<T>(served: Readonly<Record<string, T>>, typeName: string): T {
  const found = Object.hasOwn(served, typeName) ? served[typeName] : undefined;
  if (found !== undefined) return found;
  throw new DiagnosticsError([{ severity: "error", summary: `This provider has no ${typeName}` }]);
}
