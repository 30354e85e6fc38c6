/** The calls about proposals. */
import { asPerson, type Call } from "../../../engine/context.ts";
import { readInput } from "../../../engine/input.ts";
import { cursorOf, placeAt } from "../../../engine/list-query.ts";
import { createLongList } from "../../../engine/long-list.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import type { PlanRequest } from "../../../engine/plan/edits.ts";
import type { StoredPlan } from "../../../engine/ports/plans.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import { foreignCursor, unprocessable } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { maxRequestBytes, requestOf, undoRequest } from "../plans/index.ts";
import { approve, comment, reject, type Said, withdraw } from "./acting.ts";
import { renderedAfter } from "./answered.ts";
import { apply } from "./applying.ts";
import { confirm } from "./confirming.ts";
import { refuseUnknownConditions } from "./known-rows.ts";
import { found, isShown, look, type ProposalDeps } from "./look.ts";
import { propose } from "./propose.ts";
import { refusePast } from "./refusals.ts";
import { rendered, renderedHead } from "./rendered.ts";
import {
  actInput,
  commentInput,
  idInput,
  listed,
  listInput,
  listOutput,
  proposalFields,
  proposeInput,
} from "./shapes.ts";
import { plansOf } from "./steps.ts";
import { type Apply, type Condition, decideName, type Step, type Verb } from "./stored.ts";
import { revert } from "./taking-back.ts";
import { longestTitle } from "./title.ts";

const tag = "proposals";

export function proposalCalls(
  deps: ProposalDeps,
): readonly [propose: ConfigurationOperation, ...others: ConfigurationOperation[]] {
  return [proposeOperation(deps), list(deps), get(deps), act(deps), commentOperation(deps)];
}

function proposeOperation(deps: ProposalDeps): ConfigurationOperation {
  return configurationOperation({
    ...{
      tag,
      name: "propose_change",
      proposes: true,
      reach: "own",
      scans: "long",
      level: "operate",
      effect: "create",
      unheld: "what is proposed is not done yet",
    },
    title: "Propose a change",
    description: "Keeps a change for people to look at, and makes none of it.",
    ...{ method: "POST", path: "/api/v1/proposals", status: 201, maxBytes: maxRequestBytes },
    input: proposeInput,
    output: proposalFields,
    confirms: true,
    // What is made now for others to look at harms nobody; what goes on by itself is asked as its apply would be.
    async question({ door }, { body }) {
      const { apply } = readInput(proposeInput, body);
      if (door === "console" || apply === undefined) return undefined;
      return {
        message: "This would be applied by itself at its time, once those who have to have approved it.",
        current: { apply },
      };
    },
    async answer(call, { title, reason, labels, apply, confirm_within_minutes, undo_of: undoOf, ...given }) {
      const {
        revert_if: revertIf,
        watch_minutes: watchMinutes,
        missing_signal: missingSignal,
        steps,
        ...asked
      } = given;
      if (apply !== undefined) refuseWrongTime(apply, call.now);
      refuseWrongConditions(revertIf ?? []);
      refuseWrongSteps(steps ?? [], asked.set);
      const options = {
        ...{
          title: oneLine(title, longestTitle),
          reason,
          labels,
          apply,
          confirmWithinMinutes: confirm_within_minutes,
        },
        ...{ revertIf, watchMinutes, missingSignal, steps },
      };
      const request =
        undoOf === undefined
          ? await requestOf(deps, call, { ...asked, replay_days: 30, replay_query: false })
          : await undone(deps, call, undoOf, asked);
      await refuseUnknownConditions(deps, call, revertIf ?? [], request);
      return propose(deps, call, request, options);
    },
    async again(call, id) {
      return { status: 201, body: await rendered(deps, call, await look(deps, call, id)) };
    },
  });
}

/** @throws Refusal 422 where one names nothing that is measured, or several things */
function refuseWrongConditions(conditions: readonly Condition[]): void {
  const problems = conditions.flatMap((condition, index) => {
    const message = wrongIn(condition);
    return message === undefined ? [] : [{ field: `revert_if[${index}]`, message }];
  });
  if (problems.length > 0) throw unprocessable(problems);
}

