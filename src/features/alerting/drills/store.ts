/** Drills that are under way, those of the last months, and what is known of routes by them. Times are the database's own. */
import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { jsonText } from "../../../database/json-text.ts";
import type { ParametersOf, RowOf } from "../../../database/statement.ts";
import { alertRoutes } from "../../../resources/alert-routes.ts";
import { connectors } from "../../../resources/connectors.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import type { Foretold } from "./column-types.ts";
import type { Progress } from "./follow.ts";
import { sql } from "./queries.generated.ts";
import type { DrillSchedule } from "./schedule.ts";

/**
 * An agent asks every 30 seconds. Of one that is away for a moment the drill says so: real alerts do not come through it
 * either. Whoever has had none for a day lets the service take drills in itself.
 */
const presentSeconds = 86_400;

export type { Foretold };
export type Drill = RowOf<typeof sql.getDrill>;
export type DrillKey = RowOf<typeof sql.listRunningDrills>;
export type NewDrill = Omit<ParametersOf<typeof sql.insertDrill>, "labels" | "annotations" | "foretold"> &
  Pick<Drill, "labels" | "annotations" | "foretold">;
/** What a drill is about: one of them, and null for the others. */
export type DrillSubject = Pick<NewDrill, "routeId" | "targetId" | "service">;
export type DrillFilter = Omit<ParametersOf<typeof sql.listDrills>, "organizationId" | "limit">;
export type UnprovedRoute = Pick<
  RowOf<typeof sql.listUnprovedRoutes>,
  "provedAt" | "changedAt" | "proveEveryDays"
>;
/** A route whose schedule is to be looked at. */
export type DueSchedule = RowOf<typeof sql.listDueSchedules>;

export type DrillStore = ReturnType<typeof createDrillStore>;
export type DrillConnection = ReturnType<typeof drillsOver>;

export function createDrillStore(database: Database) {
  return bindable<DrillConnection, DrillConnection>(database, drillsOver);
}

function drillsOver(database: Connection) {
  return {
    insert: (drill: NewDrill) =>
      database.query(sql.insertDrill, {
        ...drill,
        labels: jsonText(drill.labels),
        annotations: jsonText(drill.annotations),
        foretold: drill.foretold && jsonText(drill.foretold),
      }),
    get: async (organizationId: string, id: string): Promise<Drill | undefined> =>
      (await database.query(sql.getDrill, { organizationId, id }))[0],
    /** The newest first. */
    list: (organizationId: string, filter: DrillFilter, limit: number) =>
      database.query(sql.listDrills, { organizationId, ...filter, limit }),
    /** How many of the organization are under way, and the id of one that is about the same. */
    running: async (organizationId: string, subject: DrillSubject) =>
      (await database.query(sql.countRunningDrills, { organizationId, ...subject }))[0] ?? {
        all: 0,
        scheduled: 0,
        same: null,
      },
    allRunning: (limit: number) => database.query(sql.listRunningDrills, { limit }),
    /** @returns whether it was under way until now */
    end: async (key: DrillKey, { status, hops, message }: Omit<Progress, "proves">) =>
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
    /** The connector of an agent that brings drills to its Alertmanager: of one that is there, if any is. */
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
    ...routesOver(database),
  };
}

/** What is known of routes: their schedules, and how their last drills ended. */
function routesOver(database: Connection) {
  return {
    putRoute: (
      organizationId: string,
      routeId: string,
      row: { readonly schedule: DrillSchedule | null; readonly proveEveryDays: number | null },
    ) =>
      database.query(sql.putDrillRoute, {
        organizationId,
        routeId,
        schedule: row.schedule === null ? null : jsonText(row.schedule),
        proveEveryDays: row.proveEveryDays,
      }),
    deleteRoute: (organizationId: string, routeId: string) =>
      database.query(sql.deleteDrillRoute, { organizationId, routeId }),
    dueSchedules: (limit: number) => database.query(sql.listDueSchedules, { limit }),
    /** The week gets its drill. @returns false where it has had one */
    takeWeek: async (schedule: DueSchedule, week: string, nextAt: Date): Promise<boolean> => {
      const { organizationId, routeId } = schedule;
      return (await database.query(sql.takeWeek, { organizationId, routeId, week, nextAt })).length > 0;
    },
    lookAgain: ({ organizationId, routeId }: DueSchedule, nextAt: Date) =>
      database.query(sql.lookAgainAtSchedule, { organizationId, routeId, nextAt }),
    /** @param begunAt when the drill began: what changed since was not tried */
    noteProof: (organizationId: string, routeIds: readonly string[], begunAt: Date) =>
      database.query(sql.noteProof, { organizationId, kind: alertRoutes.kind, routeIds, begunAt }),
    noteChangedRoute: (organizationId: string, routeId: string) =>
      database.query(sql.noteChangedRoute, { organizationId, routeId }),
    noteChangedTarget: (organizationId: string, targetId: string) =>
      database.query(sql.noteChangedTarget, {
        ...{ organizationId, kind: alertRoutes.kind },
        ...{ targetKind: outboundConfigs.kind, targetId },
      }),
    noteFailure: (organizationId: string, routeId: string, drillId: string) =>
      database.query(sql.noteFailure, { organizationId, kind: alertRoutes.kind, routeId, drillId }),
    provedAt: async (
      organizationId: string,
      routeIds: readonly string[],
    ): Promise<ReadonlyMap<string, Date>> => {
      const found = await database.query(sql.listProofs, { organizationId, routeIds });
      return new Map(
        found.flatMap(({ routeId, provedAt }) => (provedAt === null ? [] : [[routeId, provedAt]])),
      );
    },
    /** Those whose last drill failed first, then those that none has proved for as long as they ask. */
    unproved: (organizationId: string) => database.query(sql.listUnprovedRoutes, { organizationId }),
  };
}
