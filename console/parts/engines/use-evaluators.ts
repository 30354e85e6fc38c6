/** Which engine evaluates a row, and which could. */
import { useQueries } from "@tanstack/react-query";
import { namedActions } from "../../api/calls.ts";
import type { Render, RenderedRows } from "../../api/engine-shapes.ts";
import { readQuery } from "../../api/queries.ts";
import { useHere } from "../../shell/session.ts";
import { useRenders } from "./use-renders.ts";

interface Evaluators {
  /** That evaluate rows of the kind, or would if these were otherwise; undefined until it is known. */
  readonly engines: readonly Render[] | undefined;
  /** The one whose rules are about the row. */
  readonly right: Render | undefined;
}

export function useEvaluators(kind: string, id: string): Evaluators {
  const here = useHere();
  const renders = useRenders().data?.data.filter(({ enabled }) => enabled);
  const rendered = useQueries({
    queries: (renders ?? []).map(({ connector_id }) => ({
      ...readQuery<RenderedRows>(here.slug, namedActions.getRender, { connector_id, contents: false }),
      staleTime: 60_000,
    })),
  });
  if (renders === undefined || rendered.some(({ isPending }) => isPending))
    return { engines: undefined, right: undefined };
  const idsOf = (index: number) =>
    rendered[index]?.data?.evaluated.find(({ resource }) => resource === kind)?.ids;
  const refuses = ({ refusals }: Render) => refusals.some(({ resource }) => resource === kind);
  return {
    engines: renders.filter((render, index) => idsOf(index) !== undefined || refuses(render)),
    right: renders.find((_, index) => idsOf(index)?.includes(id) === true),
  };
}
