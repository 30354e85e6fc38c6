/** Sets whose rows were changed outside of their bundles, and plans that wait to be applied. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { namedActions } from "../../api/calls.ts";
import type { Drift, PlanHead, Plans } from "../../api/plan-shapes.ts";
import { readQuery } from "../../api/queries.ts";
import { useHere } from "../../shell/session.ts";

/** Each is a comparison of all of its rows. */
const mostSets = 5;

export function useUnsettled(): { readonly drifted: readonly string[]; readonly open: readonly PlanHead[] } {
  const here = useHere();
  const plans = useQuery({
    ...readQuery<Plans>(here.slug, namedActions.listPlans, {}),
    staleTime: 60_000,
  });
  const sets = (plans.data?.sets ?? []).slice(0, mostSets);
  const drifts = useQueries({
    queries: sets.map(({ name }) => ({
      ...readQuery<Drift>(here.slug, namedActions.getDrift, { set: name }),
      staleTime: 60_000,
    })),
  });
  return {
    drifted: sets.filter((_, index) => drifts[index]?.data?.drifted === true).map(({ name }) => name),
    open: (plans.data?.data ?? []).filter(({ status }) => status === "open"),
  };
}
