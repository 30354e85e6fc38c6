/** What needs attention now, as the service reports it: read again by itself, because it changes by itself. */
import { useQuery } from "@tanstack/react-query";
import type { AttentionSection } from "../api/attention-shapes.ts";
import { namedActions } from "../api/calls.ts";
import { readQuery } from "../api/queries.ts";
import { useOrganization } from "../shell/session.ts";

const refreshMs = 30_000;

export function useAttention() {
  const org = useOrganization()?.slug ?? "";
  return useQuery({
    ...readQuery<{ sections: readonly AttentionSection[] }>(org, namedActions.getAttention, {}),
    refetchInterval: refreshMs,
    enabled: org !== "",
  });
}
