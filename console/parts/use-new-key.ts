import { useMutation, useQueryClient } from "@tanstack/react-query";
import { send } from "../api/client.ts";
import { keysQuery } from "../api/queries.ts";
import { useHere } from "../shell/session.ts";

/** Makes an API key of the organization; the answer holds it, once. */
export function useNewKey() {
  const { slug: org } = useHere();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (key: object) =>
      (await send<{ name: string; key: string }>("create_api_key", { org }, key)).body,
    onSuccess: () => client.invalidateQueries({ queryKey: keysQuery(org).queryKey }),
  });
}
