/** What is kept of the people and groups of organizations' providers. */
import { recordTrail } from "../../../database/audit-trail.ts";
import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { jsonText } from "../../../database/json-text.ts";
import type { RowOf } from "../../../database/statement.ts";
import type { SignRecord } from "../../../engine/ports/rows.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import type { Trail } from "../accounts/index.ts";
import { sql } from "./queries.generated.ts";

export type StoredToken = RowOf<typeof sql.listScimTokens>;
export type StoredUser = RowOf<typeof sql.getScimUser>;
/** A user, or a member whom the provider has not named yet: the last two are theirs, and null of a user. */
export type ListedUser = RowOf<typeof sql.listUsers>;
export type StoredGroup = RowOf<typeof sql.getGroup>;
export type ScimStore = ReturnType<typeof createScimStore>;

type NewToken = Omit<StoredToken, "lastUsedAt" | "lastUsedAddress"> & { readonly hash: Buffer };

interface UserToPut extends Pick<StoredUser, "id" | "userId" | "waits"> {
  readonly userNameFolded: string;
  readonly externalId: string | null;
  readonly content: JsonObject;
  readonly changedAt: Date;
}

/** Part of a list. */
interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A change takes its records along; several changes of one act are made `in` a transaction. */
export function createScimStore(database: Database, signRecord: SignRecord) {
  const open = (connection: Connection) => scimOver(connection, signRecord);
  return bindable<ReturnType<typeof open>, ReturnType<typeof open>>(database, open);
}

function scimOver(database: Connection, signRecord: SignRecord) {
  const record = (trail: Trail) => recordTrail(database, signRecord, trail);
  return { record, ...tokensOver(database), ...usersOver(database), ...groupsOver(database) };
}

function tokensOver(database: Connection) {
  return {
    async insertToken(organizationId: string, token: NewToken) {
      await database.query(sql.insertScimToken, { organizationId, ...token });
    },
    /** Newest first. */
    tokens: (organizationId: string, limit: number) =>
      database.query(sql.listScimTokens, { organizationId, limit }),
    /** The name of the token that ended; undefined where it is not known. */
    endToken: async (organizationId: string, id: string) =>
      (await database.query(sql.deleteToken, { organizationId, id }))[0]?.name,
    /** Of every organization. */
    endEveryToken: () => database.query(sql.deleteEveryToken, {}),
    token: async (hash: Buffer, now: Date) => (await database.query(sql.findScimToken, { hash, now }))[0],
    async touchToken(organizationId: string, id: string, now: Date, address: string | null) {
      await database.query(sql.touchToken, { organizationId, id, now, address });
    },
  };
}

function usersOver(database: Connection) {
  return {
    user: async (organizationId: string, id: string): Promise<StoredUser | undefined> =>
      (await database.query(sql.getScimUser, { organizationId, id }))[0],
    /** The id of the user who is that member. */
    userOfMember: async (organizationId: string, userId: string) =>
      (await database.query(sql.getUserOfMember, { organizationId, userId }))[0]?.id,
    userByName: async (organizationId: string, userNameFolded: string): Promise<StoredUser | undefined> =>
      (await database.query(sql.getUserByName, { organizationId, userNameFolded }))[0],
    usersByExternalId: (organizationId: string, externalId: string): Promise<readonly StoredUser[]> =>
      database.query(sql.listUsersByExternalId, { organizationId, externalId }),
    users: (organizationId: string, page: Page) => database.query(sql.listUsers, { organizationId, ...page }),
    countUsers: async (organizationId: string) =>
      (await database.query(sql.countUsers, { organizationId }))[0]?.count ?? 0,
    async putUser(organizationId: string, { content, ...user }: UserToPut) {
      await database.query(sql.putUser, { organizationId, ...user, content: jsonText(content) });
    },
    async setMembership(organizationId: string, id: string, userId: string | null, waits: boolean) {
      await database.query(sql.setMembership, { organizationId, id, userId, waits });
    },
    async removeUser(organizationId: string, id: string) {
      await database.query(sql.deleteUser, { organizationId, id });
    },
    groupsOf: (organizationId: string, ids: readonly string[]) =>
      database.query(sql.listGroupsOfUsers, { organizationId, ids }),
    /** Those of the ids that are users of the provider. */
    knownUsers: async (organizationId: string, ids: readonly string[]) =>
      (await database.query(sql.listKnownUsers, { organizationId, ids })).map(({ id }) => id),
  };
}

function groupsOver(database: Connection) {
  return {
    group: async (organizationId: string, id: string): Promise<StoredGroup | undefined> =>
      (await database.query(sql.getGroup, { organizationId, id }))[0],
    groups: (organizationId: string, page: Page): Promise<readonly StoredGroup[]> =>
      database.query(sql.listGroups, { organizationId, ...page }),
    countGroups: async (organizationId: string) =>
      (await database.query(sql.countGroups, { organizationId }))[0]?.count ?? 0,
    /** The id of the group that has that name, and that id at the provider. */
    sameGroup: async (organizationId: string, displayName: string, externalId: string | null) =>
      (await database.query(sql.findSameGroup, { organizationId, displayName, externalId }))[0]?.id,
    async putGroup(organizationId: string, group: Omit<StoredGroup, "createdAt">) {
      await database.query(sql.putGroup, { organizationId, ...group });
    },
    async removeGroup(organizationId: string, id: string) {
      await database.query(sql.deleteGroup, { organizationId, id });
    },
    membersOf: (organizationId: string, ids: readonly string[]) =>
      database.query(sql.listMembersOfGroups, { organizationId, ids }),
    memberIds: async (organizationId: string, groupId: string) =>
      (await database.query(sql.listMemberIds, { organizationId, groupId })).map(({ id }) => id),
    async addMembers(organizationId: string, groupId: string, ids: readonly string[]) {
      await database.query(sql.addMembers, { organizationId, groupId, ids });
    },
    async removeMembers(organizationId: string, groupId: string, ids: readonly string[]) {
      await database.query(sql.removeMembers, { organizationId, groupId, ids });
    },
  };
}
