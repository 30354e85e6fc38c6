/** Drills as the service lists them, read again while one is under way; and what starts one. */
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import type { Drill } from "../../api/shapes.ts";
import { useHere } from "../../shell/session.ts";

/** What a drill is about: one of them. */
export type DrillAbout =
  | { readonly route_id: string }
  | { readonly target_id: string }
  | { readonly service: string };

interface DrillPage {
  readonly data: readonly Drill[];
  readonly next_cursor: string | null;
}

/** How often one that is under way is looked at, and whether a schedule has started one. */
const [lookMs, idleMs] = [2_000, 30_000];

/** The newest first; only those about the same where it is given. */
export function useDrills(about: DrillAbout | undefined) {
  const here = useHere();
  const query = useInfiniteQuery({
    queryKey: ["read", here.slug, namedActions.listDrills, about ?? {}],
    queryFn: async ({ pageParam }) => {
      const input = { ...about, ...(pageParam === "" ? {} : { cursor: pageParam }) };
      return (await act<DrillPage>(here.slug, namedActions.listDrills, input)).body;
    },
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(({ status }) => status === "running")) ? lookMs : idleMs,
  });
  useEnds(query.data?.pages.flatMap(({ data }) => data) ?? []);
  return query;
}

/** When a drill ends, what it proved stands at rows that were read before. */
function useEnds(drills: readonly Drill[]): void {
  const here = useHere();
  const client = useQueryClient();
  const running = drills.flatMap(({ id, status }) => (status === "running" ? [id] : [])).join(" ");
  const before = useRef(running);
  useEffect(() => {
    const ended = before.current.split(" ").some((id) => id !== "" && !running.split(" ").includes(id));
    before.current = running;
    if (!ended) return;
    for (const key of ["rows", "row"]) void client.invalidateQueries({ queryKey: [key, here.slug] });
  }, [running, client, here.slug]);
}

export interface NewDrill {
  readonly about: DrillAbout;
  readonly acknowledged: boolean;
}

export function useStartDrill() {
  const here = useHere();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ about, acknowledged }: NewDrill) =>
      act(here.slug, namedActions.startDrill, {
        ...about,
        until: acknowledged ? "acknowledged" : "sent",
        confirm: true,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ["read", here.slug, namedActions.listDrills] }),
  });
}
