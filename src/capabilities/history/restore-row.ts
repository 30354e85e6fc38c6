/** The operation that plans to make a row what it was. */
import type { ConfigurationOperation } from "../../engine/operation.ts";
import { isBundled } from "../../engine/plan/bundle-entry.ts";
import type { PlanMaker, PlanRequest, RowEdit } from "../../engine/plan/edits.ts";
import { lostSecrets } from "../../engine/plan/lost-secrets.ts";
import type { AuditRecord } from "../../engine/ports/audit.ts";
import { pick } from "../../engine/write/pick.ts";
import { sameJson } from "../../kernel/equal.ts";
import { type Refusal, unprocessable } from "../../kernel/problem.ts";
import type { Resource, Verb } from "../../kernel/resource.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { planFields } from "../plans/shapes.ts";
import { type Past, type PastDeps, type RowTarget, readPast, type Version } from "./past.ts";
import { restoreInput, targetFields } from "./shapes.ts";
import { readTarget } from "./target.ts";

export interface RestoreDeps extends PastDeps {
  readonly plans: PlanMaker;
}

export function restoreRowOperation(deps: RestoreDeps): ConfigurationOperation {
  const kinds = Object.keys(deps.resources);
  return {
    name: "restore_row",
    level: "read",
    effect: "read",
    title: "Restore row",
    description:
      "Makes a plan that sets one row back to what it was after a record of its history; apply_plan then does it. A deleted row is made anew under its id. Nothing changes before the plan is applied. Secrets are kept nowhere and do not come back: the plan's warnings name them.",
    tag: "history",
    resource: "history",
    credential: "bearer",
    method: "POST",
    path: "/api/v1/history/{kind}/{id}/restore",
    input: { fields: { ...targetFields(kinds), ...restoreInput } },
    output: { fields: planFields },
    status: 201,
    confirms: false,
    async run(call, { body }) {
      const { target, input } = readTarget(deps.resources, restoreInput, body);
      const request = await readPast(deps, call, target, (past) => restoring(target, past, input.sequence));
      return { status: 201, body: await deps.plans.make(call, request) };
    },
  };
}

/** What to ask of the planner. */
async function restoring({ resource, id }: RowTarget, past: Past, sequence: number): Promise<PlanRequest> {
  if (!isBundled(resource)) throw notRestorable("the service sets it, and nobody else", resource);
  const { was, is, since } = await find(past, sequence);
  const lacking = verbBetween(is, was);
  if (lacking !== undefined && !resource.verbs.includes(lacking))
    throw notRestorable(`there is no ${lacking} for such a row`, resource);
  if (was === undefined) {
    return { edits: is === undefined ? [] : [{ op: "delete", resource: resource.kind, id }] };
  }
  const edit: RowEdit = { op: "save", resource: resource.kind, id, body: was, means: "whole" };
  const key = pick(was, resource.naturalKey);
  return { edits: [edit], warnings: lostSecrets({ resource: resource.kind, key, since, row: past.row }) };
}

/**
 * The configuration after a record and now, and what happened in between, the oldest first.
 * @throws Refusal `unprocessable` where the row's history has no such record
 */
async function find(past: Past, sequence: number) {
  const later: AuditRecord[] = [];
  let newest: Version | undefined;
  for await (const version of past.versions()) {
    newest ??= version;
    if (version.record.sequence === sequence)
      return { was: version.after, is: newest.after, since: later.reverse() };
    if (version.record.sequence < sequence) break;
    later.push(version.record);
  }
  throw noRecord((await past.removed()) !== undefined);
}

/** What makes the one of the other; undefined where they are the same. */
function verbBetween(is: JsonObject | undefined, was: JsonObject | undefined): Verb | undefined {
  if (sameJson(is, was)) return undefined;
  if (is === undefined) return "create";
  return was === undefined ? "delete" : "update";
}

function noRecord(mayBeRemoved: boolean): Refusal {
  const message = mayBeRemoved
    ? "is no record of this row's history, or retention has removed it; send a sequence that the history has"
    : "is no record of this row's history; send a sequence that the history has";
  return unprocessable([{ field: "sequence", message }]);
}

function notRestorable(why: string, { kind }: Resource): Refusal {
  const message = `${kind} cannot be restored: ${why}`;
  return unprocessable([{ field: "kind", message, reason: "not_restorable" }]);
}
