/** What alerts have opened and ended, for people to publish. */
import type { NeedsAttention } from "../../engine/feature.ts";
import { statusPageIncidents } from "../../resources/status-page-incidents.ts";
import type { StatusPageStore } from "./store.ts";

/** Drafts that alerts have opened, and ends that are proposed. */
export function incidentDecisions(store: StatusPageStore): NeedsAttention {
  return async ({ caller: { organization } }, shown) => {
    const found = await store.decisions(organization.id, shown);
    return {
      section: "decisions",
      resource: statusPageIncidents.kind,
      total: found[0]?.total ?? 0,
      data: found.map(({ id, title, isDraft, since }) => ({
        resource: statusPageIncidents.kind,
        id,
        name: title,
        tone: "warning",
        state: isDraft ? "draft" : "proposed",
        why: isDraft
          ? "Alerts have opened it: publish it (draft: false), or delete it."
          : "Its alerts have ended: publish proposed_update, or write another update.",
        since: since?.toISOString() ?? null,
      })),
    };
  };
}
