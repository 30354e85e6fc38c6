/** Who the page's parts call as, and what they read. */
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { AsOperator, OrganizationDetail, PlanQuotas, Use } from "./calls.ts";

export const OperatorContext = createContext<AsOperator | undefined>(undefined);

export function useOperator(): AsOperator {
  const call = useContext(OperatorContext);
  if (call === undefined) throw new Error("the page asks for the token first");
  return call;
}

/** How often the page looks again, in ms: nodes add up what they counted as often. */
const againMs = 10_000;

interface List<T> {
  readonly data: readonly T[];
}

export const everything = ["operator"] as const;

export function organizationsQuery(call: AsOperator) {
  return queryOptions({
    queryKey: [...everything, "organizations"],
    queryFn: async () =>
      (await call<List<OrganizationDetail> & { readonly truncated: boolean }>("list_organizations")).body,
    refetchInterval: againMs,
  });
}

export function useQueryOf(call: AsOperator) {
  return queryOptions({
    queryKey: [...everything, "use"],
    queryFn: async () => (await call<List<Use> & { readonly minutes: number }>("list_organization_use")).body,
    refetchInterval: againMs,
  });
}

export function plansQuery(call: AsOperator) {
  return queryOptions({
    queryKey: [...everything, "plans"],
    queryFn: async () => (await call<List<PlanQuotas>>("list_plan_quotas")).body.data,
  });
}

/** One change, after which everything is read anew. */
export function useChange(change: (call: AsOperator) => Promise<unknown>, done: () => void) {
  const call = useOperator();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => change(call),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: everything });
      done();
    },
  });
}
