/** All of one thing: what it adds to kinds, what can be called, what runs by itself, and how it ends. */
import type { Registry as MetricsRegistry } from "prom-client";
import type { Level } from "../kernel/access.ts";
import type { Kind } from "../kernel/kind.ts";
import type { Problem } from "../kernel/problem.ts";
import type { Reason } from "../kernel/reasons.ts";
import type { ConfigurationOf, PartialConfigurationOf, RevealedOf } from "../kernel/row-types.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { Warning } from "../kernel/warning.ts";
import type { Webhook } from "../kernel/webhook.ts";
import type { Call } from "./context.ts";
import type { Operation } from "./operation.ts";
import type { Periodic } from "./periodic.ts";
import type { Need } from "./ports/need.ts";
import type { PlanTrace, Reader, StoredRow, Writer } from "./ports/rows.ts";

export interface Feature {
  readonly name: string;
  /** What its kinds need beyond their rows. */
  readonly kinds?: Readonly<Record<string, KindHooks>>;
  /** What it says of rows that change. */
  readonly judges?: readonly Judge[];
  /** What it says of changes by the past, which takes long: one feature's. */
  readonly past?: JudgePast;
  readonly operations?: readonly Operation[];
  /** What it posts to programs of people. */
  readonly webhooks?: readonly Webhook[];
  /** What changes of rows are held to; one feature's. */
  readonly guard?: Guard;
  /** What its rows hold changes to by themselves. */
  readonly ownTests?: OwnTests;
  /** Who has to look at changes of rows first; one feature's. */
  readonly approvals?: Approvals;
  /** What it does where a plan takes others back; one feature's. */
  readonly undone?: Undone;
  /** What of it needs attention now. */
  readonly attention?: NeedsAttention | readonly NeedsAttention[];
  /** What it knows of rows whose state needs attention, beyond what they say of themselves. */
  readonly remarks?: Remarks;
  /** What runs by itself while the service serves. */
  readonly background?: readonly Periodic[];
  readonly metrics?: (registry: MetricsRegistry) => void;
  /** Answers the calls that wait for something: the service is about to close. */
  readonly drain?: () => void;
  /** Finishes what is under way, once nothing of it runs in the background any more. */
  readonly close?: () => Promise<void>;
}

/**
 * What features hook into the writes and reads of each kind. Features stand on the engine, and the engine asks their
 * hooks at each call: they are installed once, when all features are made, and before the first call.
 */
export class Hooks {
  #byKind: ReadonlyMap<string, KindHooks> | undefined;
  #judges: readonly Judge[] = [];
  #past: JudgePast | undefined;
  #guard: Guard | undefined;
  #approvals: Approvals | undefined;
  #undone: Undone | undefined;

