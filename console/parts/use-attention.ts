/** What needs attention now, as the service reports it: read again by itself, because it changes by itself. */
import { useQuery } from "@tanstack/react-query";
import { attentionQuery } from "../api/now-queries.ts";
import { useOrganization } from "../shell/session.ts";

const refreshMs = 30_000;

export function useAttention() {
  const org = useOrganization()?.slug ?? "";
  return useQuery({
    ...attentionQuery(org),
    refetchInterval: refreshMs,
    enabled: org !== "",
  });
}
