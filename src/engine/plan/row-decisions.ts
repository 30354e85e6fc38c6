/** What becomes of each row of a plan: the steps of a single write, over rows in memory. */

import { allows } from "../../kernel/access.ts";
import type { Kind } from "../../kernel/kind.ts";
import { fieldsOf } from "../../kernel/kind.ts";
import { type Parsed, parseBody } from "../../kernel/parse-body.ts";
import { type Problem, type Referrer, Refusal } from "../../kernel/problem.ts";
import { entry } from "../audit-entry.ts";
import type { Call } from "../context.ts";
import type { Findings } from "../draft.ts";
import type { Hooks, Registry, Standing } from "../feature.ts";
import type { RowName } from "../ports/plans.ts";
import type { StoredRow, Vault } from "../ports/rows.ts";
import { notFound, unsavedSetting } from "../reading.ts";
import { pick, renderRow } from "../render.ts";
import { referencesOf } from "../row-facts.ts";
import { namedIn, parseWhole } from "../write/parse.ts";
import type { Target, WriteDeps } from "../write/target.ts";
import { createParsed, remove, updateParsed } from "../write/verbs.ts";
import { keyOfRow } from "./bundle-entry.ts";
import type { NamedRow, OwnerMove } from "./decision.ts";
import type { PlanNotice, PlanProblem, PlanRequest, RowEdit, RowProblem } from "./edits.ts";
import type { Identified, Save } from "./identify.ts";
import { referrersFirst } from "./order.ts";
import {
  alreadyThere,
  displaced,
  inUse,
  nameless,
  problemsOf,
  unchangeable,
  withKeyHint,
} from "./problems.ts";
import { type Adopted, unknownAdoptions } from "./sets.ts";
import type { Stage } from "./stage.ts";
import { comparableIn, ended, withStanding } from "./standing.ts";

export interface DecideDeps {
  readonly definitions: Registry;
  /** Every kind after those that it refers to. */
  readonly ordered: readonly Kind[];
  readonly hooks: Hooks;
  readonly vault: Vault;
  /** What was found in texts that take long to look at; kept from one decision to the next. */
  readonly findings?: Findings | undefined;
}

export type Delete = Extract<RowEdit, { readonly op: "delete" }>;

/** A save whose body has the form of its kind. */
export interface Readable {
  readonly one: Identified;
  readonly parsed: Parsed;
  /** Whether it says anything else than what is stored. */
  readonly moves: boolean;
}

interface Given {
  readonly deps: DecideDeps;
  readonly stage: Stage;
  readonly call: Call;
  readonly request: PlanRequest;
  readonly identified: readonly Identified[];
  readonly adopted: Adopted;
}

/** Decides row by row, and gathers what is found. */
export class RowDecisions {
  readonly moves: OwnerMove[] = [];
  readonly problems: PlanProblem[] = [];
  readonly warnings: PlanNotice[] = [];
  readonly sound: RowName[] = [];
  readonly uncompared = new Map<Save, readonly string[]>();
  pruneLeft = 0;
  readonly #given: Given;
  /** By `kind/id`. */
  readonly #byName: ReadonlyMap<string, Identified>;
  readonly #removed: RowName[] = [];
  readonly #adoptedRows: ReadonlySet<string | null>;

  constructor(given: Given) {
    this.#given = given;
    this.#byName = new Map(given.identified.map((one) => [`${one.definition.kind}/${one.id}`, one]));
    this.#adoptedRows = new Set(given.adopted.values());
  }

  /** Reads a body; undefined where it has problems of its own. */
  read(one: Identified): Readable | undefined {
    const { definition, edit, before } = one;
    if (one.notRenamed !== undefined) this.#warn(one, one.notRenamed);
    const isNew = before === undefined && definition.shape === "collection";
    if (isNew && edit.means === "fields") {
      this.#fail(one, problemsOf(notFound(definition), definition));
      return undefined;
    }
    if (edit.fresh && before !== undefined) {
      this.#fail(one, [alreadyThere(definition)]);
      return undefined;
    }
    if (one.ended) {
      this.sound.push({ kind: definition.kind, id: one.id });
      this.#warn(one, ended);
      return undefined;
    }
    const own = this.#owned(one);
    const { body, standing } = withStanding(
      this.#given.deps.hooks.of(definition.kind),
      one,
      this.#given.call.now,
    );
    for (const notice of standing) this.#warn(one, notice);
    const read = isNew
      ? // A row that comes back under its id has the name that it had.
        parseBody(
          fieldsOf(definition),
          body,
          "create",
          edit.id === undefined ? {} : pick(body, definition.naturalKey),
        )
      : parseWhole(
          { call: this.#given.call, definition },
          body,
          before ?? unsavedSetting(this.#given.call, definition),
          edit.means,
        );
    const parsed = this.#compared(one, read);
    const moves = isNew || namedIn(parsed).length > 0;
    const resolved = new Set(one.problems.map(({ field }) => field));
    const problems = [
      ...one.problems,
      ...parsed.problems.filter(({ field }) => !resolved.has(field)),
      ...own,
    ];
    if (problems.length > 0) this.#fail(one, problems);
    else if (isNew && one.key === null && edit.id === undefined && !edit.fresh)
      this.#fail(one, [nameless(definition)]);
    else if (!isNew && moves && !definition.verbs.includes("update"))
      this.#fail(
        one,
        namedIn(parsed).map((field) => unchangeable(definition, field)),
      );
    else return { one, parsed, moves };
    return undefined;
  }

  /** Reads in one go what the saves point at. */
  async learnReferences(saves: readonly Readable[]): Promise<void> {
    await this.#given.stage.learnExisting(
      saves.flatMap(({ one: { definition }, parsed }) => referencesOf(definition, parsed.configuration)),
    );
  }