  /**
   * What several features write next to a row, or say of it, is in their order; any other step is one feature's.
   * @throws where two features hook the same step of a kind
   */
  install(features: readonly Feature[]): void {
    if (this.#byKind !== undefined) throw new Error("hooks are installed once");
    const byKind = new Map<string, KindHooks>();
    const owners = new Map<string, string>();
    for (const { name, kinds = {} } of features)
      for (const [kind, hooks] of Object.entries(kinds)) {
        for (const step of Object.keys(hooks)) {
          const owner = owners.get(`${kind}.${step}`);
          if (owner !== undefined && !together.includes(step))
            throw new Error(`the features ${owner} and ${name} both hook ${step} of ${kind}`);
          owners.set(`${kind}.${step}`, name);
        }
        const known = byKind.get(kind);
        byKind.set(kind, {
          ...known,
          ...hooks,
          ...bothWrites(known, hooks),
        });
      }
    this.#byKind = byKind;
    this.#judges = features.flatMap(({ judges = [] }) => judges);
    this.#past = features.find(({ past }) => past !== undefined)?.past;
    this.#approvals = features.find(({ approvals }) => approvals !== undefined)?.approvals;
    this.#undone = features.find(({ undone }) => undone !== undefined)?.undone;
    const guard = features.find(({ guard }) => guard !== undefined)?.guard;
    this.#guard =
      guard &&
      withOwnTests(
        guard,
        features.flatMap(({ ownTests }) => ownTests ?? []),
      );
  }

  /** What changes of rows are held to. */
  get guard(): Guard | undefined {
    return this.#guard;
  }

  /** Who has to look at changes of rows first. */
  get approvals(): Approvals | undefined {
    return this.#approvals;
  }

  /** What is done where a plan takes others back. */
  get undone(): Undone | undefined {
    return this.#undone;
  }

  /** What is said of changes by the past. */
  get past(): JudgePast | undefined {
    return this.#past;
  }

  /** Whoever says something of changes of these kinds. */
  judgesOf(kinds: ReadonlySet<string>): readonly Judge[] {
    return this.#judges.filter((judge) => judge.kinds.some((kind) => kinds.has(kind)));
  }

  /** What is hooked into the kind; an empty object where nothing is. */
  of(kind: string): KindHooks {
    if (this.#byKind === undefined)
      throw new Error("a kind was used before the hooks of features were installed");
    return this.#byKind.get(kind) ?? none;
  }
}

const none: KindHooks = {};

/** Together with what rows hold changes to by themselves: all of it is overridden and put on record in the guard's way. */
function withOwnTests(guard: Guard, ownTests: readonly OwnTests[]): Guard {
  const all = [guard, ...ownTests];
  const concerned = (moves: readonly RowMove[]) => all.filter((one) => one.concerns(moves));
  return {
    ...guard,
    concerns: (moves) => concerned(moves).length > 0,
    async failing(reader, call, moves) {
      const failed: FailedTest[] = [];
      for (const one of concerned(moves)) failed.push(...(await one.failing(reader, call, moves)));
      return failed;
    },
  };
}

/** Whether something follows from writes of the kind. */
export function writesMore({ onWrite, settle }: KindHooks): boolean {
  return onWrite !== undefined || settle !== undefined;
}

/** Whether something follows from this one. */
export function isFollowed(hooks: KindHooks, written: Written): boolean {
  return writesMore(hooks) && (hooks.follows?.(written) ?? true);
}

/** Steps that several features may hook. */
const together: readonly string[] = ["onWrite", "follows"];

/** Both, one after the other, where there are two; each where it has something to do. */
function bothWrites(one: KindHooks | undefined, other: KindHooks): KindHooks {
  if (one === undefined || !writesMore(one) || !writesMore(other)) return {};
  const both = [one, other];
  return {
    follows: (written) => both.some((hooks) => isFollowed(hooks, written)),
    async onWrite(writer, call, written) {
      for (const hooks of both) if (isFollowed(hooks, written)) await hooks.onWrite?.(writer, call, written);
    },
  };
}

/** A part of the answer to "what needs attention now": the worst few, and how many there are. */
export type NeedsAttention = (
  call: Call,
  shown: number,
) => Promise<{
  readonly section:
    | "alerts"
    | "gates"
    | "states"
    | "drills"
    | "decisions"
    | "unmeasured"
    | "audit"
    | "on_call";
  /** The kind that it is about, alerts, or audit_log. */
  readonly resource: string;
  readonly total: number;
  readonly data: readonly {
    readonly resource: string;
    readonly id: string;
    readonly name: string;
    /** How many rows it stands for; one where it is left out. */
    readonly rows?: number;
    readonly tone: "bad" | "warning";
    readonly state: string;
    readonly why: string | null;
    /** RFC 3339. */
    readonly since: string | null;
    /** Its page, of what is no row. */
    readonly link?: string;
  }[];
}>;

/** By the ids of those rows of a kind that there is something to say of: since when it is so, and why. */
export type Remarks = (
  call: Call,
  kind: string,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, { readonly why: string | null; readonly since: string | null }>>;

export type Registry = Readonly<Record<string, Kind>>;

/**
 * What a kind needs beyond its row: reads from elsewhere, and rules that need the database. Written for one definition,
 * as `satisfies KindHooks<typeof teams>`, it sees that kind's types.
 */
export interface KindHooks<D extends Kind = Kind> {
  /**
   * Values of the `revealed` fields, made of the row alone: a read asks no other table for what it shows.
   * @param level the caller's, for what not every reader may see
   */
  reveal?(organizationId: string, row: StoredRow, level: Level): RevealedOf<D> | Promise<RevealedOf<D>>;
  /** Whether the database writes into the row's state what it shows of others, with such a write of the row. */
  showsOthers?(after: ConfigurationOf<D>, before: ConfigurationOf<D> | undefined): boolean;
  /**
   * Of a new row, the values of its fields that are `filled`, where it leaves them out.
   * Reads through ports bound to the reader.
   */
  fill?(reader: Reader, organizationId: string): Promise<PartialConfigurationOf<D>>;
  /**
   * As the kind's own `check`, for problems that only other data can show, or who asks; runs after the pure rules. Reads through ports bound to the reader.
   * @param before the row as it is; undefined for a new one
   */
  check?(
    reader: Reader,
    call: Call,
    row: ConfigurationOf<D>,
    before: ConfigurationOf<D> | undefined,
  ): Promise<readonly Problem[]>;
  /** Writes of its own that stand or fall with the row's: such a write is a transaction then. */
  onWrite?(writer: Writer, call: Call, written: Written): Promise<void>;
  /** Rows of the kind are about to change: said before each commit, which may still fail. */
  changing?(call: Call): void;
  /** Once for all such writes of a transaction, behind them: what follows from the kind's rows together. */
  settle?(writer: Writer, call: Call, written: readonly Written[]): Promise<void>;
  /** Whether `onWrite` and `settle` have anything to do for such a write; where it is left out, always. */
  follows?(written: Written): boolean;
  /**
   * Fields of a bundle's entry that a plan leaves as the row has them: what has run out by itself, or what a person has
   * to decide first. They are no change, and no drift.
   */
  standing?(entry: JsonObject, before: StoredRow | undefined, now: Date): readonly Standing[];
  /** What a delete answers instead of `{id, deleted}`; called after the commit. */
  deleted?(call: Call, row: StoredRow): Promise<JsonObject>;
}

/** A field of an entry that stays as it is, and why, in the words of a warning. */
export type Standing = Omit<Judgement, "kind" | "id">;

/** A row's write: without `before` it was made, without `after` it is gone. */
export interface Written {
  readonly before: StoredRow | undefined;
  readonly after: StoredRow | undefined;
}

/** A row as it is, and as it would be; undefined where there is none. */
export interface RowMove {
  readonly kind: string;
  readonly id: string;
  readonly before: StoredRow | undefined;
  readonly now: StoredRow | undefined;
  /** Of an act that is no write of the row, and no edit of a plan says: what it brings about, in the words of policies. */
  readonly brings?: readonly string[];
}

/** What one policy wants of a change. */
export interface ApprovalNeed extends Need {
  /** The first row that the policy is about. */
  readonly row: RowMove;
}

/** It is asked before a change is committed, whatever the door. */
export interface Approvals {
  /**
   * What the policies want of these changes together, those of before the change. Approvals are those of
   * `call.approved`.
   */
  needs(reader: Reader, call: Call, moves: readonly RowMove[]): Promise<readonly ApprovalNeed[]>;
  /**
   * Puts on record that an administrator went past them, each a record of the plan where an apply does.
   * @returns how many records
   */
  broken(
    writer: Writer,
    call: Call,
    moves: readonly RowMove[],
    missing: readonly ApprovalNeed[],
    plan: PlanTrace | undefined,
  ): Promise<number>;
}

/** In the transaction of a plan that takes others back. @param planIds those plans @param by the id of the plan that does */
export type Undone = (writer: Writer, call: Call, planIds: readonly string[], by: string) => Promise<void>;

/** A test that would not hold, and what would happen instead. */
export interface FailedTest {
  /** Behaviour tests, or a kind whose rows hold changes to what they say themselves. */
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** What would happen instead, in whole sentences. */
  readonly message: string;
  /** The test as it would be. */
  readonly configuration: JsonObject;
}

/** It is asked before a change is committed, whatever the door. */
export interface OwnTests {
  /** Whether such a change of a row can break a test at all. */
  concerns(moves: readonly RowMove[]): boolean;
  /** The tests that hold now and would not after the change, and those that are written and do not hold. */
  failing(reader: Reader, call: Call, moves: readonly RowMove[]): Promise<readonly FailedTest[]>;
}

/** One feature has it. */
export interface Guard extends OwnTests {
  /** What writes of rows of these kinds are done under, so that no two of them break together what neither breaks alone. */
  locks(reader: Reader, call: Call, kinds: readonly string[]): Promise<readonly string[]>;
  /** Puts on record that somebody decided to break them, each a record of the plan where an apply does. */
  overridden(
    writer: Writer,
    call: Call,
    failed: readonly FailedTest[],
    plan: PlanTrace | undefined,
  ): Promise<void>;
}

/**
 * A rule that says something of rows that change: they are valid, and do not do what they seem to, or something follows
 * that nobody may expect. Writes answer it, plans warn of it, and doors that ask first ask about what of it is grave.
 */
export interface Judge {
  /** It is asked once for all that changes together, where one of these kinds does. */
  readonly kinds: readonly string[];
  /** Before the commit. @param reader shows rows as they are stored: `rowsAfter` shows them as they would be */
  judge(reader: Reader, call: Call, moves: readonly RowMove[]): Promise<readonly Judgement[]>;
}

/** As of a plan of the same changes, also after they are committed. */
export type JudgePast = (call: Call, moves: readonly RowMove[]) => Promise<readonly Warning[]>;

/** What is said of a row that changes: what would follow, or what it does not do. */
export interface Judgement {
  readonly kind: string;
  readonly id: string;
  /** Empty for the whole row. */
  readonly field: string;
  readonly reason: Reason;
  /** After the row's name, in small letters and without a full stop. */
  readonly message: string;
}
