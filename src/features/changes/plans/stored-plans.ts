/** Plans as they are kept: what was asked for is sealed, what was answered is readable. */
import { type Call, isByAgent } from "../../../engine/context.ts";
import type { Decision } from "../../../engine/plan/decision.ts";
import type { Difference } from "../../../engine/plan/differences.ts";
import type { PlanRequest, RowEdit } from "../../../engine/plan/edits.ts";
import type { Save } from "../../../engine/plan/identify.ts";
import type { RowName, StoredPlan, StoredSet } from "../../../engine/ports/plans.ts";
import type { StoredRow, Vault } from "../../../engine/ports/rows.ts";
import { given } from "../../../kernel/given.ts";
import { newId } from "../../../kernel/ids.ts";
import type { MovedRow } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";

const lifetimeMs = 60 * 60_000;

/** Of one actor's plans that were not applied, the newest that are within both bounds are kept; the last one always. */
export const keptPerActor = { plans: 100, bytes: 128 * 1_048_576 } as const;

/** A row that a plan was made on: it may not have moved when the plan is applied. */
export interface Expected extends RowName {
  readonly key: JsonObject | null;
  /** Null: there was no such row. */
  readonly revision: string | null;
  readonly managedBy: string | null;
}

/** What a plan needs to be applied. */
export interface KeptRequest {
  readonly request: Pick<PlanRequest, "edits" | "set" | "prune" | "pruneAtMost" | "adopt">;
  /** By edit, the id that the plan gave its row. */
  readonly ids: readonly (string | null)[];
  readonly expected: readonly Expected[];
}

/** What a sealed plan is bound to: it opens as no other. */
export function planIdentity(organizationId: string, id: string): string {
  return JSON.stringify([organizationId, "plan", id]);
}

/** The same for what is kept of a set. */
export function setIdentity(organizationId: string, name: string): string {
  return JSON.stringify([organizationId, "plan_set", name]);
}

/** What is kept of what was asked for, so that it can be done as it was decided. */
export function keptRequest(asked: PlanRequest, decision: Decision, difference: Difference): KeptRequest {
  const { edits, set, prune, pruneAtMost, adopt } = asked;
  return {
    request: {
      edits: edits.map((edit) => compared(edit, decision)),
      ...given({ set, prune, pruneAtMost, adopt }),
    },
    ids: edits.map((edit) => (edit.op === "save" ? (decision.ids.get(edit) ?? null) : null)),
    expected: expectedOf(decision, difference),
  };
}

/** @param identity what it is bound to: it opens as no other */
export function sealedKept(vault: Vault, identity: string, kept: KeptRequest): string {
  return vault.seal(JSON.stringify({ ...kept, request: storedForm(kept.request) }), identity);
}

export function openKept(vault: Vault, identity: string, sealed: string): KeptRequest {
  const kept = JSON.parse(vault.open(sealed, identity));
  return { ...kept, request: readForm(kept.request) };
}

/** A new plan, ready to be stored. */
export function keptPlan(
  vault: Vault,
  call: Call,
  asked: PlanRequest,
  decision: Decision,
  difference: Difference,
): StoredPlan {
  const { caller, now } = call;
  const id = newId("plan");
  const { set, prune } = asked;
  const { summary, ...rest } = difference;
  const { kind, id: actorId, name } = caller.actor;
  return {
    id,
    status: difference.problems.length === 0 ? "open" : "invalid",
    actorId,
    sealedRequest: sealedKept(
      vault,
      planIdentity(caller.organization.id, id),
      keptRequest(asked, decision, difference),
    ),
    head: {
      set: set ?? null,
      undoes: asked.undoes ?? null,
      undoes_run: asked.undoesRun ?? null,
      undoes_plans: [...(asked.undoesPlans ?? [])],
      prune: prune ?? "none",
      prune_left: decision.pruneLeft,
      created_by: { kind, id: actorId, name },
      ...((isByAgent(call) || asked.byAgent) && { by_agent: true }),
      summary,
    },
    difference: rest as unknown as JsonObject,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
    appliedAt: undefined,
  };
}

/** An edit without the secrets that were not compared, which its plan leaves as they are. */
function compared(edit: RowEdit, { uncompared }: Decision): RowEdit {
  const names = edit.op === "save" ? (uncompared.get(edit) ?? []) : [];
  if (edit.op !== "save" || names.length === 0) return edit;
  const known = Object.entries(edit.body).filter(([name]) => !names.includes(name));
  return { ...edit, body: Object.fromEntries(known) };
}

export function openPlan(vault: Vault, organizationId: string, plan: StoredPlan): KeptRequest {
  return openKept(vault, planIdentity(organizationId, plan.id), plan.sealedRequest);
}

