/**
 * What the audit log needs of the world. Records are written by the engine's own commit (rows.ts); here
 * they are read, sealed into their organization's chain, verified, and deleted when their time is up.
 */

import type { JsonObject } from "../../kernel/validate.ts";
import type { InTransaction, WithExecutor } from "./executor.ts";
import type { AuditEntry } from "./rows.ts";

export interface AuditRecord extends AuditEntry {
  readonly organizationId: string;
  /** Unique in the installation; moves up with time, though not in the order of commits. */
  readonly sequence: number;
  /** Given by the program; undefined in records of before there were codes. */
  readonly id: string | undefined;
}

/** A record that has no seal yet. */
export interface WaitingRecord extends AuditRecord {
  /** What proves that the service wrote it, if anything. */
  readonly code: string | undefined;
  /** The sequence at which the same record stands already, sealed or before this one. */
  readonly copyOf: number | undefined;
  /** It was refused its seal. */
  readonly refused: boolean;
}

/** A record of a plan, in the order in which the plan made them. */
export interface PlanRecord extends AuditRecord {
  /** Its seal proves it; what has none yet is only proved by its code. */
  readonly sealed: boolean;
}

/** A service, and what the settings of a row of a kind contain that names it, at each place. */
export interface ServiceNamed {
  readonly name: string;
  readonly places: readonly { readonly kind: string; readonly match: JsonObject }[];
}

export interface RecordFilter {
  readonly kind?: string | undefined;
  readonly rowId?: string | undefined;
  /** The actor's id, or its name at the time. */
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly door?: string | undefined;
  /** Words in the name of the row, which may be gone; in lower case. */
  readonly words?: readonly string[] | undefined;
  /** A named service: records of rows that name it or a component of it, or that named it when they were changed. */
  readonly service?: ServiceNamed | undefined;
  readonly planId?: string | undefined;
  readonly run?: string | undefined;
  /** Records at this moment or after it. */
  readonly since?: Date | undefined;
  /** Records before this moment. */
  readonly until?: Date | undefined;
}

/** A place in a chain and the seal that stands there. */
export interface ChainPoint {
  readonly position: number;
  readonly seal: string;
}

/** A point that only a holder of the chain's keys can have written. */
export interface ProvenPoint extends ChainPoint {
  readonly code: string;
}

export interface Head extends ProvenPoint {
  readonly organizationId: string;
}

/** Where retention cut a chain. */
export interface Checkpoint extends ProvenPoint {
  /** No record that was removed is as young as this; undefined in cuts of before there were codes. */
  readonly keptSince: Date | undefined;
}

export interface Link extends ChainPoint {
  readonly sequence: number;
}

/** A link with the record it covers; undefined when that record is gone. */
export interface CoveredLink extends Link {
  readonly record: AuditRecord | undefined;
}

export interface AuditCounts {
  readonly records: number;
  readonly sealed: number;
  readonly unsealed: number;
  /** Of those without a seal, the ones that were refused it. */
  readonly refused: number;
}

/** A plan whose records are not as many as they say, or say different numbers. */
export interface BrokenPlan {
  readonly id: string;
  readonly found: number;
  /** The lowest and the highest number that a record of it says. */
  readonly said: readonly [fewest: number, most: number];
}

/** The setting that says how long an organization's records are kept. */
export interface RetentionSetting {
  readonly kind: string;
  readonly field: string;
  readonly defaultDays: number;
}

/** What the records of an organization's beginning and end are called. */
export interface LifeActions {
  readonly resource: string;
  readonly made: string;
  readonly deleted: string;
}

/** The audit log, read and sealed by statements that each stand alone, or in a transaction. */
export interface AuditTables {
  /** Newest first, below the sequence `before`. */
  page(
    organizationId: string,
    filter: RecordFilter,
    before: number,
    limit: number,
  ): Promise<readonly AuditRecord[]>;

  /** All records of one plan, in the order of their sequence. */
  recordsOfPlan(organizationId: string, planId: string): Promise<readonly PlanRecord[]>;
  /** The newest change of each of these rows; none of a row that the log knows nothing of. */
  lastOf(
    organizationId: string,
    rows: readonly { readonly kind: string; readonly id: string }[],
  ): Promise<readonly AuditRecord[]>;
  /** Records of these actions since then, newest first, at most `limit`. */
  deletionsSince(
    organizationId: string,
    actions: readonly string[],
    since: Date,
    limit: number,
  ): Promise<readonly AuditRecord[]>;

