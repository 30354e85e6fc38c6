/** Which silences of engines stand for which mutes. */

import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { jsonText } from "../../../database/json-text.ts";
import type { RowOf } from "../../../database/statement.ts";
import type { UnheldSilence } from "./column-types.ts";
import { sql } from "./queries.generated.ts";

/**
 * `madeThere`: somebody made it at the engine, and the mute follows it. `muteState`: `over` where its time has passed,
 * `gone` where it was deleted. `isSeenLately`: an engine of the connector had it in the last five minutes.
 */
type KnownSilence = RowOf<typeof sql.listSilences> & { readonly muteState: "active" | "over" | "gone" };
type SilenceLink = Pick<KnownSilence, "silenceId" | "muteId" | "madeThere">;

type SilenceLinks = ReturnType<typeof silencesOver>;
export type SilenceStore = ReturnType<typeof createSilenceStore>;

export function createSilenceStore(database: Database) {
  return bindable<SilenceLinks, SilenceLinks>(database, silencesOver);
}

function silencesOver(database: Connection) {
  return {
    /** By the database's clock, when the transaction began. */
    async now() {
      const [found] = await database.query(sql.getDatabaseTime, {});
      return (found as { readonly now: Date }).now;
    },
    /** Of these connectors, those that have sent alerts, and of which no agent has ever reported. */
    neverReported: async (organizationId: string, ids: readonly string[]) =>
      (await database.query(sql.listSendingConnectors, { organizationId, ids })).map(
        ({ connectorId }) => connectorId,
      ),
    /** All of the organization. @param kind of the mutes' rows */
    list: async (organizationId: string, kind: string, now: Date) =>
      (await database.query(sql.listSilences, { organizationId, kind, now })) as readonly KnownSilence[],
    async add(organizationId: string, connectorId: string, links: readonly SilenceLink[]) {
      if (links.length === 0) return;
      const rows = links.map(({ silenceId, muteId, madeThere }) => ({
        silence_id: silenceId,
        mute_id: muteId,
        made_there: madeThere,
      }));
      await database.query(sql.insertSilences, { organizationId, connectorId, silences: jsonText(rows) });
    },
    /** An engine of the connector has these. */
    async see(organizationId: string, connectorId: string, silenceIds: readonly string[]) {
      if (silenceIds.length > 0)
        await database.query(sql.seeSilences, { organizationId, connectorId, silenceIds });
    },
    async remove(organizationId: string, connectorId: string, silenceIds: readonly string[]) {
      if (silenceIds.length > 0)
        await database.query(sql.deleteSilences, { organizationId, connectorId, silenceIds });
    },
    /** What of a connector's engine no mute stands for. */
    async keepUnheld(
      organizationId: string,
      connectorId: string,
      { count, named }: { readonly count: number; readonly named: readonly UnheldSilence[] },
    ) {
      const of = { organizationId, connectorId };
      if (count === 0) await database.query(sql.dropUnheldSilences, of);
      else await database.query(sql.keepUnheldSilences, { ...of, count, named: jsonText(named) });
    },
    unheld: (organizationId: string) => database.query(sql.listUnheldSilences, { organizationId }),
    /** Removes those whose connector, a row of this kind, is gone. */
    forget: (kind: string) => database.query(sql.forgetSilences, { kind }),
  };
}
