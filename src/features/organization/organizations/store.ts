/** What the operator decides about organizations, and how much they use. */
import { recordTrail } from "../../../database/audit-trail.ts";
import type { Connection, Database } from "../../../database/database.ts";
import { jsonText } from "../../../database/json-text.ts";
import type { SignRecord } from "../../../engine/ports/rows.ts";
import type { Plan } from "../../../kernel/access.ts";
import type { Quotas } from "../../../kernel/quotas.ts";
import type { Requests, Trail } from "../../identity/index.ts";
import { sql } from "./queries.generated.ts";

/** How much an organization used since it was last noted. */
export interface Use extends Requests {
  readonly organizationId: string;
  /** Milliseconds of the database. */
  readonly databaseMs: number;
}

interface Decision {
  readonly by: string;
  readonly reason: string;
}

export type OrganizationsStore = ReturnType<typeof createOrganizationsStore>;

export function createOrganizationsStore(database: Database, signRecord: SignRecord) {
  /** A change with its records, or where it finds nothing to change, neither. */
  function recorded(trail: Trail, change: (connection: Connection) => Promise<readonly unknown[]>) {
    return database.transaction(async (connection) => {
      if ((await change(connection)).length > 0) await recordTrail(connection, signRecord, trail);
    });
  }
  /** A change that always finds its organization. */
  function recordedAlways(trail: Trail, change: (connection: Connection) => Promise<unknown>) {
    return recorded(trail, async (connection) => [await change(connection)]);
  }
  return {
    suspend: (id: string, decision: Decision, trail: Trail) =>
      recordedAlways(trail, ({ query }) => query(sql.suspendOrganization, { id, ...decision })),
    lift: (id: string, trail: Trail) => recorded(trail, ({ query }) => query(sql.liftSuspension, { id })),
    /** @param days from now on */
    scheduleDeletion: (id: string, days: number, decision: Decision, trail: Trail) =>
      recordedAlways(trail, ({ query }) => query(sql.scheduleDeletion, { id, days, ...decision })),
    cancelDeletion: (id: string, trail: Trail) =>
      recorded(trail, ({ query }) => query(sql.cancelDeletion, { id })),
    /** The ids of those whose time has come. */
    dueDeletions: async () => (await database.query(sql.listDueDeletions, {})).map(({ id }) => id),
    /** By the database's clock, which all nodes have in common. */
    async time() {
      const [found] = await database.query(sql.getTime, {});
      return (found as NonNullable<typeof found>).now;
    },
    noteExport: (id: string, at: Date, trail: Trail) =>
      recordedAlways(trail, ({ query }) => query(sql.noteExport, { id, at })),
    planQuotas: () => database.query(sql.listPlanQuotas, {}),
    /** @param trailOf the records, one in each organization of the plan */
    setPlanQuotas: (plan: Plan, quotas: Quotas, trailOf: (organizationIds: readonly string[]) => Trail) =>
      database.transaction(async (connection) => {
        const { query } = connection;
        await query(sql.putPlanQuotas, { plan, quotas: jsonText(quotas) });
        const ids = (await query(sql.listOrganizationsOfPlan, { plan })).map(({ id }) => id);
        await recordTrail(connection, signRecord, trailOf(ids));
      }),
    async states() {
      const [found] = await database.query(sql.countOrganizationStates, {});
      return found as NonNullable<typeof found>;
    },
    sizes: (limit: number) => database.query(sql.listOrganizationSizes, { limit }),
    async tableSizes() {
      const [found] = await database.query(sql.getTableSizes, {});
      return found as NonNullable<typeof found>;
    },
    /** Of the last so many minutes. */
    use: (minutes: number) => database.query(sql.listOrganizationUse, { minutes }),
    async addUse(used: readonly Use[]) {
      await database.query(sql.putOrganizationUse, {
        organizationIds: used.map(({ organizationId }) => organizationId),
        requests: used.map(({ requests }) => requests),
        refused: used.map(({ refused }) => refused),
        databaseMs: used.map(({ databaseMs }) => databaseMs),
      });
    },
    async forgetUse() {
      await database.query(sql.forgetOrganizationUse, {});
    },
  };
}
