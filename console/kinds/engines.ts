/** What engines are given, for the parts that show it. */
import { useQuery } from "@tanstack/react-query";
import { namedActions } from "../api/calls.ts";
import { readQuery } from "../api/queries.ts";
import type { Render } from "../api/shapes.ts";
import { useHere } from "../shell/session.ts";

/** The kind whose rows are engines. */
export const engineKind = "connectors";

const refreshMs = 30_000;

export function useRenders() {
  const here = useHere();
  return useQuery({
    ...readQuery<{ readonly data: readonly Render[] }>(here.slug, namedActions.listRenders, {}),
    staleTime: refreshMs,
    refetchInterval: refreshMs,
  });
}