  async save({ one, parsed, moves }: Readable): Promise<void> {
    const { definition, before, id, edit } = one;
    const comesBack = before === undefined && edit.id !== undefined;
    const target: Target = { call: this.#given.call, definition, id, comesBack };
    this.#given.stage.settle({ kind: definition.kind, id });
    try {
      if (before === undefined && definition.shape === "collection")
        await createParsed(this.#write(), target, parsed);
      else if (moves) await updateParsed(this.#write(), target, parsed, {});
      this.sound.push({ kind: definition.kind, id });
    } catch (error) {
      const problems = problemsOf(error, definition);
      this.#fail(one, one.edit.index === undefined ? problems : problems.map(withKeyHint));
    }
  }

  /** Refuses entries that are to be the default where another one took their place: both cannot be so. */
  refuseDisplaced(saves: readonly Readable[]): void {
    for (const { one } of saves) {
      const { definition, id, body } = one;
      const field = definition.oneDefault?.field;
      if (field === undefined || body[field] !== true) continue;
      const now = this.#given.stage.peek(definition.kind, id)?.now;
      if (now !== undefined && now.configuration[field] !== true) this.#fail(one, [displaced(definition)]);
    }
  }

  /** The rows that are to be deleted; notes those that leave the set and stay. */
  leaving(explicit: readonly Delete[], owned: readonly StoredRow[]): RowName[] {
    const { prune = "none", pruneAtMost } = this.#given.request;
    const all = prune === "none" ? [] : owned.filter(({ kind, id }) => !this.#byName.has(`${kind}/${id}`));
    const unnamed =
      pruneAtMost === undefined ? all : referrersFirst(all, this.#given.deps.ordered).slice(0, pruneAtMost);
    this.pruneLeft = all.length - unnamed.length;
    const canGo = ({ kind }: StoredRow) =>
      this.#given.deps.definitions[kind]?.verbs.includes("delete") === true;
    const goes = (row: StoredRow) => prune === "delete" && canGo(row);
    this.#given.stage.learn(unnamed);
    for (const row of unnamed.filter((one) => !goes(one)))
      this.#move(row, this.#given.request.set ?? null, null);
    return [...explicit, ...unnamed.filter(goes)];
  }

  /** Deletes rows, those that point before those that they point at. */
  async remove(going: readonly RowName[], pause: () => Promise<void>): Promise<void> {
    await this.#given.stage.learnRows(going);
    await this.#given.stage.learnReferrers(going);
    for (const definition of [...this.#given.deps.ordered].reverse()) {
      for (const { id } of going.filter(({ kind }) => kind === definition.kind)) {
        await this.#remove(definition, id);
        await pause();
      }
    }
  }

  refuseUnknownAdoptions(): void {
    this.problems.push(...unknownAdoptions(this.#given.request, this.#given.adopted, this.#byName));
  }

  named(): NamedRow[] {
    const before = (kind: string, id: string) => this.#given.stage.peek(kind, id)?.before;
    return [
      ...this.#given.identified.map(({ definition: { kind }, id, key }) => ({
        kind,
        id,
        key,
        before: before(kind, id),
      })),
      ...this.#removed.map(({ kind, id }) => {
        const [row, definition] = [before(kind, id), this.#given.deps.definitions[kind]];
        const key = row === undefined || definition === undefined ? null : keyOfRow(definition, row);
        return { kind, id, key, before: row };
      }),
    ];
  }

  async #remove(definition: Kind, id: string): Promise<void> {
    const target: Target = { call: this.#given.call, definition, id };
    const row = await this.#given.stage.row(this.#given.call.caller.organization.id, definition.kind, id);
    const where = {
      kind: definition.kind,
      key: row === undefined ? null : keyOfRow(definition, row),
      index: null,
    };
    this.#removed.push({ kind: definition.kind, id });
    if (!definition.verbs.includes("delete")) {
      const message = `a row of ${definition.kind} cannot be deleted`;
      this.problems.push({ ...where, field: "", reason: "not_deletable", message });
      return;
    }
    try {
      await remove(this.#write(), target, {});
    } catch (error) {
      const references = error instanceof Refusal ? (error.detail.references ?? []) : [];
      if (references.length > 0) return this.#stillUsed(where, references);
      for (const problem of problemsOf(error, definition))
        this.problems.push({ ...where, ...problem, reason: problem.reason ?? "invalid" });
    }
  }

  /** Says of a row that cannot go who points at it: entries each at their own place, other rows by their names. */
  async #stillUsed(
    where: Pick<PlanProblem, "kind" | "key" | "index">,
    references: readonly Referrer[],
  ): Promise<void> {
    await this.#given.stage.learnRows(references);
    const nameOf = (kind: string, id: string) => {
      const [definition, row] = [
        this.#given.deps.definitions[kind],
        this.#given.stage.peek(kind, id)?.before,
      ];
      const key = definition && row && keyOfRow(definition, row);
      return key === undefined ? id : JSON.stringify(key);
    };
    const others: Referrer[] = [];
    for (const { kind, id, field } of references) {
      const one = this.#byName.get(`${kind}/${id}`);
      const message = `points at the row ${JSON.stringify(where.key)} of ${where.kind}, which this plan deletes; point it at another row, or keep that one in the bundle`;
      if (one === undefined) others.push({ kind, id: nameOf(kind, id), field });
      else this.#fail(one, [{ field, message, reason: "in_use" }]);
    }
    if (others.length > 0) this.problems.push({ ...where, ...inUse(others), reason: "in_use" });
  }

  #warn({ definition, key }: Identified, notice: Standing): void {
    this.warnings.push({
      kind: definition.kind,
      key: definition.shape === "setting" ? {} : key,
      ...notice,
    });
  }

  /** Without the secrets that this caller must not learn of whether they are the stored ones. */
  #compared(one: Identified, parsed: Parsed): Parsed {
    const { definition, edit } = one;
    if (this.#given.request.kept || allows(this.#given.call.caller.level, definition.level)) return parsed;
    const { comparable, names } = comparableIn(parsed, one);
    if (names.length > 0) this.uncompared.set(edit, names);
    return comparable;
  }

  /** The problem that the row is not the set's to write; else notes that the set takes it over. */
  #owned({ definition, id, before }: Identified): Problem[] {
    const { set, adopt } = this.#given.request;
    if (set === undefined) return [];
    if (before === undefined) {
      this.moves.push({ kind: definition.kind, id, before: null, after: set, audit: undefined });
      return [];
    }
    if (before.managedBy === set) return [];
    const isFree = adopt === "free" && before.managedBy === null;
    if (adopt === true || isFree || this.#adoptedRows.has(`${definition.kind}/${id}`)) {
      this.#move(before, before.managedBy, set);
      return [];
    }
    const whose = before.managedBy === null ? "of no set" : `of the set "${before.managedBy}"`;
    const message = `is a row ${whose}; name it in adopt to take it over, or leave it out`;
    return [{ field: "", message, reason: "not_owned" }];
  }

  #move({ kind, id }: StoredRow, before: string | null, after: string | null): void {
    const audit = entry(this.#given.call, "apply_plan", kind, id, [{ field: "managed_by", before, after }]);
    this.moves.push({ kind, id, before, after, audit });
  }

  #fail({ definition, edit, key, id }: Identified, problems: readonly RowProblem[]): void {
    this.#given.stage.assume(definition.kind, id);
    for (const problem of problems)
      this.problems.push({
        kind: definition.kind,
        key: definition.shape === "setting" ? {} : key,
        index: edit.index ?? null,
        ...problem,
        reason: problem.reason ?? "invalid",
      });
  }

  /** The steps of a single write, over the stage. */
  #write(): WriteDeps {
    const { definitions, hooks, vault, findings } = this.#given.deps;
    const stage = this.#given.stage;
    return {
      definitions,
      hooks,
      findings,
      reader: stage,
      vault,
      attempt: (_call, _resource, _locks, round) => round(stage),
      follows: () => true,
      written: async (_rows, target, written) => stage.keep(target, written),
      // The plan says it of all its rows at once.
      judged: async () => [],
      // Rows may go where others come: what there is room for is counted at the end.
      room: async () => undefined,
      // What the rows do is tested when all of them are decided, and who has to look at it.
      held: async () => undefined,
      // Nobody is shown the rows; nothing is revealed of them.
      show: async (call, shown, row) => renderRow(shown, row, call.now),
      revealed: async () => ({}),
    };
  }
}
