/** The SilenceStore on PostgreSQL. */

import type { Connection, Database } from "../../database/database.ts";
import { bindable } from "../../database/executor.ts";
import { jsonText } from "../../database/json-text.ts";
import { sql } from "./queries.generated.ts";
import type { KnownSilence, SilenceLinks, SilenceStore } from "./silences-port.ts";

export function createSilenceStore(database: Database): SilenceStore {
  return bindable(database, silencesOver);
}

function silencesOver(database: Connection): SilenceLinks {
  return {
    async now() {
      const [found] = await database.query(sql.getDatabaseTime, {});
      return (found as { readonly now: Date }).now;
    },
    async list(organizationId, kind, now) {
      const found = await database.query(sql.listSilences, { organizationId, kind, now });
      return found as readonly KnownSilence[];
    },
    async add(organizationId, connectorId, links) {
      if (links.length === 0) return;
      const rows = links.map(({ silenceId, muteId, madeThere }) => ({
        silence_id: silenceId,
        mute_id: muteId,
        made_there: madeThere,
      }));
      await database.query(sql.insertSilences, { organizationId, connectorId, silences: jsonText(rows) });
    },
    async see(organizationId, connectorId, silenceIds) {
      if (silenceIds.length > 0)
        await database.query(sql.seeSilences, { organizationId, connectorId, silenceIds });
    },
    async remove(organizationId, connectorId, silenceIds) {
      if (silenceIds.length > 0)
        await database.query(sql.deleteSilences, { organizationId, connectorId, silenceIds });
    },
    async forget(kind) {
      await database.query(sql.forgetSilences, { kind });
    },
  };
}
