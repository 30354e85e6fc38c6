/** What keeps alerts back besides mutes of everything: other alerts, and the mutes of routes; and when mutes begin. */

import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { jsonText } from "../../../database/json-text.ts";
import { sql } from "./queries.generated.ts";

/** An inhibition keeps an alert back, because of another alert. `announced`: rules and mails know of it already. */
export interface Inhibiting {
  readonly id: string;
  readonly ruleId: string;
  readonly sourceId: string;
  readonly announced: boolean;
}

/** The mute of a route keeps back what the route would have sent of an alert. */
export interface RoutingMute {
  readonly alertId: string;
  readonly routeId: string;
  readonly muteId: string;
  readonly until: Date | null;
}

type Withholding = ReturnType<typeof withholdingOver>;
export type WithholdingStore = ReturnType<typeof createWithholdingStore>;

export function createWithholdingStore(database: Database) {
  return bindable<Withholding, Withholding>(database, withholdingOver);
}

function withholdingOver(database: Connection) {
  return {
    ...{ ...inhibitionsOver(database), ...routeMutesOver(database), ...startsOver(database) },
    ...stepsOver(database),
  };
}

function stepsOver(database: Connection) {
  return {
    /** By rule, how many alerts it is yet to send, and how many of those wait for its target. */
    async waitingSteps(organizationId: string, ruleIds: readonly string[]) {
      if (ruleIds.length === 0) return new Map<string, { readonly alerts: number; readonly held: number }>();
      const found = await database.query(sql.countWaitingSteps, { organizationId, ruleIds });
      return new Map(found.map(({ ruleId, ...counts }) => [ruleId, counts]));
    },
    /** Steps of these rules that wait for their target are due now. */
    async freeSteps(organizationId: string, ruleIds: readonly string[]) {
      if (ruleIds.length > 0) await database.query(sql.freeHeldTimers, { organizationId, ruleIds });
    },
  };
}

function inhibitionsOver(database: Connection) {
  return {
    /** By key, an open alert that has it among its source keys. */
    async sources(organizationId: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (keys.length === 0) return new Map();
      const found = await database.query(sql.listInhibitingAlerts, { organizationId, keys });
      return new Map(found.map(({ key, id }) => [key, id]));
    },
    /** Waits for the lock, which many hold at once, and holds it until the transaction ends. */
    async lockShared(purpose: string) {
      await database.query(sql.lockShared, { purpose });
    },
    async inhibit(organizationId: string, inhibited: readonly Inhibiting[]) {
      if (inhibited.length === 0) return;
      const rows = inhibited.map(({ id, ruleId, sourceId, announced }) => ({
        ...{ id, announced },
        inhibited_by: ruleId,
        inhibiting_alert: sourceId,
      }));
      await database.query(sql.inhibitAlerts, { organizationId, inhibitions: jsonText(rows) });
    },
    labels: (organizationId: string, ids: readonly string[]) =>
      database.query(sql.listAlertLabels, { organizationId, ids }),
    /** Where alerts are kept back by one that has ended, or by an inhibition that has changed. */
    lapsedInhibitions: (limit: number) => database.query(sql.listLapsedInhibitions, { limit }),
    /** Those of a connector, held to the transaction's end. */
    freed: (organizationId: string, connectorId: string, limit: number) =>
      database.query(sql.listFreedAlerts, { organizationId, connectorId, limit }),
    async free(organizationId: string, ids: readonly string[]) {
      if (ids.length > 0) await database.query(sql.freeAlerts, { organizationId, ids });
    },
    /** What the inhibition keeps back is looked at again. */
    recheck: (organizationId: string, ruleId: string) =>
      database.query(sql.recheckInhibitedAlerts, { organizationId, ruleId }),
    /** Some of the open alerts; by their ids, after this one. Held to the transaction's end. */
    sourceKeys: (organizationId: string, after: string, limit: number) =>
      database.query(sql.listSourceKeys, { organizationId, after, limit }),
    async setSourceKeys(
      organizationId: string,
      alerts: readonly { readonly id: string; readonly sourceKeys: readonly string[] }[],
    ) {
      if (alerts.length === 0) return;
      const rows = alerts.map(({ id, sourceKeys }) => ({ id, source_keys: sourceKeys }));
      await database.query(sql.setSourceKeys, { organizationId, alerts: jsonText(rows) });
    },
  };
}

function routeMutesOver(database: Connection) {
  return {
    async muteRoutings(organizationId: string, mutings: readonly RoutingMute[]) {
      if (mutings.length === 0) return;
      const rows = mutings.map(({ alertId, routeId, muteId, until }) => ({
        alert_id: alertId,
        route_id: routeId,
        muted_by: muteId,
        muted_until: until,
      }));
      await database.query(sql.muteRoutings, { organizationId, mutings: jsonText(rows) });
    },
    /** What mutes kept back of a route goes on. @returns the alerts that no other node has let go on before */
    async freeRoutings(organizationId: string, routeId: string, alertIds: readonly string[]) {
      const freed = await database.query(sql.freeRoutings, { organizationId, routeId, alertIds });
      return freed.map(({ alertId }) => alertId);
    },
    /** What mutes of routes kept back, and keep back no longer. @param kind of the mutes' rows */
    lapsedRoutings: (kind: string, limit: number) => database.query(sql.listLapsedRoutings, { kind, limit }),
  };
}

function startsOver(database: Connection) {
  return {
    /** The mute begins to hold at a moment; undefined where it never does. */
    async planStart(organizationId: string, muteId: string, startsAt: Date | undefined) {
      const key = { organizationId, muteId };
      if (startsAt === undefined) await database.query(sql.deleteMuteStart, key);
      else await database.query(sql.planMuteStart, { ...key, startsAt });
    },
    anyStart: async () => (await database.query(sql.findDueMuteStart, {})).length > 0,
    /** Mutes that begin now; held to the transaction's end. */
    claimStarts: (limit: number) => database.query(sql.claimMuteStarts, { limit }),
  };
}