function wrongIn({ slo_id, service, for_minutes, ...signals }: Condition): string | undefined {
  const named = Object.entries(signals).filter(([, value]) => value !== undefined);
  if (named.length !== 1) return "names one of burn_rate, critical_alerts, engine, test_id and drill";
  const [[name] = [""]] = named;
  const of = [slo_id, service].filter((one) => one !== undefined).length;
  if (name === "burn_rate") return of === 1 ? undefined : "with burn_rate names slo_id or service";
  if (for_minutes !== undefined) return "takes for_minutes with burn_rate only";
  if (name === "critical_alerts")
    return service !== undefined && slo_id === undefined
      ? undefined
      : "with critical_alerts names service, and no slo_id";
  return of === 0 ? undefined : `takes no slo_id and no service with ${name}`;
}

/** @throws Refusal 422 where one names no rows, or where a set is held to all of them */
function refuseWrongSteps(steps: readonly Step[], set: string | undefined): void {
  const problems = steps.flatMap(({ services, labels }, index) =>
    services.length === 0 && Object.keys(labels).length === 0
      ? [{ field: `steps[${index}]`, message: "names services or labels, whose rows it takes" }]
      : [],
  );
  if (steps.length > 0 && set !== undefined)
    problems.push({ field: "steps", message: "do not go with a set, which is held to a whole bundle" });
  if (problems.length > 0) throw unprocessable(problems);
}

/** A year: what is approved now is not to come back on people who have forgotten it. */
const farthestMs = 366 * 86_400_000;

/** @throws Refusal 422 unless it says one thing, and a moment to come within a year */
function refuseWrongTime({ at, hours, now }: Apply, present: Date): void {
  if ([at, hours, now].filter((one) => one !== undefined).length !== 1)
    throw unprocessable([{ field: "apply", message: "takes at, hours or now, and one of them only" }]);
  if (now === false)
    throw unprocessable([{ field: "apply.now", message: "can only be true; leave apply out" }]);
  if (at !== undefined && Date.parse(at) <= present.getTime())
    throw unprocessable([
      { field: "apply.at", message: "is past: name a moment to come, or leave apply out" },
    ]);
  if (at !== undefined && Date.parse(at) > present.getTime() + farthestMs)
    throw unprocessable([
      {
        field: "apply.at",
        message: "is more than a year away: nobody who approves it knows what holds then",
      },
    ]);
  if (hours !== undefined && hours.start === hours.end && hours.start !== "00:00")
    throw unprocessable([
      { field: "apply.hours.end", message: "must differ from start; a whole day runs from 00:00 to 24:00" },
    ]);
}

/** What takes a plan back, or the plan that a proposal was applied by. */
async function undone(
  deps: ProposalDeps,
  call: Call,
  id: string,
  { prune, ...others }: Readonly<Record<string, unknown>>,
): Promise<PlanRequest> {
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  const wrong = [...given.map(([field]) => field), ...(prune === "none" ? [] : ["prune"])];
  if (wrong.length > 0)
    throw unprocessable(wrong.map((field) => ({ field, message: "does not go with undo_of; leave it out" })));
  const planIds = id.startsWith("prop_") ? plansOf((await found(deps, call, id)).progress) : [id];
  const plans: StoredPlan[] = [];
  for (const one of planIds.filter((planId) => planId !== "")) plans.push(await deps.planner.find(call, one));
  const [first, ...more] = plans;
  if (first === undefined)
    throw unprocessable([{ field: "undo_of", message: "names a proposal that was not applied" }]);
  const { rest: _, ...request } = await undoRequest(deps, call, first, undefined, more);
  return request;
}

