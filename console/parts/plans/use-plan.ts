/** Plans are made, applied and taken back by the same calls, whoever asks: a bundle, a restore, a delete. */
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import type { Plan } from "../../api/plan-shapes.ts";
import { readQuery, useDefinitions, useForgetAll } from "../../api/queries.ts";
import { useHere } from "../../shell/session.ts";
import type { Edit } from "./edit.ts";
import { noticeText } from "./words.ts";

/** What a plan was made from: the call that makes it anew when rows were changed meanwhile. */
export interface PlanRequest {
  readonly action: string;
  readonly input: JsonObject;
}

export const planQuery = (org: string, id: string) => readQuery<Plan>(org, namedActions.getPlan, { id });

export function useMakePlan() {
  const { slug } = useHere();
  const client = useQueryClient();
  return useMutation({ mutationFn: (request: PlanRequest) => makePlan(client, slug, request) });
}

/** Makes the plan, and keeps what it was made from for as long as the pages stay open. */
export async function makePlan(client: QueryClient, org: string, request: PlanRequest): Promise<Plan> {
  const { body } = await act<Plan>(org, request.action, request.input);
  client.setQueryData(planQuery(org, body.id).queryKey, body);
  client.setQueryDefaults(planRequestKey(org, body.id), { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(planRequestKey(org, body.id), request);
  void client.invalidateQueries({ queryKey: ["read", org, namedActions.listPlans] });
  return body;
}

/** Undefined for a plan that was made elsewhere. */
export function usePlanRequest(id: string): PlanRequest | undefined {
  const { slug } = useHere();
  return useQueryClient().getQueryData<PlanRequest>(planRequestKey(slug, id));
}

const planRequestKey = (org: string, id: string) => ["plan-request", org, id] as const;

/** Does edits as one act: all of them or none, and to be taken back at once. The answer is the plan that did it. */
export function useEdits() {
  const { slug } = useHere();
  const { kinds } = useDefinitions();
  const client = useQueryClient();
  const forget = useForgetAll(slug);
  return useMutation({
    mutationFn: async (edits: readonly Edit[]) => {
      const plan = await makePlan(client, slug, { action: namedActions.planChanges, input: { edits } });
      await applyAll(slug, kinds, plan);
      return plan;
    },
    onSettled: forget,
  });
}

/**
 * Applies a plan that somebody meant as a whole, its deletes included.
 * @param more what goes with the apply, such as the reason why the glass is broken
 * @throws Error with what stands against it, in which case nothing was changed
 */
export async function applyAll(
  org: string,
  kinds: readonly Definition[],
  { id, problems, summary }: Plan,
  more: JsonObject = {},
): Promise<void> {
  if (problems.length > 0) throw new Error(problems.map((problem) => noticeText(kinds, problem)).join(" "));
  await applyPlan(org, { id, allowDeletes: summary.delete }, more);
}

interface Apply {
  readonly id: string;
  /** As many deletes as somebody said that they mean. */
  readonly allowDeletes?: number | undefined;
}

export function useApplyPlan() {
  const { slug } = useHere();
  const forget = useForgetAll(slug);
  return useMutation({ mutationFn: (apply: Apply) => applyPlan(slug, apply), onSettled: forget });
}

async function applyPlan(org: string, { id, allowDeletes }: Apply, more: JsonObject = {}): Promise<void> {
  const allow = allowDeletes === undefined ? {} : { allow_deletes: allowDeletes };
  await act(org, namedActions.applyPlan, { id, confirm: id, ...allow, ...more });
}
