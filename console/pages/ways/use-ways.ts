/** The reader's ways and steps. */
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { send } from "../../api/client.ts";
import type { Steps, Ways } from "../../api/way-shapes.ts";

/** As the worker of notifications names it, which verifies one past the page (follow-worker.ts). */
export const waysKey = "ways";

export const waysQuery = queryOptions({
  queryKey: [waysKey],
  queryFn: async () => (await send<Ways>("list_ways")).body,
});

export const stepsQuery = queryOptions({
  queryKey: [waysKey, "steps"],
  queryFn: async () => (await send<Steps>("get_steps")).body,
});

/** After a change both are read again: a step without its way is gone. */
export function useAgain() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [waysKey] });
}
