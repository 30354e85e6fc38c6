/** The uptime of checks, of all of them by one call. */
import { useQuery } from "@tanstack/react-query";
import { namedActions } from "../../api/calls.ts";
import { readQuery } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { useHere } from "../../shell/session.ts";
import { useTimeZone } from "../time.tsx";
import { type UptimeDay, uptimeOf } from "./uptime.ts";

interface Answer {
  readonly since: string;
  readonly data: readonly { readonly id: string; readonly values: readonly (number | null)[] }[];
}

/** As many as one call answers. */
const most = 200;

/** @returns the days of some of these checks together: the worst of each day; none until they are read */
export function useUptime(ids: readonly string[]): (of: readonly string[]) => readonly UptimeDay[] {
  const here = useHere();
  const timezone = useTimeZone();
  const { data } = useQuery({
    ...readQuery<Answer>(here.slug, namedActions.listFigures, {
      kind: kindNames.syntheticCheck,
      field: "status",
      value: "mean",
      timezone,
      ids: [...ids].sort().slice(0, most),
    }),
    enabled: ids.length > 0,
    staleTime: 60_000,
  });
  return (of) =>
    uptimeOf(
      data?.since ?? "",
      (data?.data ?? []).filter(({ id }) => of.includes(id)).map(({ values }) => values),
    );
}
