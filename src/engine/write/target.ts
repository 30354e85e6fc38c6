/** What the steps of a write are given: which row is written, by which call, and what they need for it. */
import type { Kind } from "../../kernel/kind.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { Warning } from "../../kernel/warning.ts";
import type { Call } from "../context.ts";
import type { Findings } from "../draft.ts";
import type { Hooks, RowMove, Written } from "../feature.ts";
import type { Ownership } from "../operation.ts";
import type { Reader, StoredRow, Vault, WriteRows } from "../ports/rows.ts";
import type { Reading } from "../reading.ts";
import type { Attempt } from "./attempt.ts";

export interface WriteDeps {
  readonly definitions: Readonly<Record<string, Kind>>;
  /** For what is read before the rounds begin. */
  readonly reader: Reader;
  readonly attempt: Attempt;
  readonly vault: Vault;
  /** What was found before in texts that take long to look at. */
  readonly findings?: Findings | undefined;
  readonly hooks: Hooks;
  /**
   * Whether such a write is followed by others that stand or fall with it.
   * @throws NeedsTransaction where it is, and the rows are no transaction's
   */
  readonly follows: (rows: WriteRows, target: Target, written: Written) => boolean;
  /** Does what stands or falls with the row's write, within its transaction. */
  readonly written: (rows: WriteRows, target: Target, written: Written) => Promise<void>;
  /** What is said of changes that are made all the same. */
  readonly judged: (rows: Reader, call: Call, moves: readonly RowMove[]) => Promise<readonly Warning[]>;
  /** Looks whether there is room for one more row of the kind. @throws Refusal 403 `quota_exceeded` */
  readonly room: (rows: Reader, call: Call, definition: Kind) => Promise<void>;
  /** Holds the change to who has to look at it, and to what the organization's tests say. @throws Refusal 409 */
  readonly held: (rows: Reader, call: Call, moves: readonly RowMove[]) => Promise<void>;
  readonly show: Reading["show"];
  readonly revealed: Reading["revealed"];
}

/** One row, and the call that writes it. */
export interface Target {
  readonly call: Call;
  readonly definition: Kind;
  readonly id: string;
  /** A deleted row that is made again under its id. */
  readonly comesBack?: boolean | undefined;
}

export interface RowAnswer extends Required<Ownership> {
  readonly status: 200 | 201;
  readonly row: JsonObject;
  readonly etag: string;
}

/** A row as a write left it, or as it was before it was deleted, and what is said of it. */
export interface Settled extends Required<Pick<Ownership, "warnings">> {
  readonly row: StoredRow;
}

/** What a kind's rules know next to the row. */
export function ruleContext({ call, comesBack }: Target) {
  return { now: call.now, actor: call.caller.actor, address: call.address, comesBack };
}
