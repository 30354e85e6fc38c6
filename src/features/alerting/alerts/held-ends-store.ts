/** Alerts that end otherwise than by a report: those whose ends are held, those of lost engines, and those of what is deleted. */
import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { jsonText } from "../../../database/json-text.ts";
import { sql } from "./queries.generated.ts";
import type { AlertEnd } from "./store.ts";

/** By its label, the row that alerts are about. */
export interface AboutRow {
  readonly label: string;
  readonly rowId: string;
}

/** What alerts come from: a connector or what else raised them, or the row that an engine's rules are of. */
export type AlertSource = { readonly connectorId: string } | AboutRow;

export type HeldEndStore = ReturnType<typeof createHeldEndStore>;

export function createHeldEndStore(database: Database) {
  return bindable<ReturnType<typeof over>, ReturnType<typeof over>>(database, over);
}

function over(database: Connection) {
  return {
    /** The organizations that have any of them. */
    organizations: async () =>
      (await database.query(sql.listWaitingOrganizations, {})).map(({ organizationId }) => organizationId),
    /** The open alerts of engines that measure nothing any more. */
    lost: (organizationId: string) => database.query(sql.listLostAlerts, { organizationId }),
    /** The open alerts whose end was reported while nothing measured what they are about. */
    held: (organizationId: string) => database.query(sql.listHeldEnds, { organizationId }),
    /** Whether an alert of a connector, of the last days, has one of these labels. */
    async hasSent(organizationId: string, connectorId: string, labels: readonly string[]) {
      const [found] = await database.query(sql.findSentAlert, { organizationId, connectorId, labels });
      return found !== undefined;
    },
    /** Their end was reported while nothing measured what they are about. */
    async hold(organizationId: string, ids: readonly string[]) {
      if (ids.length > 0) await database.query(sql.holdEnds, { organizationId, ids });
    },
    /**
     * By service how the last of its alerts ended: by a measurement, by a person's word, or by neither.
     * @param since of those that ended after it; null for any
     * @param critical of critical ones alone
     */
    async lastEnds(
      organizationId: string,
      services: readonly string[],
      since: Date | null,
      critical: boolean,
    ) {
      const found = await database.query(sql.listLastEnds, { organizationId, services, since, critical });
      return new Map(found.map(({ service, how }) => [service, how]));
    },
    /** Open alerts of one source, and who sent them. */
    openOf: (organizationId: string, source: AlertSource, limit: number) =>
      "label" in source
        ? database.query(sql.listOpenAbout, { organizationId, ...source, limit })
        : database.query(sql.listOpenIds, { organizationId, ...source, limit }),
    async countOpenOf(organizationId: string, source: AlertSource) {
      const [found] =
        "label" in source
          ? await database.query(sql.countOpenAbout, { organizationId, ...source })
          : await database.query(sql.countOpenOfSource, { organizationId, ...source });
      return found?.count ?? 0;
    },
    /** What ended with a row goes on as an alert, if its engine repeats it. */
    async takeAgain(organizationId: string, about: AboutRow) {
      await database.query(sql.expectEndsNoMore, { organizationId, ...about });
    },
    /** What waits to be sent about them is not sent. */
    async takeBack(organizationId: string, alertIds: readonly string[], error: string) {
      await database.query(sql.takeBackDeliveries, { organizationId, alertIds, error });
    },
    /** Ends of groups that wait for these targets are not sent. */
    async takeBackEnds(
      organizationId: string,
      groupKeys: readonly string[],
      targets: readonly { readonly target: string }[],
      error: string,
    ) {
      const ids = targets.map(({ target }) => target);
      if (ids.length > 0)
        await database.query(sql.takeBackEnds, { organizationId, groupKeys, targets: ids, error });
    },
    /** A later beginning is said of alerts that go on. */
    async beginAgain(organizationId: string, alerts: readonly AlertEnd[]) {
      if (alerts.length > 0)
        await database.query(sql.beginAlertsAgain, { organizationId, alerts: jsonText(alerts) });
    },
    /** They are reported to go on. */
    async forget(organizationId: string, ids: readonly string[]) {
      if (ids.length > 0) await database.query(sql.forgetHeldEnds, { organizationId, ids });
    },
  };
}