  /** Organizations after this one that have records to seal, in order. */
  waiting(after: string, limit: number): Promise<readonly string[]>;
  /** Records to seal, after a sequence and in its order; with those that were refused a seal, or without. */
  unsealed(
    organizationId: string,
    after: number,
    limit: number,
    which: "to_seal" | "all",
  ): Promise<readonly WaitingRecord[]>;
  /** Puts records aside that are not to be sealed; answers those that no other node has put there already. */
  refuse(organizationId: string, sequences: readonly number[], now: Date): Promise<readonly number[]>;
  /** Checks refused records that have a code again: keys may have been added. */
  reconsider(): Promise<void>;
  /** How many records are put aside, of all organizations. */
  countRefused(): Promise<number>;
  /** Gives a waiting record another code; false when it has been sealed, or its code is not `before` any more. */
  replaceCode(
    organizationId: string,
    sequence: number,
    before: string | undefined,
    code: string,
  ): Promise<boolean>;
  head(organizationId: string): Promise<ProvenPoint | undefined>;
  /** Heads of organizations after this one, in order. */
  heads(after: string, limit: number): Promise<readonly Head[]>;
  /**
   * Adds links to the chain, moves its head, and takes their records out of the outbox; false, and nothing
   * done, when the head is not at `start` any more.
   */
  append(
    organizationId: string,
    start: ChainPoint,
    links: readonly Link[],
    head: ProvenPoint,
  ): Promise<boolean>;

  /** Links after a position, in order. */
  links(organizationId: string, after: number, limit: number): Promise<readonly CoveredLink[]>;
  checkpoint(organizationId: string): Promise<Checkpoint | undefined>;
  /** Organizations after this one whose oldest sealed record is past its time, and the moment it should be of. */
  overdue(
    setting: RetentionSetting,
    now: Date,
    after: string,
    limit: number,
  ): Promise<readonly { readonly organizationId: string; readonly keptSince: Date }[]>;
  /** The first organization after this one that is there, or that the audit log knows of. */
  nextOrganization(after: string): Promise<string | undefined>;
  counts(organizationId: string): Promise<AuditCounts>;
  /** Whether an organization is there, or was deleted by a record, and no record says that it was made. */
  lacksCreation(organizationId: string, actions: LifeActions): Promise<boolean>;
  /** Records that are neither sealed nor wait for it. */
  orphanRecords(organizationId: string, limit: number): Promise<readonly number[]>;
  /** Records that wait to be sealed, and are gone. */
  lostRecords(organizationId: string, limit: number): Promise<readonly number[]>;

  /** Plans that lack records, have too many, or whose records disagree; not what a cut to `keptSince` may have left. */
  brokenPlans(
    organizationId: string,
    keptSince: Date | undefined,
    limit: number,
  ): Promise<readonly BrokenPlan[]>;

  /** How many records without a seal have a code of each key, by the key's id. */
  codesByKey(): Promise<ReadonlyMap<string, number>>;

  /** A value of the installation itself. */
  installed(name: string): Promise<string | undefined>;
}

/** The audit log in one running transaction. */
export interface AuditWriter extends AuditTables, InTransaction {
  /** Replaces the codes of these heads. */
  proveHeads(heads: readonly Head[]): Promise<void>;
  /** Removes every link up to the checkpoint with its record, and leaves the checkpoint instead. */
  truncate(organizationId: string, checkpoint: Checkpoint, now: Date): Promise<void>;
  /** Keeps the value unless there is one, and answers the one that stands. */
  install(name: string, value: string): Promise<string>;
}

/** The audit log on one unchanging view of the database; ports that are bound to it see the same. */
export interface AuditView extends AuditTables, WithExecutor {}

export interface AuditStore extends AuditTables {
  /** Runs `work` in one transaction. */
  transaction<T>(work: (writer: AuditWriter) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction that no other of the same purpose runs next to. */
  alone<T>(purpose: string, work: (writer: AuditWriter) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction that alone may cut this chain. */
  inTurn<T>(organizationId: string, work: (writer: AuditWriter) => Promise<T>): Promise<T>;
  /** Runs `work` on one unchanging view of the database. */
  snapshot<T>(work: (view: AuditView) => Promise<T>): Promise<T>;
}
