/** The plan of edits while somebody makes them: made anew once they rest, and applied by nobody yet. */
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect } from "react";
import { namedActions } from "../../api/calls.ts";
import type { Plan } from "../../api/plan-shapes.ts";
import { type Edit, useMakePlan } from "./use-plan.ts";

const settleMs = 300;

export interface Preview {
  /** Of the edits as they stand; undefined until the service has answered. */
  readonly plan: Plan | undefined;
  readonly waiting: boolean;
  readonly error: unknown;
}

/** @param edits none where there is nothing to look at */
export function usePreview(edits: readonly Edit[]): Preview {
  const { mutate, data, error, isPending } = useMakePlan();
  const asked = JSON.stringify(edits);
  const [settled] = useDebouncedValue(asked, settleMs);
  useEffect(() => {
    const made = JSON.parse(settled) as Edit[];
    if (made.length > 0) mutate({ action: namedActions.planChanges, input: { edits: made } });
  }, [settled, mutate]);
  if (edits.length === 0) return { plan: undefined, waiting: false, error: null };
  const waiting = isPending || settled !== asked;
  return { plan: waiting ? undefined : data, waiting, error };
}
