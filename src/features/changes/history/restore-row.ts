/** The operation that plans to make a row what it was. */
import type { Engine } from "../../../engine/engine.ts";
import type { ConfigurationOperation } from "../../../engine/operation.ts";
import { isBundled } from "../../../engine/plan/bundle-entry.ts";
import type { PlanRequest } from "../../../engine/plan/edits.ts";
import { lostSecrets } from "../../../engine/plan/lost-secrets.ts";
import type { AuditRecord } from "../../../engine/ports/audit.ts";
import { pick } from "../../../engine/render.ts";
import { namesVersion } from "../../../kernel/etag.ts";
import { keyNames } from "../../../kernel/natural-key.ts";
import { type Refusal, unprocessable } from "../../../kernel/problem.ts";
import { type Planner, planFields } from "../plans/index.ts";
import { restoreInput, targetFields } from "./shapes.ts";
import { historyCall, readTarget } from "./target.ts";
import { type Past, type PastDeps, type RowTarget, readPast } from "./versions.ts";

export interface RestoreDeps extends PastDeps {
  readonly plans: Pick<Planner, "make">;
  readonly engine: Pick<Engine, "existing">;
}

export function restoreRowOperation(deps: RestoreDeps): ConfigurationOperation {
  const fields = { ...targetFields(Object.keys(deps.definitions)), ...restoreInput };
  return {
    ...historyCall,
    reach: { kinds: { in: "kind", of: deps.definitions } },
    name: "restore_row",
    proposed: "as_plan",
    scans: "short",
    title: "Restore row",
    description:
      "Makes a plan that sets one row back to what it was after a record of its history; apply_plan then does it. A deleted row is made again, with its id. Nothing changes before the plan is applied. Old secrets are not stored and do not come back: the plan's warnings name them.",
    method: "POST",
    path: "/api/v1/history/{kind}/{id}/restore",
    input: { fields },
    output: { fields: planFields },
    status: 201,
    conditional: true,
    async run(call, { body, ...conditions }) {
      const { target, input } = readTarget(deps.definitions, fields, body);
      if (namesVersion(conditions))
        await deps.engine.existing(call, target.definition, target.id, conditions);
      const request = await readPast(deps, call, target, (past) => restoring(target, past, input.sequence));
      return { status: 201, body: await deps.plans.make(call, request) };
    },
  };
}

/** What to ask of the planner. */
async function restoring({ definition, id }: RowTarget, past: Past, sequence: number): Promise<PlanRequest> {
  const { kind } = definition;
  if (!isBundled(definition)) throw notRestorable(kind);
  const { was, since } = await find(past, sequence);
  if (was === undefined) return { edits: past.row === undefined ? [] : [{ op: "delete", kind, id }] };
  const key = pick(was, keyNames(definition, was));
  return {
    edits: [{ op: "save", kind, id, body: was, means: "whole" }],
    warnings: lostSecrets({ kind, key, since, row: past.row }),
  };
}

/**
 * The configuration after a record, and what happened since, the oldest first.
 * @throws Refusal `unprocessable` where the row's history has no such record
 */
async function find(past: Past, sequence: number) {
  const later: AuditRecord[] = [];
  for await (const { record, after } of past.versions()) {
    if (record.sequence === sequence) return { was: after, since: later.reverse() };
    if (record.sequence < sequence) break;
    later.push(record);
  }
  throw noRecord((await past.removed()) !== undefined);
}

function noRecord(mayBeRemoved: boolean): Refusal {
  const message = mayBeRemoved
    ? "is no record of this row's history, or retention has removed it; send a sequence that the history has"
    : "is no record of this row's history; send a sequence that the history has";
  return unprocessable([{ field: "sequence", message }]);
}

function notRestorable(kind: string): Refusal {
  const message = `${kind} cannot be restored: only the service sets it`;
  return unprocessable([{ field: "kind", message, reason: "not_restorable" }]);
}
