/** What is kept of the ways by which people are reached. */
import { recordTrail } from "../../../database/audit-trail.ts";
import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import type { RowOf } from "../../../database/statement.ts";
import type { SignRecord } from "../../../engine/ports/rows.ts";
import type { WayKind } from "../../../transports/reach.ts";
import type { Trail } from "../accounts/index.ts";
import type { Urgency } from "./column-types.ts";
import { sql } from "./queries.generated.ts";

export type StoredWay = RowOf<typeof sql.listWays>;
export type FoundWay = RowOf<typeof sql.getWay>;
export type WayStore = ReturnType<typeof createWayStore>;

export interface NewWay extends Pick<StoredWay, "id" | "kind" | "name" | "sealedAddress" | "createdAt"> {
  readonly userId: string;
  readonly bucket: number;
  readonly pushKeyId: string | null;
}

/** One step as it is stored; without a way it is the mail of the account. */
export interface StoredStep {
  readonly wayId: string | null;
  readonly afterSeconds: number;
}

interface NewPushKey {
  readonly id: string;
  readonly publicKey: string;
  readonly sealedPrivateKey: string;
  readonly madeAt: Date;
}

/** Tries of one code. */
const mostTries = 5;
/** How much is kept of what the other side said. */
const mostOfFailure = 500;

/** What a way's sealed address is bound to. */
export function wayIdentity(userId: string, id: string): string {
  return JSON.stringify([userId, "ways", id, "address"]);
}

/** A change takes its records along; several changes of one act are made `in` a transaction. */
export function createWayStore(database: Database, signRecord: SignRecord) {
  const open = (connection: Connection) => waysOver(connection, signRecord);
  return bindable<ReturnType<typeof open>, ReturnType<typeof open>>(database, open);
}

function waysOver(database: Connection, signRecord: SignRecord) {
  const record = (trail: Trail) => recordTrail(database, signRecord, trail);
  return {
    record,
    ...ownWays(database),
    ...stepsOver(database),
    ...pushKeysOver(database),
    /** The address of a verified way, with the keys of a push. */
    address: async (id: string) => (await database.query(sql.getAddress, { id }))[0],
    /** Verified ones among which an address may be. */
    inBucket: (kind: WayKind, bucket: number) => database.query(sql.listInBucket, { kind, bucket }),
    async noteTaken(id: string, at: Date) {
      await database.query(sql.noteTaken, { id, at });
    },
    async noteFailed(id: string, failure: string, at: Date) {
      await database.query(sql.noteFailed, { id, failure: failure.slice(0, mostOfFailure), at });
    },
    async noteAnswered(id: string, at: Date) {
      await database.query(sql.noteAnswered, { id, at });
    },
    /** Whose it was; undefined where it is not there. */
    removeGone: async (id: string) => (await database.query(sql.deleteGoneWay, { id }))[0],
    async removeUnverified(before: Date) {
      await database.query(sql.deleteUnverifiedWays, { before });
    },
  };
}

function ownWays(database: Connection) {
  return {
    /** In the order in which they were added. */
    list: (userId: string) => database.query(sql.listWays, { userId }),
    find: async (userId: string, id: string): Promise<FoundWay | undefined> =>
      (await database.query(sql.getWay, { userId, id }))[0],
    async insert(way: NewWay) {
      await database.query(sql.insertWay, way);
    },
    async putCode(userId: string, id: string, code: string, codeUntil: Date) {
      return (await database.query(sql.putCode, { userId, id, code, codeUntil })).length > 0;
    },
    /** Counts a try; undefined where no code is open, or there were too many. */
    tryCode: async (userId: string, id: string, now: Date) =>
      (await database.query(sql.tryCode, { userId, id, now, most: mostTries }))[0]?.code,
    /** Uses the code up; false where somebody else did. */
    takeCode: async (userId: string, id: string, code: string, now: Date) =>
      (await database.query(sql.takeCode, { userId, id, code, now })).length > 0,
    /** The kind of what was removed. */
    remove: async (userId: string, id: string): Promise<WayKind | undefined> =>
      (await database.query(sql.deleteWay, { userId, id }))[0]?.kind,
    removeAll: async (userId: string): Promise<WayKind[]> =>
      (await database.query(sql.deleteWays, { userId })).map(({ kind }) => kind),
  };
}

function stepsOver(database: Connection) {
  return {
    /** By addresses that are folded. */
    verifiedOf: async (emailsFolded: readonly string[]) =>
      emailsFolded.length === 0 ? [] : database.query(sql.listVerifiedWays, { emailsFolded }),
    stepsOf: async (emailsFolded: readonly string[], urgency: Urgency) =>
      emailsFolded.length === 0 ? [] : database.query(sql.listStepsOf, { emailsFolded, urgency }),
    steps: (userId: string) => database.query(sql.listSteps, { userId }),
    async replaceSteps(userId: string, urgency: Urgency, steps: readonly StoredStep[]) {
      const wayIds = steps.map(({ wayId }) => wayId ?? "");
      const afterSeconds = steps.map((step) => step.afterSeconds);
      await database.query(sql.replaceSteps, { userId, urgency, wayIds, afterSeconds });
    },
  };
}

function pushKeysOver(database: Connection) {
  return {
    newestPushKey: async () => (await database.query(sql.getNewestPushKey, {}))[0],
    pushKey: async (id: string) => (await database.query(sql.getPushKey, { id }))[0],
    pushKeyId: async (publicKey: string) => (await database.query(sql.findPushKey, { publicKey }))[0]?.id,
    async addPushKey(key: NewPushKey) {
      await database.query(sql.insertPushKey, key);
    },
    /** Those that no way was made with, and that a browser can no longer be about to use. */
    async removeUnusedPushKeys(before: Date) {
      await database.query(sql.deleteUnusedPushKeys, { before });
    },
  };
}
