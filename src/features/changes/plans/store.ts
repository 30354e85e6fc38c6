/** Plans, sets, and rows in batches, on PostgreSQL. */

import { recordAudit } from "../../../database/audit-trail.ts";
import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import type { RowOf } from "../../../database/statement.ts";
import { isRaced, storedRow } from "../../../database/store.ts";
import type {
  PlanReader,
  PlanRows,
  PlanRowsReader,
  PlanRowsWriter,
  PlanStore,
  PlanWriter,
  RowName,
  StoredPlan,
} from "../../../engine/ports/plans.ts";
import { LostRace, type SignRecord } from "../../../engine/ports/rows.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { sql } from "./queries.generated.ts";

export function createPlanRowStore(database: Database, signRecord: SignRecord): PlanRows {
  return bindable<PlanRowsReader, PlanRowsWriter>(database, (connection) => rowsOver(connection, signRecord));
}

function rowsOver(database: Connection, signRecord: SignRecord): PlanRowsWriter {
  return {
    async byKeys(organizationId, keys, now) {
      const found = await database.query(sql.getRowsByKeys, {
        organizationId,
        kinds: keys.map(({ kind }) => kind),
        keys: keys.map(({ key }) => key),
        now,
      });
      return found.map(({ ended, ...row }) => ({ row: storedRow(row), ended }));
    },
    async byIds(organizationId, names) {
      const found = await database.query(sql.getRowsByIds, { organizationId, ...split(names) });
      return found.map(storedRow);
    },
    async ofSet(organizationId, set, now) {
      return (await database.query(sql.listRowsOfSet, { organizationId, set, now })).map(storedRow);
    },
    async referrers(organizationId, names) {
      const found = await database.query(sql.listLinksToRows, { organizationId, ...split(names) });
      return found.map(({ to_kind, to_id, ...link }) => ({ toKind: to_kind, toId: to_id, ...link }));
    },
    async isTaken(organizationId, { kind, field, value }) {
      if (value === null) return false;
      const [holder] = await database.query(sql.getServiceName, { kind, field, value });
      return holder !== undefined && holder.organization_id !== organizationId;
    },
    async lock(organizationId, names) {
      // Two who wait for each other's rows: one of them loses, and begins again.
      const locked = await database
        .query(sql.lockRows, { organizationId, ...split(names) })
        .catch((error) => {
          throw isRaced(error) ? new LostRace() : error;
        });
      return locked.map(({ managed_by, ...row }) => ({ ...row, managedBy: managed_by }));
    },
    async own(organizationId, set, names) {
      await database.query(sql.ownRows, { organizationId, set, ...split(names) });
    },
    async record(organizationId, entry) {
      await recordAudit(database, signRecord, organizationId, entry);
    },
  };
}

/** Names as the two lists that statements take. An id with a NUL is no row's, and the database takes none. */
function split(names: readonly RowName[]) {
  const possible = names.filter(({ id }) => !id.includes("\0"));
  return { kinds: possible.map(({ kind }) => kind), ids: possible.map(({ id }) => id) };
}

export function createPlanStore(database: Database): PlanStore {
  return bindable<PlanReader, PlanWriter>(database, plansOver);
}

function plansOver(database: Connection): PlanWriter {
  return {
    async find(organizationId, id) {
      const [found] = await database.query(sql.getPlan, { organizationId, id });
      return found && storedPlan(found);
    },
    async lock(organizationId, id) {
      const [found] = await database.query(sql.getPlanLocked, { organizationId, id });
      return found && storedPlan(found);
    },
    async list(organizationId, limit, before) {
      const [beforeAt, beforeId] = [before?.createdAt ?? null, before?.id ?? null];
      return (await database.query(sql.listPlans, { organizationId, limit, beforeAt, beforeId })).map(
        planHead,
      );
    },
    async undoOf(organizationId, planId, run) {
      const [found] = await database.query(sql.getUndoOfPlan, { organizationId, planId, run: run ?? null });
      return found && { id: found.id, appliedAt: found.applied_at };
    },
    async insert(organizationId, plan) {
      const { id, status, actorId, sealedRequest, createdAt, expiresAt } = plan;
      await database.query(sql.insertPlan, {
        organizationId,
        id,
        status,
        actorId,
        sealedRequest,
        head: JSON.stringify(plan.head),
        difference: JSON.stringify(plan.difference),
        createdAt,
        expiresAt,
      });
    },
    async sweep(organizationId, actorId, kept, { expired: expiredBefore, applied: appliedBefore }) {
      await database.query(sql.sweepPlans, {
        organizationId,
        actorId,
        keptPlans: kept.plans,
        keptBytes: kept.bytes,
        expiredBefore,
        appliedBefore,
      });
    },
    async applied(organizationId, id, at) {
      await database.query(sql.markPlanApplied, { organizationId, id, at });
    },
    async set(organizationId, name) {
      const [found] = await database.query(sql.getPlanSet, { organizationId, name });
      return (
        found && {
          name,
          sealedRequest: found.sealed_request,
          planId: found.plan_id,
          appliedAt: found.applied_at,
        }
      );
    },
    async sets(organizationId) {
      const found = await database.query(sql.listPlanSets, { organizationId });
      return found.map(({ name, plan_id, applied_at, rows }) => ({
        name,
        planId: plan_id,
        appliedAt: applied_at,
        rows,
      }));
    },
    async dropSet(organizationId, name) {
      await database.query(sql.deletePlanSet, { organizationId, name });
    },
    async putSet(organizationId, { name, sealedRequest, planId, appliedAt }) {
      await database.query(sql.putPlanSet, { organizationId, name, sealedRequest, planId, appliedAt });
    },
  };
}

type PlanRecord = RowOf<typeof sql.getPlan>;

function storedPlan(record: PlanRecord): StoredPlan {
  return {
    ...planHead(record),
    sealedRequest: record.sealed_request,
    difference: JSON.parse(record.difference) as JsonObject,
  };
}

function planHead(record: Omit<PlanRecord, "sealed_request" | "difference">) {
  return {
    id: record.id,
    status: record.status,
    actorId: record.actor_id,
    head: JSON.parse(record.head) as JsonObject,
    createdAt: record.created_at,
    expiresAt: record.expires_at,
    appliedAt: record.applied_at ?? undefined,
  };
}
