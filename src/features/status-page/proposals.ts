/** What alerts have opened and ended, for people to publish. */
import type { KindHooks, NeedsAttention } from "../../engine/feature.ts";
import { completed } from "../../engine/render.ts";
import { over } from "../../resources/incident-updates.ts";
import { statusPageIncidents } from "../../resources/status-page-incidents.ts";
import type { StatusPageStore } from "./store.ts";

/** The update that is proposed of each incident that is not over. */
export function proposals(
  store: StatusPageStore,
): NonNullable<KindHooks<typeof statusPageIncidents>["join"]> {
  return async (reader, organizationId, joining) => {
    const rows = joining.map((row) => row.read());
    const open = rows.filter(
      ({ configuration }) => !over.includes(completed(statusPageIncidents, configuration).status),
    );
    if (open.length === 0) return new Map();
    const ids = open.map(({ id }) => id);
    const found = await store.in(reader).proposedUpdates(organizationId, ids);
    return new Map(
      found.map(({ incidentId, at, body }) => [
        incidentId,
        { proposed_update: { at: at.toISOString(), status: "resolved", body } },
      ]),
    );
  };
}

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
