/** Makes plans, applies them, takes them back, and shows what differs from what was applied. */
import { forecasting, refuseUnapproved, unapprovedIn, withForecasts } from "../../../engine/approvals.ts";
import { authorize } from "../../../engine/authorize.ts";
import type { Call } from "../../../engine/context.ts";
import type { Findings } from "../../../engine/draft.ts";
import { refuseFailing } from "../../../engine/guard.ts";
import { judged } from "../../../engine/judging.ts";
import { kindOperations } from "../../../engine/kind-operations.ts";
import { seesAll } from "../../../engine/limits.ts";
import { cursorOf as cursorOfRow, placeAt } from "../../../engine/list-query.ts";
import { createLongList } from "../../../engine/long-list.ts";
import type { ConfigurationOperation } from "../../../engine/operation.ts";
import { recordsIn, storeDecision } from "../../../engine/plan/apply.ts";
import { decide } from "../../../engine/plan/decide.ts";
import { heldIn } from "../../../engine/plan/decision.ts";
import {
  type Difference,
  differenceOf,
  type EffectsOf,
  type RowChange,
} from "../../../engine/plan/differences.ts";
import {
  forgottenBefore,
  freeDeletes,
  maxChanges,
  type PlanRequest,
  usualReplayDays,
} from "../../../engine/plan/edits.ts";
import { failingIn } from "../../../engine/plan/failing-tests.ts";
import type { Save } from "../../../engine/plan/identify.ts";
import { dependencyOrder } from "../../../engine/plan/order.ts";
import type { DecideDeps } from "../../../engine/plan/row-decisions.ts";
import type { PlanRows, PlanStore, StoredPlan } from "../../../engine/ports/plans.ts";
import type { Store, Writer } from "../../../engine/ports/rows.ts";
import { rowQuotaOf } from "../../../engine/quotas.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { rowsLock } from "../../../engine/write/attempt.ts";
import { etagOf } from "../../../kernel/etag.ts";
import { foreignCursor, Refusal } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Ground } from "../../ground.ts";
import { type DriftDeps, refuseBoth, undoneBy, withLastChanges } from "./drift.ts";
import { isShown, refuseBeyond, refuseKinds, refuseMoves, suspensionWarnings } from "./limits.ts";
import { noPlan, refuseClosed, tooManyChanges, tooManyDeletes, tooManyDrifted } from "./refusals.ts";
import { refuseMoved, refuseOther } from "./stale.ts";
import {
  idsOf,
  type KeptRequest,
  keptPerActor,
  keptPlan,
  keptSet,
  madeAs,
  openPlan,
  openSet,
  renderHead,
  renderPlan,
} from "./stored-plans.ts";

export interface PlannerDeps
  extends Pick<Ground, "store" | "engine" | "vault" | "definitions" | "hooks" | "onCommit"> {
  readonly plans: PlanStore;
  readonly rows: PlanRows;
  readonly effectsOf: EffectsOf;
  readonly audit: DriftDeps["audit"];
}

export class Planner {
  readonly #deps: PlannerDeps;
  readonly #deciding: DecideDeps;
  /** The operations that make each change by itself, by their names. */
  readonly #singles: ReadonlyMap<string, ConfigurationOperation>;

