/** What edits would mean while somebody makes them: asked once they rest. Nothing of it is kept, and no save waits for it. */
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import type { Preview } from "../../api/plan-shapes.ts";
import { useHere } from "../../shell/session.ts";
import type { Edit } from "./edit.ts";

const settleMs = 400;

export interface EditsPreview {
  /** Of the edits as they stand; undefined until the service has answered, or where it could not. */
  readonly preview: Preview | undefined;
  readonly waiting: boolean;
  readonly error: unknown;
}

/**
 * @param edits none where there is nothing to look at
 * @param query whether engines are asked for the past of what is new
 */
export function usePreview(edits: readonly Edit[], query = false): EditsPreview {
  const { slug } = useHere();
  const asked = JSON.stringify(edits);
  const [settled] = useDebouncedValue(asked, settleMs);
  const { data, error, isFetching } = useQuery({
    queryKey: ["replay", slug, settled, query],
    // What is asked about edits that are typed over already ends with them.
    queryFn: async ({ signal }) =>
      (
        await act<Preview>(
          slug,
          namedActions.replay,
          { edits: JSON.parse(settled), replay_query: query },
          signal,
        )
      ).body,
    enabled: settled !== "[]",
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const same = settled === asked;
  return {
    preview: same ? data : undefined,
    waiting: edits.length > 0 && (!same || isFetching),
    error: same ? error : null,
  };
}