function list(deps: ProposalDeps): ConfigurationOperation {
  return configurationOperation({
    ...{ tag, name: "list_proposals", reach: "own", scans: "short", level: "read" },
    title: "List proposals",
    description: "Proposals and what became of them, newest first.",
    ...{ method: "GET", path: "/api/v1/proposals" },
    input: listInput,
    output: listOutput,
    async answer(call, { limit = listed.usual, cursor, ...which }) {
      const { id } = call.caller.organization;
      const before = cursor === undefined ? undefined : placeOf(cursor);
      const all = await deps.proposals.list(id, which, limit + 1, before);
      const page = createLongList(call);
      const data: JsonObject[] = [];
      let last: (typeof all)[number] | undefined;
      for (const one of all.slice(0, limit)) {
        const shown = isShown(call, one) ? renderedHead(deps, call, one) : undefined;
        if (shown !== undefined && !page.add(JSON.stringify(shown))) break;
        if (shown !== undefined) data.push(shown);
        last = one;
      }
      const isEnd = last === undefined || last === all.at(-1);
      return {
        data,
        next_cursor: isEnd ? null : cursorOf({ sortKey: last?.createdAt.toISOString(), id: last?.id ?? "" }),
      };
    },
  });
}

/** @throws Refusal 422 where the cursor is not ours */
function placeOf(cursor: string) {
  const { sortKey = "", id } = placeAt(cursor, (one) => one.startsWith("prop_"));
  const createdAt = new Date(sortKey);
  if (Number.isNaN(createdAt.getTime())) throw foreignCursor();
  return { createdAt, id };
}

function get(deps: ProposalDeps): ConfigurationOperation {
  return configurationOperation({
    ...{ tag, name: "get_proposal", reach: "own", scans: "long", level: "read" },
    title: "Get a proposal",
    description: "What it would do now, who has to look, and what was said.",
    ...{ method: "GET", path: "/api/v1/proposals/{id}" },
    input: idInput,
    output: proposalFields,
    answer: async (call, { id }) => rendered(deps, call, await look(deps, call, id)),
  });
}

const doing: Readonly<
  Record<Verb, (deps: ProposalDeps, call: Call, id: string, said: Said) => Promise<void>>
> = { approve, reject, withdraw, apply, confirm, revert };

function act(deps: ProposalDeps): ConfigurationOperation {
  return configurationOperation({
    ...{ tag, name: decideName, reach: "changes", scans: "long", level: "operate", effect: "update" },
    title: "Decide on a proposal",
    description:
      "Approves, rejects, withdraws, applies, confirms or reverts a proposal, by the digest of what was looked at.",
    ...{ method: "POST", path: "/api/v1/proposals/{id}/{act}" },
    ...{ takesAway: true, asksOthers: true, tested: true, forPrograms: true, said: true },
    proposed: { never: "it decides on a proposal that there is" },
    input: actInput,
    output: proposalFields,
    confirms: "id",
    // A person has looked at its page.
    async question(call, { body }) {
      const { id, act: verb } = readInput(actInput, body);
      if (call.door === "console" || verb !== "apply") return undefined;
      const current = await rendered(deps, call, await look(deps, call, id));
      return { message: "This would apply the proposal in current.", current };
    },
    async answer(asked, { id, act, ...said }) {
      const call = { ...asked, caller: asPerson(asked.caller) };
      if (act === "approve" && said.digest === undefined)
        throw unprocessable([
          {
            field: "digest",
            message: "is required: an approval is for what was looked at; send the proposal's",
          },
        ]);
      if (act === "approve" || act === "reject" || act === "withdraw") refusePast(call, act);
      await doing[act](deps, call, id, said);
      return renderedAfter(deps, call, id);
    },
    again: (call, _, { body }) => asItIs(deps, call, String(body.id)),
  });
}

function commentOperation(deps: ProposalDeps): ConfigurationOperation {
  return configurationOperation({
    ...{ tag, name: "comment_on_proposal", proposes: true, reach: "own", scans: "long", level: "operate" },
    ...{ effect: "update", cumulative: true, said: true, unheld: "it says something of a proposal" },
    title: "Comment on a proposal",
    description: "Comments on a proposal, or one of its rows.",
    ...{ method: "POST", path: "/api/v1/proposals/{id}/comments" },
    input: commentInput,
    output: proposalFields,
    async answer(call, { id, comment: said, about = null }) {
      await comment(deps, call, id, { comment: said, about });
      return renderedAfter(deps, call, id);
    },
    again: (call, _, { body }) => asItIs(deps, call, String(body.id)),
  });
}

/** What is answered of what was done, where its own answer is lost. */
async function asItIs(deps: ProposalDeps, call: Call, id: string) {
  return { status: 200 as const, body: await rendered(deps, call, await look(deps, call, id)) };
}
