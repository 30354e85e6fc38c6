/** Plans as operations: many rows changed at once, seen first, and taken back. */

import { readInput } from "../../../engine/input.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import type { AuditStore } from "../../../engine/ports/audit.ts";
import { integer, list, text } from "../../../kernel/field.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { maxRequestBytes, planInput, replayInput } from "./input.ts";
import { withRowsOfNames } from "./names.ts";
import type { Planner, PlannerDeps } from "./planner.ts";
import { givenEdits, requestOf } from "./requested.ts";
import { appliedFields, driftFields, planFields, planListItem, replayFields, setItem } from "./shapes.ts";
import { renderHead, renderPlan } from "./stored-plans.ts";
import { undoRequest } from "./undo.ts";

export interface PlansDeps extends Pick<PlannerDeps, "definitions" | "rows" | "store"> {
  readonly planner: Planner;
  readonly audit: Pick<AuditStore, "recordsOfPlan" | "page">;
}

const id = text({ description: "The plan's id.", max: 255 });

/** How many plans a list answers where nothing else is asked for, and at most. */
const listed = { usual: 50, most: 200 } as const;

export function planCalls(deps: PlansDeps): readonly ConfigurationOperation[] {
  const { planner } = deps;
  return [
    planOperation(deps),
    replayOperation(deps),
    listOperation(planner),
    driftOperation(planner),
    getOperation(planner),
    applyOperation(planner),
    undoOperation(deps),
  ];
}

function planOperation(deps: PlansDeps): ConfigurationOperation {
  return configurationOperation({
    tag: "plans",
    name: "plan_changes",
    proposed: "as_plan",
    reach: "own",
    scans: "long",
    level: "read",
    effect: "read",
    title: "Plan changes",
    description:
      "Shows what a bundle of rows would change, field by field, and every problem that would stop it, without changing anything. The plan is kept for an hour, so that apply_plan can do exactly this.",
    method: "POST",
    path: "/api/v1/plans",
    maxBytes: maxRequestBytes,
    input: planInput,
    output: planFields,
    status: 201,
    answer: async (call, asked) => deps.planner.make(call, await requestOf(deps, call, asked)),
  });
}

function replayOperation(deps: PlansDeps): ConfigurationOperation {
  return configurationOperation({
    tag: "plans",
    name: "replay",
    reach: "own",
    scans: "long",
    level: "read",
    effect: "read",
    title: "Replay changes",
    description:
      "Says what a change would have meant for the alerts of the last days. It is what plan_changes says in effects, and no plan is kept.",
    method: "POST",
    path: "/api/v1/plans/replay",
    maxBytes: maxRequestBytes,
    input: replayInput,
    output: replayFields,
    async answer(call, { replay_days: replayDays, replay_query: replayQuery, ...rows }) {
      const asked = await withRowsOfNames(deps, call, givenEdits(deps, rows));
      return await deps.planner.preview(call, { ...asked, replayDays, replayQuery });
    },
  });
}

function listOperation(planner: Planner): ConfigurationOperation {
  const input = {
    limit: integer({
      description: `Most plans to answer; ${listed.usual} where it is left out.`,
      optional: true,
      min: 1,
      max: listed.most,
    }),
    cursor: text({
      description: "Where to go on: next_cursor of the page before.",
      optional: true,
      max: 255,
    }),
  } as const;
  return configurationOperation({
    tag: "plans",
    name: "list_plans",
    reach: "own",
    scans: "short",
    level: "read",
    title: "List plans",
    description:
      "The latest plans, newest first, and the sets that own rows. Applied plans are kept for 30 days, others for a day after they expire.",
    method: "GET",
    path: "/api/v1/plans",
    input: input,
    output: {
      data: list({ description: "The plans, newest first.", max: listed.most, items: planListItem }),
      sets: list({
        description: "The sets, by name.",
        max: Number.MAX_SAFE_INTEGER,
        items: setItem,
      }),
      next_cursor: text({
        description: "Give it as cursor for the next page; null at the end.",
        nullable: true,
      }),
    },
    async answer(call, { limit = listed.usual, cursor }) {
      return await planner.list(call, limit, cursor);
    },
  });
}

function driftOperation(planner: Planner): ConfigurationOperation {
  const input = { set: text({ description: "The set.", max: planInput.set.max }) } as const;
  return configurationOperation({
    tag: "plans",
    name: "get_drift",
    reach: "own",
    scans: "long",
    level: "read",
    title: "Get drift",
    description:
      "What differs from what was last applied for a set: the changes that would bring it back. Rows that somebody changed, deleted or took out of the set are in it.",
    method: "GET",
    path: "/api/v1/plans/drift",
    input: input,
    output: driftFields,
    async answer(call, { set }) {
      return await planner.drift(call, set);
    },
  });
}

function getOperation(planner: Planner): ConfigurationOperation {
  return configurationOperation({
    tag: "plans",
    name: "get_plan",
    reach: "own",
    scans: "short",
    level: "read",
    title: "Get plan",
    description: "A plan as it was made, and what became of it.",
    method: "GET",
    path: "/api/v1/plans/{id}",
    input: { id },
    output: planFields,
    answer: async (call, { id }) => renderPlan(await planner.find(call, id), call.now),
  });
}

function applyOperation(planner: Planner): ConfigurationOperation {
  const input = {
    id,
    allow_deletes: integer({
      description: "How many rows it may delete, where that is more than 10.",
      optional: true,
      min: 0,
      max: 100_000,
    }),
  } as const;
  return configurationOperation({
    tag: "plans",
    name: "apply_plan",
    reach: "changes",
    scans: "long",
    // Each change needs what it would need as a write by itself, and some need no more than this.
    level: "operate",
    effect: "update",
    takesAway: true,
    asksOthers: true,
    tested: true,
    title: "Apply plan",
    description:
      "Does what a plan shows, all of it or nothing. Refused when a row has moved since, or the plan has expired, was applied, or has problems. Show it to the person first.",
    method: "POST",
    path: "/api/v1/plans/{id}/apply",
    input: input,
    output: appliedFields,
    confirms: "id",
    async question(call, { body }) {
      const { id } = readInput(input, body);
      const current = renderHead(await planner.find(call, id), call.now);
      return { message: `This would apply the plan in current: ${inWords(current)}.`, current };
    },
    async answer(call, { id, allow_deletes }) {
      return await planner.apply(call, id, allow_deletes);
    },
  });
}

function inWords({ summary }: JsonObject): string {
  const counts = Object.entries(summary as Record<string, number>).filter(([, count]) => count > 0);
  return counts.length === 0
    ? "it changes nothing"
    : counts.map(([what, count]) => `${what} ${count}`).join(", ");
}

function undoOperation(deps: PlansDeps): ConfigurationOperation {
  const { planner } = deps;
  return configurationOperation({
    tag: "plans",
    name: "undo_plan",
    proposed: "as_plan",
    reach: "own",
    scans: "long",
    level: "read",
    effect: "read",
    title: "Undo plan",
    description:
      "Makes a plan that takes an applied plan back, row by row; apply_plan then does it. What was changed since is named in its warnings, and so are secrets, which cannot come back.",
    method: "POST",
    path: "/api/v1/plans/{id}/undo",
    input: { id },
    output: planFields,
    status: 201,
    answer: async (call, { id }) =>
      planner.make(call, await undoRequest(deps, call, await planner.find(call, id))),
  });
}
