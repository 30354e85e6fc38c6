/** Every version of a row, the newest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import type { History } from "../../api/plan-shapes.ts";
import { useHere } from "../../shell/session.ts";

export interface RowHistoryProps {
  readonly definition: Definition;
  /** Of a setting its kind. */
  readonly id: string;
}

/** @param enabled where nobody needs it it is not asked for */
export function useHistory({ definition: { kind }, id }: RowHistoryProps, enabled = true) {
  const here = useHere();
  return useInfiniteQuery({
    queryKey: ["read", here.slug, namedActions.rowHistory, kind, id],
    queryFn: async ({ pageParam }) => {
      const cursor = pageParam === "" ? {} : { cursor: pageParam };
      return (await act<History>(here.slug, namedActions.rowHistory, { kind, id, ...cursor })).body;
    },
    enabled,
    initialPageParam: "",
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}
