/** A drill that this page has started: what it has come past, read again until it has ended. */
import { useMutation, useQuery } from "@tanstack/react-query";
import type { Resolution } from "../../api/alert-shapes.ts";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import { readQuery } from "../../api/queries.ts";
import type { Drill } from "../../api/shapes.ts";
import type { DrillAbout } from "../../parts/drills/use-drills.ts";
import { useHere } from "../../shell/session.ts";

/** Each place is to be seen as it is reached. */
const lookMs = 700;

type Labels = Readonly<Record<string, string>>;

/** @param id of the drill; undefined where the page shows none */
export function useDrill(id: string | undefined, onStarted: (id: string) => void) {
  const here = useHere();
  const start = useMutation({
    mutationFn: (about: DrillAbout) =>
      act<Drill>(here.slug, namedActions.startDrill, { ...about, until: "sent", confirm: true }),
    onSuccess: ({ body }) => onStarted(body.id),
  });
  const drill = useQuery({
    ...readQuery<Drill & { readonly labels: Labels }>(here.slug, namedActions.getDrill, { id: id ?? "" }),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.status === "running" ? lookMs : false),
  });
  return { start, drill: id === undefined ? undefined : drill.data };
}

/** What would become of an alert with these labels. */
export function useResolution(labels: Labels | undefined) {
  const here = useHere();
  return useQuery({
    ...readQuery<Resolution>(here.slug, namedActions.resolveAlertRoute, { labels: { ...labels } }),
    enabled: labels !== undefined && Object.keys(labels).length > 0,
  });
}
