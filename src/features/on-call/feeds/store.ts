/** Addresses of calendars, and what they had when they were read last. */
import { recordTrail } from "../../../database/audit-trail.ts";
import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import type { SignRecord } from "../../../engine/ports/rows.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import type { Trail } from "../../identity/index.ts";
import type { FeedEvent, FeedMemory } from "./memory.ts";
import { sql } from "./queries.generated.ts";

/** One's address of a rota's calendar. */
export interface RotaFeed {
  readonly organizationId: string;
  readonly id: string;
  /** The member's id; "" is the organization's own, made with a key. */
  readonly owner: string;
}

export type FoundFeed =
  | { readonly of: "rota"; readonly feed: RotaFeed }
  | { readonly of: "account"; readonly userId: string };

export type FeedStore = ReturnType<typeof feedsOver>;

export function createFeedStore(database: Database, signRecord: SignRecord) {
  return bindable<FeedStore, FeedStore>(database, (connection) => feedsOver(connection, signRecord));
}

const { kind } = onCallRotas;

function feedsOver(connection: Connection, signRecord: SignRecord) {
  const record = (trail: Trail) => recordTrail(connection, signRecord, trail);
  return {
    async putRota(feed: RotaFeed, tokenHash: Buffer, trail: Trail): Promise<void> {
      const userId = feed.owner === "" ? null : feed.owner;
      await connection.query(sql.putRotaFeed, { ...feed, kind, userId, tokenHash });
      await record(trail);
    },
    /** @returns whether there was one */
    async removeRota(feed: RotaFeed, trail: Trail): Promise<boolean> {
      const removed = await connection.query(sql.deleteRotaFeed, { ...feed, kind });
      if (removed.length > 0) await record(trail);
      return removed.length > 0;
    },
    async putAccount(userId: string, tokenHash: Buffer, trail: Trail): Promise<void> {
      await connection.query(sql.putAccountFeed, { userId, tokenHash });
      await record(trail);
    },
    /** @returns whether there was one */
    async removeAccount(userId: string, trail: Trail): Promise<boolean> {
      const removed = await connection.query(sql.deleteAccountFeed, { userId });
      if (removed.length > 0) await record(trail);
      return removed.length > 0;
    },
    /** By the hash of its address's secret. */
    async find(tokenHash: Buffer): Promise<FoundFeed | undefined> {
      const [found] = await connection.query(sql.findFeed, { tokenHash });
      if (found === undefined) return undefined;
      const { organizationId, id, owner } = found;
      return organizationId === null || id === null
        ? { of: "account", userId: owner }
        : { of: "rota", feed: { organizationId, id, owner } };
    },
    /** What it had, locked to the transaction's end; undefined where it is gone. */
    async lockRota(feed: RotaFeed): Promise<FeedMemory | undefined> {
      const [found] = await connection.query(sql.lockRotaFeed, { ...feed, kind });
      return found && memoryOf(found);
    },
    async saveRota(feed: RotaFeed, events: readonly FeedEvent[], readAt: Date): Promise<void> {
      await connection.query(sql.saveRotaFeed, { ...feed, kind, events: JSON.stringify(events), readAt });
    },
    /** The same by organization. */
    async lockAccount(userId: string): Promise<ReadonlyMap<string, FeedMemory> | undefined> {
      if ((await connection.query(sql.lockAccountFeed, { userId })).length === 0) return undefined;
      const found = await connection.query(sql.listAccountFeedEvents, { userId });
      return new Map(found.map((one) => [one.organizationId, memoryOf(one)]));
    },
    async saveAccount(
      userId: string,
      organizationId: string,
      events: readonly FeedEvent[],
      readAt: Date,
    ): Promise<void> {
      const saved = { userId, organizationId, events: JSON.stringify(events), readAt };
      await connection.query(sql.saveAccountFeedEvents, saved);
    },
  };
}

function memoryOf({ events, readAt }: { readonly events: string; readonly readAt: Date | null }): FeedMemory {
  return { events: JSON.parse(events) as FeedEvent[], readAt };
}
