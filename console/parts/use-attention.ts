/** What needs attention now, as the service reports it: read again by itself, because it changes by itself. */
import { useQuery } from "@tanstack/react-query";
import type { AttentionSection } from "../api/attention-shapes.ts";
import { attentionQuery } from "../api/now-queries.ts";
import { useOrganization } from "../shell/session.ts";

const refreshMs = 30_000;

/** Proposals are a part of their own here: they are no rows, and have pages of their own. */
function ofProposals({ sections }: { readonly sections: readonly AttentionSection[] }) {
  return {
    sections: sections.map((one) =>
      one.resource === "proposals" ? { ...one, section: "proposals" as const } : one,
    ),
  };
}

export function useAttention() {
  const org = useOrganization()?.slug ?? "";
  return useQuery({
    ...attentionQuery(org),
    select: ofProposals,
    refetchInterval: refreshMs,
    enabled: org !== "",
  });
}
