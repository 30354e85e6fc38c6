/** What engines are given, for the parts that show it. */
import { useQuery } from "@tanstack/react-query";
import { namedActions } from "../../api/calls.ts";
import type { Render, RowWarning } from "../../api/engine-shapes.ts";
import { readQuery } from "../../api/queries.ts";
import { useHere } from "../../shell/session.ts";
import { isMoving } from "./state.ts";

const refreshMs = 30_000;
/** While an engine is on its way to what was saved, which takes seconds. */
const movingMs = 2_000;

export function useRenders() {
  const here = useHere();
  return useQuery({
    ...readQuery<{ readonly data: readonly Render[]; readonly warnings: readonly RowWarning[] }>(
      here.slug,
      namedActions.listRenders,
      {},
    ),
    staleTime: refreshMs,
    refetchInterval: ({ state }) => (state.data?.data.some(isMoving) ? movingMs : refreshMs),
  });
}
