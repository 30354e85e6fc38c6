/** Drills that are under way, and those of the last months. Times are the database's own. */
import type { Connection, Database } from "../../database/database.ts";
import { bindable } from "../../database/executor.ts";
import { jsonText } from "../../database/json-text.ts";
import type { ParametersOf, RowOf } from "../../database/statement.ts";
import { connectors } from "../../resources/connectors.ts";
import type { Progress } from "./follow.ts";
import { sql } from "./queries.generated.ts";

/** An agent asks every 30 seconds. */
const presentSeconds = 180;

export type Drill = RowOf<typeof sql.getDrill>;
export type DrillKey = RowOf<typeof sql.listRunningDrills>;
export type NewDrill = Omit<ParametersOf<typeof sql.insertDrill>, "labels" | "annotations"> &
  Pick<Drill, "labels" | "annotations">;

export type DrillStore = ReturnType<typeof createDrillStore>;

export function createDrillStore(database: Database) {
  return bindable<ReturnType<typeof drillsOver>, ReturnType<typeof drillsOver>>(database, drillsOver);
}

function drillsOver(database: Connection) {
  return {
    insert: (drill: NewDrill) =>
      database.query(sql.insertDrill, {
        ...drill,
        labels: jsonText(drill.labels),
        annotations: jsonText(drill.annotations),
      }),
    get: async (organizationId: string, id: string): Promise<Drill | undefined> =>
      (await database.query(sql.getDrill, { organizationId, id }))[0],
    /** The newest first. */
    list: (organizationId: string, routeId: string | null, limit: number) =>
      database.query(sql.listDrills, { organizationId, routeId, limit }),
    running: async (organizationId: string) =>
      (await database.query(sql.countRunningDrills, { organizationId }))[0]?.count ?? 0,
    allRunning: (limit: number) => database.query(sql.listRunningDrills, { limit }),
    /** @returns whether it was under way until now */
    end: async (key: DrillKey, { status, hops, message }: Progress) =>
      (await database.query(sql.endDrill, { ...key, status, hops: jsonText(hops), message })).length > 0,
    /** Alerts that are said to be of drills came in. @returns those that are: of each drill one */
    takeIn: (
      organizationId: string,
      ones: readonly { readonly drillId: string; readonly alertId: string }[],
    ) =>
      database.query(sql.takeInDrills, {
        organizationId,
        drillIds: ones.map(({ drillId }) => drillId),
        alertIds: ones.map(({ alertId }) => alertId),
      }),
    /** The connector of an agent that is there, and brings drills to its Alertmanager. */
    agent: async (organizationId: string): Promise<string | null> => {
      const which = { organizationId, kind: connectors.kind, withinSeconds: presentSeconds };
      return (await database.query(sql.findDrillAgent, which))[0]?.connectorId ?? null;
    },
    /** An agent says what became of those that it was given, and is given what it is to send now. */
    async exchange(
      organizationId: string,
      connectorId: string,
      sent: readonly { readonly id: string; readonly error: string | null }[],
    ) {
      await database.query(sql.askForDrills, { organizationId, connectorId });
      if (sent.length > 0)
        await database.query(sql.acceptDrills, {
          organizationId,
          connectorId,
          ids: sent.map(({ id }) => id),
          problems: sent.map(({ error }) => error ?? ""),
        });
      return database.query(sql.handDrills, { organizationId, connectorId });
    },
    async forget(before: Date) {
      await database.query(sql.forgetDrills, { before });
      await database.query(sql.forgetDrillAgents, { before });
    },
  };
}
