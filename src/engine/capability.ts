/** What a capability adds to the service: whatever of these it has. */
import type { Problem } from "../kernel/problem.ts";
import type { Resource } from "../kernel/resource.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { Call } from "./context.ts";
import type { Operation } from "./operation.ts";
import type { Reader, StoredRow, UnreadRow, Writer } from "./ports/rows.ts";

export interface Capability {
  /** What kinds need beyond their rows. */
  readonly kinds?: Readonly<Record<string, KindCapability>>;
  readonly operations?: readonly Operation[];
}

export type Registry = Readonly<Record<string, Resource>>;

/** The definition of a kind that a capability stands on; without it the program is put together wrongly. */
export function definitionOf(registry: Registry, kind: string): Resource {
  const resource = registry[kind];
  if (resource === undefined) throw new Error(`there is no kind named ${kind}`);
  return resource;
}

/** What a kind needs beyond its row: reads from elsewhere, and rules that have to ask. */
export interface KindCapability {
  /** Values of the `joined` fields, by row id, for the rows given. Reads through ports bound to the reader. */
  join?(
    reader: Reader,
    organizationId: string,
    rows: readonly JoiningRow[],
  ): Promise<ReadonlyMap<string, JsonObject>>;
  /** Problems that only other data can show; runs after the pure rules. Reads through ports bound to the reader. */
  validateAsync?(reader: Reader, call: Call, row: JsonObject): Promise<readonly Problem[]>;
  /** Writes of its own that stand or fall with the row's: every write of the kind is a transaction then. */
  onWrite?(writer: Writer, call: Call, written: Written): Promise<void>;
  /** What a delete answers instead of `{id, deleted}`; called after the commit. */
  deleted?(call: Call, row: StoredRow): Promise<JsonObject>;
}

/** A row's write: without `before` it was made, without `after` it is gone. */
export interface Written {
  readonly before: StoredRow | undefined;
  readonly after: StoredRow | undefined;
}

/** A row that values from elsewhere are read for; taking it apart is not free. */
export type JoiningRow = Pick<UnreadRow, "id" | "read">;
