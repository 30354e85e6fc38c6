/** Which changes of a plan are shown. */

import { useNavigate, useSearch } from "@tanstack/react-router";
import { type PlanAction, planActions } from "../../api/plan-shapes.ts";

/** The action whose changes are shown, kept in the address. */
export function useOnly(): readonly [PlanAction | undefined, (only: PlanAction | undefined) => void] {
  const search = useSearch({ strict: false }) as { show?: string };
  const go = useNavigate();
  const only = planActions.find((action) => action === search.show);
  return [
    only,
    (next) => {
      const { show: _, ...rest } = search;
      void go({ to: ".", search: next === undefined ? rest : { ...rest, show: next }, replace: true });
    },
  ];
}