/** The ids that a plan gave to the rows of its saves. */
export function idsOf({ request, ids }: KeptRequest): ReadonlyMap<Save, string> {
  return new Map(
    request.edits.flatMap((edit, index): [Save, string][] => {
      const id = ids[index];
      return edit.op === "save" && typeof id === "string" ? [[edit, id]] : [];
    }),
  );
}

/** What a set is held to from now on. */
export function keptSet(
  vault: Vault,
  organizationId: string,
  set: string,
  { edits }: KeptRequest["request"],
  applied: { readonly planId: string; readonly at: Date },
): StoredSet {
  const sealedRequest = vault.seal(JSON.stringify(storedForm({ edits })), setIdentity(organizationId, set));
  return { name: set, sealedRequest, planId: applied.planId, appliedAt: applied.at };
}

export function openSet(vault: Vault, organizationId: string, set: StoredSet): Pick<PlanRequest, "edits"> {
  const text = vault.open(set.sealedRequest, setIdentity(organizationId, set.name));
  return readForm(JSON.parse(text));
}

type NamingRows = Pick<PlanRequest, "edits" | "adopt">;

/** Where rows are named, what is stored calls their kind `resource`. */
function storedForm({ edits, adopt, ...rest }: NamingRows): object {
  const stored = (rows: readonly { readonly kind: string }[]) =>
    rows.map(({ kind, ...row }) => ({ ...row, resource: kind }));
  return { ...rest, edits: stored(edits), ...given({ adopt: Array.isArray(adopt) ? stored(adopt) : adopt }) };
}

/** The same read back. */
function readForm<R extends NamingRows>({ edits, adopt, ...rest }: R): R {
  const read = (rows: readonly object[]) =>
    (rows as readonly { readonly resource: string }[]).map(({ resource, ...row }) => ({
      ...row,
      kind: resource,
    }));
  const named = { edits: read(edits), ...given({ adopt: Array.isArray(adopt) ? read(adopt) : adopt }) };
  return { ...rest, ...named } as unknown as R;
}

/** Every row that the request names or that changes, as the decision found it. */
function expectedOf({ named, stage }: Decision, { changes }: Difference): Expected[] {
  const of = (kind: string, id: string, key: JsonObject | null, row: StoredRow | undefined): Expected => ({
    kind,
    id,
    key,
    revision: row?.revision ?? null,
    managedBy: row?.managedBy ?? null,
  });
  const all = [
    ...named.map(({ kind, id, key, before }) => of(kind, id, key, before)),
    ...changes.map(({ resource, id, key }) => of(resource, id, key, stage.peek(resource, id)?.before)),
  ];
  return [...new Map(all.map((row) => [`${row.kind}/${row.id}`, row])).values()];
}

/** What the plan takes back, and whether a model made it: whoever applies it, it stays the model's. */
export function madeAs({
  head: { undoes, undoes_run, undoes_plans, by_agent },
}: StoredPlan): Pick<PlanRequest, "undoes" | "undoesRun" | "undoesPlans" | "byAgent"> {
  const one = typeof undoes === "string" ? [undoes] : [];
  return {
    ...(by_agent === true && { byAgent: true }),
    ...(typeof undoes === "string" && { undoes }),
    ...(typeof undoes_run === "string" && { undoesRun: undoes_run }),
    undoesPlans: Array.isArray(undoes_plans) ? undoes_plans.map(String) : one,
  };
}

export function movedRow({ kind, id, key }: Pick<Expected, "kind" | "id" | "key">): MovedRow {
  return { kind, key, id };
}

/** A plan's head as every door shows it. */
export function renderHead(plan: Omit<StoredPlan, "difference" | "sealedRequest">, now: Date): JsonObject {
  const { id, status, head, createdAt, expiresAt, appliedAt } = plan;
  // What a release before this one planned has no prune_left: all went at once.
  const {
    set = null,
    undoes = null,
    undoes_run = null,
    prune = "none",
    prune_left = 0,
    created_by = null,
    summary = null,
  } = head;
  return {
    id,
    status: status === "open" && expiresAt <= now ? "expired" : status,
    set,
    undoes,
    undoes_run,
    prune,
    prune_left,
    created_at: createdAt.toISOString(),
    created_by,
    expires_at: expiresAt.toISOString(),
    applied_at: appliedAt?.toISOString() ?? null,
    summary,
  };
}

export function renderPlan(plan: Omit<StoredPlan, "sealedRequest">, now: Date): JsonObject {
  return { ...renderHead(plan, now), ...presentForm(plan.difference) };
}

/**
 * What a release before this one planned has the files of engines alone in `effects`, and alerts next to it, if at all; or
 * says nothing of who is on call.
 */
function presentForm({ rerouted_alerts = null, ...difference }: JsonObject): JsonObject {
  const { effects } = difference;
  return Array.isArray(effects)
    ? { ...difference, effects: { engines: effects, rerouted_alerts, on_call: null, replay: null } }
    : { ...difference, effects: { on_call: null, ...(effects as JsonObject) } };
}
