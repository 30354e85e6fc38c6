/**
 * What the engine needs of the world. There is no bare update here: a change can only be committed
 * together with its audit record, so neither can be forgotten.
 */
import type { Door } from "../../kernel/access.ts";
import type { Json } from "../../kernel/field.ts";
import type { Actor, OrganizationColumns } from "../../kernel/kind.ts";
import type { Referrer } from "../../kernel/problem.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import type { InTransaction, TransactionExecutor, WithExecutor } from "./executor.ts";

/** A row as it is stored. Secrets are sealed; only a Vault opens them. */
export interface StoredRow {
  readonly kind: string;
  readonly id: string;
  /** Encoded natural key; null when the row has none, or gave it up on expiry. */
  readonly naturalKey: string | null;
  readonly configuration: JsonObject;
  readonly secrets: Readonly<Record<string, string>>;
  readonly state: JsonObject;
  /** Never given out twice; "0" is a setting that was never saved. */
  readonly revision: string;
  /** The set that owns the row, or null. It is no configuration: neither revision nor times follow it. */
  readonly managedBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A row as the database hands it over, not yet taken apart: most reads pass on what was rendered before. */
export interface LazyRow extends Pick<StoredRow, "id" | "revision" | "managedBy"> {
  /** Its place in a list by sort keys; undefined where it was not read for one. */
  readonly sortKey?: string | undefined;
  /** Differs whenever anything of the row that a reader can see does; not with its set, which the row does not show. */
  readonly version: string;
  /** Whether state moved since the settings were written; undefined where the row was not read for that. */
  readonly moved?: boolean | undefined;
  /** About how many characters it has. */
  readonly length: number;
  read(): StoredRow;
}

export type ListOrder = "sort_key" | "newest_first";

export interface ReferenceLink {
  readonly field: string;
  readonly toKind: string;
  readonly toId: string;
  /** The row goes with its target instead of holding it back. */
  readonly cascade: boolean;
  /** The row stays when its target goes, and is not held by it: the link is checked, and never stored. */
  readonly stays?: true;
}

/** Which row a reference means. */
export type LinkTarget = Pick<ReferenceLink, "toKind" | "toId">;

/** What is written about one row, with the audit record that goes with it. */
export type Change =
  | { readonly op: "insert"; readonly row: NewRow; readonly audit: AuditEntry }
  | {
      readonly op: "update";
      readonly row: NewRow;
      readonly expected: string;
      /** The row points where it pointed before, so its references need not be written. */
      readonly sameReferences?: boolean;
      readonly audit: AuditEntry;
    }
  /** State that somebody decided on, such as a review: on record, and no new revision. */
  | {
      readonly op: "state";
      readonly kind: string;
      readonly id: string;
      readonly state: JsonObject;
      readonly expected: string;
      readonly audit: AuditEntry;
    }
  | {
      readonly op: "delete";
      readonly kind: string;
      readonly id: string;
      readonly expected: string;
      readonly audit: AuditEntry;
    };

/** Its state is merged over the one that is there, which checkers may move meanwhile. */
export interface NewRow
  extends Pick<StoredRow, "kind" | "id" | "naturalKey" | "configuration" | "secrets" | "state"> {
  /** What lists sort by, in byte order. */
  readonly sortKey: string;
  /** What a search looks through, in lower case. */
  readonly searchText: string;
  /** When the natural key becomes free for another row; null: never. */
  readonly keyHeldUntil: Date | null;
  readonly references: readonly ReferenceLink[];
  readonly at: Date;
}

export interface Commit {
  readonly organizationId: string;
  readonly changes: readonly Change[];
  /** Columns of the organization that follow a setting. */
  readonly organization?: OrganizationColumns | undefined;
  /** A name that no two organizations share; null gives it up. */
  readonly serviceName?: { readonly kind: string; readonly field: string; readonly value: string | null };
}

/** A field's change as the audit log shows it: values, or for a secret only whether it was set, changed or cleared. */
export type FieldChange =
  | { readonly field: string; readonly before: Json; readonly after: Json }
  | { readonly field: string; readonly secret: "set" | "changed" | "cleared" };

export interface AuditEntry {
  readonly at: Date;
  readonly actor: Actor;
  readonly door: Door;
  readonly action: string;
  /** The kind of the row; of what is no row, what the log calls it. */
  readonly kind: string;
  readonly rowId: string;
  readonly outcome: "success" | "refused";
  readonly changes: readonly FieldChange[];
  readonly requestId: string;
  readonly address: string | undefined;
  readonly plan?: PlanTrace | undefined;
  /** The run that the call was a part of, as its caller names it (kernel/run.ts). */
  readonly run?: string | undefined;
}

/** The plan that a record is of, and how many records that plan has in all: they are one act. */
export interface PlanTrace {
  readonly id: string;
  readonly records: number;
}

/** What proves that the service wrote a record: made by the program before the statement that writes the record. */
export interface RecordSignature {
  /** Names the record, so that no copy of it passes for another. A UUID. */
  readonly id: string;
  /** `<key id>.<HMAC in hex>` over the record's organization, id and content. */
  readonly code: string;
}

export type SignRecord = (organizationId: string, entry: AuditEntry) => RecordSignature;

/** What of a report is kept for charts: each figure in a list of its own. */
export interface KeptFigures {
  readonly at: Date;
  readonly figures: Readonly<Record<string, readonly [number]>>;
}

/** A counter in a row's state, moved in the same statement: reports that come at once are all counted. */
export interface Count {
  readonly field: string;
  readonly by: "raise" | "reset";
  /**
   * The field of the state that says when the row was looked at, RFC 3339. A report of a look that is no later than the
   * one that the row holds moves no counter: it was counted. Reports that name no time are all counted.
   */
  readonly seen?: string | undefined;
}

/** What goes with a report of a row's state, in the same statement. */
export interface Merging {
  readonly count?: Count | undefined;
  readonly kept?: KeptFigures | undefined;
  /**
   * When the values were measured, of kinds that keep that of each value. A value that the row holds of a later time
   * stays as it is.
   */
  readonly measured?: Measured | undefined;
}

export interface Measured {
  /** The field of the state that is the time itself. */
  readonly field: string;
  /** RFC 3339. */
  readonly at: string;
  /**
   * The state of which nobody knows the value any more, as of when it was last measured: so that whatever was measured
   * since says more. Left out where something was measured.
   */
  readonly lost?: string;
}

/** Exact filters on settings; `fold` compares without case. */
export interface KeyFilter {
  readonly field: string;
  readonly value: string;
  readonly fold: boolean;
  /** What a row reads that was stored before the setting was there; empty for nothing. */
  readonly fallback?: string;
}

/** The limit of a list of all rows: more than any kind has. */
export const allRows = 2_147_483_647;

export interface Reader extends WithExecutor {
  /** The row as it stands; nothing is locked. */
  row(organizationId: string, kind: string, id: string): Promise<StoredRow | undefined>;
  rowByKey(
    organizationId: string,
    kind: string,
    naturalKey: string,
    now: Date,
  ): Promise<StoredRow | undefined>;
  /** Rows whose settings contain `match`. */
  rowsMatching(organizationId: string, kind: string, match: JsonObject): Promise<readonly StoredRow[]>;
  /** Rows of the kind whose natural keys are one of these but for case and blanks, wherever these stand. */
  keysLike(
    organizationId: string,
    kind: string,
    keys: readonly string[],
  ): Promise<readonly { readonly id: string; readonly naturalKey: string }[]>;
  /** How many rows of the kind are stored. */
  count(organizationId: string, kind: string): Promise<number>;
  /** Of these rows, the ones that exist, as `kind/id`. */
  existing(organizationId: string, targets: readonly LinkTarget[]): Promise<ReadonlySet<string>>;
  /** Who points at a row, in order of kind and id: at most 100 that hold it back, and all that go with it. */
  referrers(
    organizationId: string,
    kind: string,
    id: string,
  ): Promise<readonly (Referrer & { readonly cascade: boolean })[]>;
}

/** All that the steps of a write need of the rows, whether these are stored or only planned. */
export interface WriteRows extends Reader {
  /**
   * Writes all of it or nothing.
   * @returns a revision for each change, in order: the new one of its row, or the last one of a row that it deleted
   * @throws LostRace when a row was no longer at its expected revision, a key was taken meanwhile, or a referenced row
   * went: load again and decide again
   * @throws ServiceNameTaken
   */
  commit(commit: Commit): Promise<readonly string[]>;
}

export interface Committer extends WriteRows {
  /** Without a lock, also in a transaction. */
  find(organizationId: string, kind: string, id: string): Promise<LazyRow | undefined>;
  /** The version of the list without filters: md5, in hex, of its rows' versions, one space between them. */
  listVersion(
    organizationId: string,
    kind: string,
    order: ListOrder,
    limit: number,
    now: Date,
  ): Promise<string>;
  /**
   * @param managedBy only rows of this set; empty: of none; left out: all
   * @param after only those behind this row, which an earlier call of the same order answered
   */
  list(
    organizationId: string,
    kind: string,
    order: ListOrder,
    filters: readonly KeyFilter[],
    limit: number,
    now: Date,
    managedBy?: string,
    after?: LazyRow,
  ): Promise<readonly LazyRow[]>;
  /** Routine activity: merged into the row's state; neither revision, times nor audit move. */
  mergeState(
    organizationId: string,
    kind: string,
    id: string,
    state: JsonObject,
    merging?: Merging,
  ): Promise<StoredRow | undefined>;
}

/** The rows in one running transaction. */
export interface Writer extends Committer, InTransaction {
  readonly executor: TransactionExecutor;
  /** The row, locked until the transaction's end. */
  lockRow(organizationId: string, kind: string, id: string): Promise<StoredRow | undefined>;
  /** Takes a named advisory lock, held to the transaction's end. */
  lock(name: string): Promise<void>;
}

/** The rows, each statement on whichever connection is free. It is no Writer: a commit here stands alone. */
export interface Store extends Committer {
  /**
   * One transaction that holds the named advisory locks. Everything in it goes through the writer, and through
   * ports that are bound to it.
   * @throws LostRace, and nothing is done, when another writer was faster
   */
  transaction<T>(locks: readonly string[], work: (writer: Writer) => Promise<T>): Promise<T>;
  /** What somebody did that changes no row. */
  record(organizationId: string, entry: AuditEntry): Promise<void>;
  /** A refusal worth keeping: at most one a minute per actor, action and row. */
  recordRefusal(organizationId: string, entry: AuditEntry): Promise<void>;
}

export function isWriter(rows: Reader): rows is Writer {
  return "lockRow" in rows;
}

/** Another writer was faster: the transaction rolls back, and its owner does all of it again (transaction.ts). */
export class LostRace extends Error {
  constructor() {
    super("another writer was faster");
  }
}

/** What follows from the write stands or falls with it: the round is to be run in a transaction. Nothing is written. */
export class NeedsTransaction extends Error {
  constructor() {
    super("the write is a transaction");
  }
}

/** Another organization has the service name that the commit would take. */
export class ServiceNameTaken extends Error {
  constructor() {
    super("another organization has the name");
  }
}

/** What the installation's secret keys are for. */
export interface Vault {
  /** Seals a secret for storage. `identity` binds the sealed value to its row and field. */
  seal(plain: string, identity: string): string;
  /** @throws Refusal `conflict` where no key opens it */
  open(sealed: string, identity: string): string;
  /** The same, and undefined where no key opens it. */
  openOrNot(sealed: string, identity: string): string | undefined;
  /** A code that only a holder of the keys can make for this text; codes of one purpose prove nothing in another. */
  authenticate(text: string, purpose: string): string;
  /** `unknown_key`: it was made with a key that is not among the keys, or pretends to be. */
  check(code: string, text: string, purpose: string): "genuine" | "forged" | "unknown_key";
}
