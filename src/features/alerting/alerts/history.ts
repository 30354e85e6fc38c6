/** The history of alerts: those that have ended go into it, and leave it with their days or beyond its bounds. Any node does it. */

import { defaultsOf } from "../../../engine/render.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import type { AlertDeps } from "./deps.ts";
import type { HistoryBounds } from "./history-store.ts";

/** Of one organization's labels: they have 300 bytes as a rule, and there are few sets of them. */
const mostBytes = 67_108_864;
/** Alerts of one statement. */
const batch = 1_000;
/** So many more may be there until they are counted again. */
const slack = 1_000;

/** @param most alerts of one organization */
export function createHistoryUpkeep({ store, history }: Pick<AlertDeps, "store" | "history">, most: number) {
  const mostKept: HistoryBounds = { alerts: most, bytes: mostBytes };
  const added = new Map<string, number>();
  const tables = history.in(store);
  return {
    /** Puts all that has ended into it. @param atLeast of how many new ones of an organization they are counted */
    async put(atLeast = slack, bounds = mostKept): Promise<void> {
      for (let found = batch; found === batch; ) {
        const put = await tables.put(batch);
        for (const { organizationId, count } of put)
          added.set(organizationId, (added.get(organizationId) ?? 0) + count);
        found = put.reduce((sum, { count }) => sum + count, 0);
      }
      for (const [organizationId, count] of added) {
        if (count < atLeast) continue;
        added.delete(organizationId);
        await tables.trim(organizationId, bounds, batch);
      }
    },
    /** @param usualDays how long alerts themselves are kept where the organization keeps their history as long */
    async forget(usualDays: number, now: Date): Promise<void> {
      const { alert_history_days } = defaultsOf(organizationSettings);
      await tables.forget(organizationSettings.kind, Number(alert_history_days), usualDays, now, batch);
    },
  };
}