  constructor(deps: PlannerDeps) {
    const { definitions, hooks, vault, engine } = deps;
    const kinds = Object.values(definitions);
    this.#deps = deps;
    this.#deciding = { definitions, ordered: dependencyOrder(kinds), hooks, vault };
    this.#singles = new Map(
      kinds.flatMap((definition) =>
        kindOperations(engine, definition).map((operation) => [operation.name, operation] as const),
      ),
    );
  }

  /** What is decided on outside of a transaction. */
  get #from() {
    const { store, rows } = this.#deps;
    return { reader: store, rows: rows.in(store) };
  }

  get #tables() {
    const { store, plans } = this.#deps;
    return plans.in(store);
  }

  /** @param tooMany what is said where it makes more changes than one plan has */
  async #different(
    call: Call,
    request: PlanRequest,
    tooMany: (changes: number) => Refusal,
    ids?: ReadonlyMap<Save, string>,
  ) {
    refuseKinds(this.#deps.definitions, call, request);
    const decided = await decide(this.#deciding, this.#from, call, request, ids);
    refuseMoves(this.#deps.definitions, call, decided);
    const failing = await failingIn(this.#deps.hooks, this.#deps.store, call, decided.stage.changed);
    const { stage } = decided;
    const unapproved = await unapprovedIn(this.#deps.hooks, this.#deps, call, heldIn(decided));
    const said = await judged(this.#deps, this.#deps.store, call, stage.changed, request.set);
    const decision = { ...decided, warnings: [...unapproved, ...failing, ...decided.warnings, ...said] };
    const difference = await differenceOf(this.#deps.definitions, decision);
    if (difference.changes.length > maxChanges) throw tooMany(difference.changes.length);
    const { replayDays: days = usualReplayDays, replayQuery: query = false } = request;
    const { warnings, ...effects } = await this.#deps.effectsOf(call, decision.stage.changed, {
      days,
      query,
    });
    const all = [...suspensionWarnings(call, difference.changes), ...difference.warnings, ...warnings];
    return { decision, difference: { ...difference, ...effects, warnings: all } };
  }

  /** What it would do now, with all that follows; nothing is kept. @param ids those that were given to new rows before */
  look(call: Call, request: PlanRequest, ids?: ReadonlyMap<Save, string>) {
    return this.#different(call, request, tooManyChanges, ids);
  }

  /** @param ids those that were given to new rows before */
  async make(call: Call, request: PlanRequest, ids?: ReadonlyMap<Save, string>): Promise<JsonObject> {
    call.gathering?.whole(request);
    const { decision, difference } = await this.#different(call, request, tooManyChanges, ids);
    const plan = keptPlan(this.#deps.vault, call, request, decision, difference);
    const organizationId = call.caller.organization.id;
    const kept = this.#tables;
    await kept.insert(organizationId, plan);
    await kept.sweep(organizationId, plan.actorId, keptPerActor, forgottenBefore(call.now));
    return renderPlan(plan, call.now);
  }

  /** What would follow from it, and what stands against it. Nothing is kept. */
  async preview(call: Call, request: PlanRequest): Promise<JsonObject> {
    const { problems, warnings, effects } = (await this.#different(call, request, tooManyChanges)).difference;
    return { problems, warnings, effects } as unknown as JsonObject;
  }

  async find(call: Call, id: string): Promise<StoredPlan> {
    const plan = await this.#tables.find(call.caller.organization.id, id);
    if (plan === undefined || !isShown(call, plan)) throw noPlan();
    return plan;
  }

  /** What each change would need as a write by itself, of the same gate. */
  async #authorizeSingles(
    call: Call,
    changes: readonly RequestedChange[],
    store: Pick<Store, "recordRefusal"> = this.#deps.store,
  ): Promise<void> {
    // Whoever may propose need not be able to do it.
    if (call.gathering !== undefined) return;
    const asked = new Set<string>();
    for (const { resource, action, id } of changes) {
      const operation = this.#singleOf(resource, action);
      if (operation === undefined || asked.has(operation.name)) continue;
      asked.add(operation.name);
      await authorize(store, operation, call, id);
    }
  }

  /** The operation that makes such a change; moving a row between sets needs what writing it does. */
  #singleOf(kind: string, action: RequestedChange["action"]): ConfigurationOperation | undefined {
    const definition = this.#deps.definitions[kind];
    if (definition === undefined) return undefined;
    const verb = action === "create" || action === "delete" ? action : "update";
    const usual = definition.shape === "setting" ? "update" : verb;
    return [usual, "update", "create"]
      .map((name) => this.#singles.get(definition.actionNames[name as typeof verb]))
      .find((operation) => operation !== undefined);
  }

  /** @throws Refusal unless the caller may make each of the changes by themselves; nothing is put on record */
  async refuseUnable(call: Call, changes: readonly RequestedChange[]): Promise<void> {
    await this.#authorizeSingles(call, changes, { recordRefusal: async () => {} });
  }

  /** @param also is done in the same transaction, once all is written */
  async apply(
    call: Call,
    id: string,
    allowDeletes: number | undefined,
    also: (writer: Writer) => Promise<void> = async () => {},
  ): Promise<JsonObject> {
    const plan = await this.find(call, id);
    const { changes, summary } = differenceIn(plan);
    const kept = openPlan(this.#deps.vault, call.caller.organization.id, plan);
    await this.#authorizeSingles(call, [
      ...changes,
      ...comparedRows(kept),
      ...(await this.#comparedSoFar(call, kept)),
    ]);
    refuseClosed(plan, call.now);
    if (summary.delete > freeDeletes && summary.delete > (allowDeletes ?? 0))
      throw tooManyDeletes(summary.delete);
    const findings = await this.#examineAhead(call, kept);
    call.cancelled?.throwIfAborted();
    const { store, hooks } = this.#deps;
    const kinds = changes.map(({ resource }) => resource);
    const tests = (await hooks.guard?.locks(store, call, kinds)) ?? [];
    const locks = [...this.#locksOf(call, kept), ...tests];
    const { byAgent } = madeAs(plan);
    const own = withForecasts(byAgent ? { ...call, byAgent } : call);
    const work = async (writer: Writer) => {
      const body = await this.#applyIn(writer, own, plan, kept, findings);
      const { undoesPlans = [] } = madeAs(plan);
      if (undoesPlans.length > 0) await hooks.undone?.(writer, call, undoesPlans, id);
      await also(writer);
      await call.keeping?.keep(writer, { status: 200, body });
      call.cancelled?.throwIfAborted();
      return body;
    };
    const applied = await forecasting(() => withTransaction(store, locks, work));
    this.#deps.onCommit();
    return applied;
  }

  /** The rows that were compared with the set until now: their drift is not reported any more, which needs what writing them does. */
  async #comparedSoFar(call: Call, { request: { set: name } }: KeptRequest): Promise<RequestedChange[]> {
    const organizationId = call.caller.organization.id;
    const set = name === undefined ? undefined : await this.#tables.set(organizationId, name);
    if (set === undefined) return [];
    const { edits } = openSet(this.#deps.vault, organizationId, set);
    return edits.map(({ kind, id = "" }) => ({ resource: kind, id, action: "update" }));
  }

  /** Looks at texts that take long, so that the transaction need not. */
  async #examineAhead(call: Call, { request }: KeptRequest): Promise<Findings> {
    const findings: Findings = new Map();
    const edits = request.edits.filter(({ kind }) => this.#deps.definitions[kind]?.examine !== undefined);
    if (edits.length > 0) await decide({ ...this.#deciding, findings }, this.#from, call, { edits });
    return findings;
  }

  /** Rules that read several rows have their locks, as in a single write, in one order. */
  #locksOf(call: Call, { request }: KeptRequest): string[] {
    const kindsOf = new Set(request.edits.map(({ kind }) => kind));
    return [...kindsOf]
      .filter((kind) => {
        const definition = this.#deps.definitions[kind];
        if (definition === undefined) return false;
        const { oneDefault, peers } = definition;
        return oneDefault !== undefined || peers !== undefined || rowQuotaOf(call, definition) !== undefined;
      })
      .sort()
      .map((kind) => rowsLock(call, kind));
  }

  async #applyIn(
    writer: Writer,
    call: Call,
    plan: StoredPlan,
    kept: KeptRequest,
    findings: Findings,
  ): Promise<JsonObject> {
    const organizationId = call.caller.organization.id;
    const [tables, scoped] = [this.#deps.plans.in(writer), this.#deps.rows.in(writer)];
    const held = await tables.lock(organizationId, plan.id);
    if (held === undefined) throw noPlan();
    refuseClosed(held, call.now);
    await refuseMoved(scoped, organizationId, kept.expected);
    const from = { reader: writer, rows: scoped };
    // Secrets that the plan's maker was not allowed to compare are not in it.
    const request = { ...kept.request, kept: true } as const;
    const decision = await decide({ ...this.#deciding, findings }, from, call, request, idsOf(kept));
    call.cancelled?.throwIfAborted();
    const difference = await differenceOf(this.#deps.definitions, decision);
    refuseOther(this.#deps.definitions, differenceIn(plan), difference, decision.named);
    call.gathering?.whole({ ...request, ...madeAs(plan) });
    const { changed } = decision.stage;
    const own = { id: plan.id, records: recordsIn(decision) };
    const broken = await refuseUnapproved(this.#deps.hooks, writer, call, heldIn(decision), own);
    const withBroken = { ...own, records: own.records + broken };
    const overridden = await refuseFailing(this.#deps.hooks, writer, call, changed, withBroken);
    const trace = { ...withBroken, records: withBroken.records + overridden };
    const revisions = await storeDecision(this.#deps, { writer, rows: scoped }, call, trace, decision);
    await tables.applied(organizationId, plan.id, call.now);
    const { set } = kept.request;
    if (set !== undefined) await this.#holdTo(writer, call, set, plan, kept);
    const revisionOf = ({ resource, id, action }: RowChange) =>
      action === "delete"
        ? undefined
        : (revisions.get(`${resource}/${id}`) ?? decision.stage.peek(resource, id)?.before?.revision);
    return {
      id: plan.id,
      status: "applied",
      applied_at: call.now.toISOString(),
      summary: difference.summary,
      changes: difference.changes.map((change) => {
        const { resource, key, id, action } = change;
        const revision = revisionOf(change);
        return { resource, key, id, action, etag: revision === undefined ? null : etagOf(revision) };
      }),
    };
  }

  /** What the set is held to from now on; one that is held to nothing and owns nothing is no set any more. */
  async #holdTo(writer: Writer, call: Call, set: string, plan: StoredPlan, kept: KeptRequest) {
    const { id } = call.caller.organization;
    const tables = this.#deps.plans.in(writer);
    const empty = kept.request.edits.length === 0;
    if (empty && (await this.#deps.rows.in(writer).ofSet(id, set, call.now)).length === 0)
      return tables.dropSet(id, set);
    return tables.putSet(
      id,
      keptSet(this.#deps.vault, id, set, kept.request, { planId: plan.id, at: call.now }),
    );
  }

  async drift(call: Call, name: string): Promise<JsonObject> {
    const organizationId = call.caller.organization.id;
    const set = await this.#tables.set(organizationId, name);
    if (set === undefined)
      throw new Refusal(
        "not_found",
        `There is no set ${name}; the first plan that is applied with its name makes it. GET /api/v1/plans lists the sets there are.`,
      );
    await refuseBoth(this.#deps.store, organizationId, name);
    const { edits } = openSet(this.#deps.vault, organizationId, set);
    const request = { edits, set: name, adopt: true, kept: true, replayDays: 0 } as const;
    const { difference } = await this.#different(call, request, tooManyDrifted);
    refuseBeyond(difference.problems);
    const { changes, ...rest } = difference as unknown as { readonly changes: readonly JsonObject[] };
    return {
      set: name,
      plan_id: set.planId,
      applied_at: set.appliedAt.toISOString(),
      drifted: difference.changes.length > 0 || difference.problems.length > 0,
      undone: await undoneBy(this.#deps, this.#tables, organizationId, set.planId),
      ...rest,
      changes: await withLastChanges(this.#deps, call, changes, set.appliedAt),
    };
  }

  async list(call: Call, limit: number, cursor?: string): Promise<JsonObject> {
    const organizationId = call.caller.organization.id;
    const tables = this.#tables;
    const found = await tables.list(
      organizationId,
      limit + 1,
      cursor === undefined ? undefined : planAt(cursor),
    );
    // Sets name rows of any kind.
    const sets = seesAll(call.caller) ? await tables.sets(organizationId) : [];
    const page = createLongList(call);
    const data: JsonObject[] = [];
    let last: Place | undefined;
    for (const plan of found.slice(0, limit)) {
      const shown = isShown(call, plan) ? renderHead(plan, call.now) : undefined;
      if (shown !== undefined && !page.add(JSON.stringify(shown))) break;
      if (shown !== undefined) data.push(shown);
      last = plan;
    }
    return {
      data,
      next_cursor: last === undefined || last === found.at(-1) ? null : cursorOf(last),
      sets: sets.map(({ name, rows, planId, appliedAt }) => ({
        name,
        rows,
        plan_id: planId,
        applied_at: appliedAt.toISOString(),
      })),
    };
  }
}

type Place = Pick<StoredPlan, "createdAt" | "id">;

/** A cursor is the last plan that was looked at: newer ones stand before it. */
function cursorOf({ createdAt, id }: Place): string {
  return cursorOfRow({ sortKey: createdAt.toISOString(), id });
}

/** @throws Refusal 422 where the cursor is not ours */
function planAt(cursor: string): Place {
  const { sortKey = "", id } = placeAt(cursor, (id) => id.startsWith("plan_"));
  const createdAt = new Date(sortKey);
  if (Number.isNaN(createdAt.getTime())) throw foreignCursor();
  return { createdAt, id };
}

type RequestedChange = Pick<RowChange, "resource" | "id" | "action">;

/** A set's rows are compared with it from now on: that needs what writing them does, also where no row changes. */
function comparedRows({ request, ids }: KeptRequest): RequestedChange[] {
  if (request.set === undefined) return [];
  return request.edits.map(({ kind }, index) => ({ resource: kind, id: ids[index] ?? "", action: "update" }));
}

/** What the plan was answered with. */
function differenceIn({ head, difference }: StoredPlan): Difference {
  return { summary: head.summary, ...difference } as unknown as Difference;
}
