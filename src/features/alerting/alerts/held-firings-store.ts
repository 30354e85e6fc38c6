/**
 * Firings that look like a late word of before an end, until an engine, an end or the time decides; and alerts that
 * somebody ended here while their engines go on.
 */

import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { jsonText } from "../../../database/json-text.ts";
import { grouped } from "../../../kernel/grouped.ts";
import type { Said } from "./column-types.ts";
import { sql } from "./queries.generated.ts";
import type { AlertKey } from "./store.ts";
import type { Notification } from "./webhook.ts";

/** So long is waited for an end, where no agent has looked at the engine before. In doubt it opens. */
const holdSeconds = 30;
/** Those that one connector may have; what is beyond them opens at once. */
const mostHeld = 5_000;
/** So many ends at once are worth the look whether any is held. */
const many = 100;

export type HeldFiringStore = ReturnType<typeof createHeldFiringStore>;

export function createHeldFiringStore(database: Database) {
  return bindable<ReturnType<typeof heldOver>, ReturnType<typeof heldOver>>(database, heldOver);
}

function heldOver(database: Connection) {
  const any = async (organizationId: string, connectorId: string) =>
    (await database.query(sql.findHeldFiring, { organizationId, connectorId })).length > 0;
  return {
    hasRoom: async (organizationId: string, connectorId: string, more: number) => {
      const [found] = await database.query(sql.countHeldFirings, { organizationId, connectorId });
      return (found?.count ?? 0) + more <= mostHeld;
    },
    async hold(organizationId: string, connectorId: string, notifications: readonly Notification[]) {
      const rows = notifications.flatMap(({ receiver, groupKey, groupLabels, reports }) =>
        reports.map(({ fingerprint, startedAt, labels, annotations, facts }) => ({
          ...{ fingerprint, started_at: startedAt, receiver, group_key: groupKey },
          group_labels: groupLabels,
          said: { labels, annotations, facts },
        })),
      );
      if (rows.length === 0) return;
      const which = { organizationId, connectorId, seconds: holdSeconds };
      await database.query(sql.holdFirings, { ...which, firings: jsonText(rows) });
    },
    /** An end came of these. */
    async drop(organizationId: string, connectorId: string, ends: readonly AlertKey[]) {
      // Of a storm's tens of thousands each would be compared with nothing.
      if (ends.length === 0 || (ends.length > many && !(await any(organizationId, connectorId)))) return;
      const rows = ends.map(({ fingerprint, startedAt }) => ({ fingerprint, started_at: startedAt }));
      await database.query(sql.dropHeldFirings, { organizationId, connectorId, ends: jsonText(rows) });
    },
    /** Somebody ended it here: what its engine repeats opens nothing until the engine has said its end. */
    letGoOn: (organizationId: string, id: string) => database.query(sql.letAlertGoOn, { organizationId, id }),
    async endThatGoOn(organizationId: string, ids: readonly string[]) {
      if (ids.length > 0) await database.query(sql.endAlertsThatGoOn, { organizationId, ids });
    },
    /** Connectors that have some that nothing has decided in time. */
    due: (limit: number) => database.query(sql.listDueHeldFirings, { limit }),
    takeDue: async (organizationId: string, connectorId: string) =>
      asNotifications(await database.query(sql.takeDueHeldFirings, { organizationId, connectorId })),
    /** Removes and answers those that an engine has. @param since when it was read, by the database's clock */
    async takeSeen(organizationId: string, connectorId: string, seen: readonly AlertKey[], since: Date) {
      const rows = seen.map(({ fingerprint, startedAt }) => ({ fingerprint, started_at: startedAt }));
      const which = { organizationId, connectorId, since, reports: jsonText(rows) };
      return asNotifications(await database.query(sql.takeSeenHeldFirings, which));
    },
    /** The connector's only engine has no others. */
    dropUnseen: (organizationId: string, connectorId: string, since: Date) =>
      database.query(sql.dropUnseenHeldFirings, { organizationId, connectorId, since }),
    /** Whether an agent of the connector is to look now which alerts its engine has. */
    lookedFor: async (organizationId: string, connectorId: string) =>
      (await database.query(sql.findAlertToLookFor, { organizationId, connectorId }))[0]?.wanted ?? false,
    any,
  };
}

interface HeldFiring extends AlertKey, Pick<Notification, "receiver" | "groupKey" | "groupLabels"> {
  readonly said: Said;
}

function asNotifications(held: readonly HeldFiring[]): Notification[] {
  return [...grouped(held, ({ groupKey }) => groupKey).values()].map((group) => {
    const { receiver, groupKey, groupLabels } = group[0] as HeldFiring;
    const reports = group.map(({ fingerprint, startedAt, said }) => ({
      ...{ fingerprint, startedAt, endedAt: null },
      ...said,
    }));
    return { receiver, groupKey, groupLabels, reports, truncated: 0 };
  });
}
