/** The summaries that are wanted at the end of mutes. */

import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { sql } from "./queries.generated.ts";

type MuteSummaries = ReturnType<typeof summariesOver>;
export type MuteSummaryStore = ReturnType<typeof createMuteSummaryStore>;

export function createMuteSummaryStore(database: Database) {
  return bindable<MuteSummaries, MuteSummaries>(database, summariesOver);
}

function summariesOver(database: Connection) {
  return {
    /** One is wanted when the mute ends. */
    want: (organizationId: string, muteId: string, endsAt: Date) =>
      database.query(sql.insertMuteSummary, { organizationId, muteId, endsAt }),
    /** The mute was deleted, which ends it; nothing where no summary is wanted. */
    end: (organizationId: string, muteId: string) =>
      database.query(sql.endMuteSummary, { organizationId, muteId }),
    /** Those whose mute has ended and of whose alerts it is known whether they are on. */
    due: (limit: number) => database.query(sql.listDueMuteSummaries, { limit }),
    /** Removes one, and answers whether it was there: whoever removes it sends it. */
    take: async (organizationId: string, muteId: string) =>
      (await database.query(sql.deleteMuteSummary, { organizationId, muteId })).length > 0,
    /** What began and ended under a mute, and nobody was notified of: by route, in the order in which the alerts began. */
    alerts: (organizationId: string, muteId: string) =>
      database.query(sql.listEndedUnderMute, { organizationId, muteId }),
  };
}
