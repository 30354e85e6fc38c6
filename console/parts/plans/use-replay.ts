/** What an edit would mean while somebody makes it: asked once it rests. Nothing of it is kept, and no save waits for it. */
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import type { Preview } from "../../api/plan-shapes.ts";
import { useHere } from "../../shell/session.ts";
import type { Edit } from "./use-plan.ts";

const settleMs = 400;

/** @returns undefined until the service has answered about the edit as it stands, or where it could not */
export function useReplay(edit: Edit | undefined, also: readonly Edit[]): Preview | undefined {
  const { slug } = useHere();
  const asked = JSON.stringify(edit === undefined ? null : [edit, ...also]);
  const [settled] = useDebouncedValue(asked, settleMs);
  const { data } = useQuery({
    queryKey: ["replay", slug, settled],
    // What is asked about an edit that is typed over already ends with it.
    queryFn: async ({ signal }) =>
      (await act<Preview>(slug, namedActions.replay, { edits: JSON.parse(settled) }, signal)).body,
    enabled: settled !== "null",
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return settled === asked ? data : undefined;
}
