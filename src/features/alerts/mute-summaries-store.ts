/** The MuteSummaryStore on PostgreSQL. */

import { connectionOf } from "../../database/executor.ts";
import type { MuteSummaryStore } from "./mute-summaries-port.ts";

export function createMuteSummaryStore(): MuteSummaryStore {
  return {
    in(scoped) {
      const database = connectionOf(scoped);
      return {
        async want(organizationId, muteId, endsAt) {
          await database.query("insert-mute-summary", { organizationId, muteId, endsAt });
        },
        async end(organizationId, muteId) {
          await database.query("end-mute-summary", { organizationId, muteId });
        },
        due: (limit) => database.query("list-due-mute-summaries", { limit }),
        take: async (organizationId, muteId) =>
          (await database.query("delete-mute-summary", { organizationId, muteId })).length > 0,
        alerts: (organizationId, muteId) =>
          database.query("list-ended-under-mute", { organizationId, muteId }),
      };
    },
  };
}
