/** The IdentityStore on PostgreSQL. Every change and its audit records are one transaction, or part of the caller's. */

import { recordAudit } from "../../database/audit-trail.ts";
import type { Connection, Database } from "../../database/database.ts";
import { connectionOf } from "../../database/executor.ts";
import type { AnyQuery, ExactParameters, ParametersOf } from "../../database/statement.ts";
import type { SignRecord } from "../../engine/ports/rows.ts";
import { foldEmail, partitionOf } from "../../kernel/natural-key.ts";
import type {
  IdentityStore,
  IdentityWriter,
  KeyStore,
  MemberWriter,
  OrganizationWriter,
  SessionWriter,
  TokenWriter,
  Trail,
  UserWriter,
} from "./port.ts";
import { sql } from "./queries.generated.ts";

export function createIdentityStore(database: Database, signRecord: SignRecord): IdentityStore {
  return {
    ...storesOf(outside(database, signRecord)),
    in: (transaction) => storesOf(inside(connectionOf(transaction), signRecord)),
  };
}

function storesOf(tables: Tables): IdentityWriter {
  return {
    organizations: organizationStore(tables),
    users: userStore(tables),
    members: memberStore(tables),
    keys: keyStore(tables),
    tokens: tokenStore(tables),
    sessions: sessionStore(tables),
  };
}

/** Runs one query that makes a change, with the change's trail. */
type Write<Result> = <Q extends AnyQuery, P extends ParametersOf<Q>>(
  statement: Q,
  parameters: ExactParameters<Q, P>,
  trail: Trail,
) => Promise<Result>;

interface Tables {
  readonly query: Query;
  /** Makes a change with its trail, in one transaction; `work` is given its queries, and answers whether anything changed. */
  change(trail: Trail, work: (query: Query) => Promise<boolean>): Promise<boolean>;
  /** A change by one statement that always finds its row. */
  readonly write: Write<void>;
  /** A change by one statement that answers the row where it found one. */
  readonly writeIfThere: Write<boolean>;
}

type Query = Connection["query"];

/** Each change is a transaction of its own. */
function outside(database: Database, signRecord: SignRecord): Tables {
  const query: Query = (statement, parameters) => database.query(statement, parameters);
  return openTables(query, (trail, work) =>
    database.transaction((connection) => inside(connection, signRecord).change(trail, work)),
  );
}

/** Changes are part of the transaction that this is the connection of. */
function inside({ query }: Connection, signRecord: SignRecord): Tables {
  return openTables(query, async (trail, work) => {
    if (!(await work(query))) return false;
    for (const { organizationId, entry } of trail) {
      await recordAudit({ query }, signRecord, organizationId, entry);
    }
    return true;
  });
}

function openTables(query: Query, change: Tables["change"]): Tables {
  return {
    query,
    change,
    async write(statement, parameters, trail) {
      await change(trail, (query) => query(statement, parameters).then(() => true));
    },
    writeIfThere: (statement, parameters, trail) =>
      change(trail, async (query) => (await query(statement, parameters)).length > 0),
  };
}

function organizationStore({ query, write, change }: Tables): OrganizationWriter {
  return {
    insert: ({ id, slug, name, plan, createdAt }, trail) =>
      write(sql.insertOrganization, { id, slug, name, plan, createdAt }, trail),
    find: async (named) => (await query(sql.getOrganization, { idOrSlug: named }))[0],
    list: (limit) => query(sql.listOrganizations, { limit }),
    slugs: async (base) => (await query(sql.listSlugs, { base })).map(({ slug }) => slug),
    setPlan: (id, plan, trail) => write(sql.updateOrganizationPlan, { id, plan }, trail),
    async remove(organizationId, trail) {
      await change(trail, async (query) => {
        // People are locked before the organization, as when somebody joins; people who joined meanwhile are locked after it.
        await query(sql.lockUnprovedMembers, { organizationId });
        await query(sql.lockOrganization, { id: organizationId });
        const people = await query(sql.lockUnprovedMembers, { organizationId });
        const userIds = people.map((person) => person.id);
        await query(sql.deleteOrganizationReferences, { organizationId });
        await query(sql.deleteOrganization, { organizationId });
        await query(sql.endUnprovedAccounts, { userIds });
        await query(sql.deleteUnclaimedUsers, { userIds });
        return true;
      });
    },
    none: async () => !(await query(sql.getAnyAccount, {}))[0]?.found,
  };
}

function userStore({ query, write, writeIfThere, change }: Tables): UserWriter {
  return {
    insert({ id, email, name, passwordHash, passwordState, provedAt, createdAt }) {
      const person = { id, email, emailFolded: foldEmail(email), name, createdAt };
      return write(sql.insertUser, { ...person, passwordHash, passwordState, provedAt }, []);
    },
    byEmail: async (email) => (await query(sql.getUserByEmail, { emailFolded: foldEmail(email) }))[0],
    find: async (id) => (await query(sql.getUser, { id }))[0],
    lock: async (email) => void (await query(sql.lockUser, { emailFolded: foldEmail(email) })),
    memberships: async (id) =>
      (await query(sql.listMemberships, { userId: id })).map(({ role, ...organization }) => ({
        role,
        organization,
      })),
    rename: (id, name, trail) => write(sql.updateUserName, { id, name }, trail),
    setPassword({ id, passwordHash, passwordState }, { hash, state, provedAt }, trail) {
      const seen = { id, seenHash: passwordHash, seenState: passwordState };
      return writeIfThere(sql.setUserPassword, { ...seen, hash, state, provedAt }, trail);
    },
    beginReset: (userId, hash, expiresAt, trail) =>
      change(trail, async (query) => {
        if ((await query(sql.endPassword, { userId })).length === 0) return false;
        await query(sql.replaceReset, { hash, userId, expiresAt });
        return true;
      }),
    reset: async (hash, now) => (await query(sql.getReset, { hash, now }))[0],
  };
}

function memberStore({ query, write, writeIfThere, change }: Tables): MemberWriter {
  return {
    insert: ({ organizationId, userId, role, invitedName, acceptedAt, createdAt }, trail) =>
      write(sql.insertMember, { organizationId, userId, role, invitedName, acceptedAt, createdAt }, trail),
    find: async (organizationId, userId) => (await query(sql.getMember, { organizationId, userId }))[0],
    list: (organizationId, limit) => query(sql.listMembers, { organizationId, limit }),
    hasOtherAdmin: async (organizationId, userId) =>
      (await query(sql.findOtherAdmin, { organizationId, userId })).length > 0,
    setRole: (organizationId, userId, role, trail) =>
      write(sql.updateMemberRole, { organizationId, userId, role }, trail),
    accept: (organizationId, userId, acceptedAt, trail) =>
      writeIfThere(sql.acceptMembership, { organizationId, userId, acceptedAt }, trail),
    async remove(organizationId, userId, at, trail) {
      await change(trail, async (query) => {
        await query(sql.deleteMember, { organizationId, userId });
        await query(sql.endTokensOfMember, { organizationId, userId, at });
        await query(sql.endUnprovedAccounts, { userIds: [userId] });
        await query(sql.deleteUnclaimedUsers, { userIds: [userId] });
        return true;
      });
    },
    invite: ({ hash, organizationId, userId, expiresAt, provesAddress }, trail) =>
      write(sql.insertInvitation, { hash, organizationId, userId, expiresAt, provesAddress }, trail),
    mailedInvitations: (email, since, limit) =>
      query(sql.listMailedInvitations, { partition: partitionOf("email", email), since, limit }),
    invitation: async (hash, now) => (await query(sql.getInvitation, { hash, now }))[0],
  };
}

function keyStore({ query, change, writeIfThere }: Tables): KeyStore {
  return {
    insert(organizationId, stored, hash, trail, row) {
      const { lastUsedAt: _, ...key } = { ...stored, hash };
      return change(trail, async (query) => {
        if (row !== undefined && (await query(sql.lockRow, { organizationId, ...row })).length === 0)
          return false;
        await query(sql.insertKey, { organizationId, ...key });
        return true;
      });
    },
    ofConnector: (organizationId, connectorId) =>
      query(sql.listKeysOfConnector, { organizationId, connectorId }),
    find: async (organizationId, id) => (await query(sql.getKey, { organizationId, id }))[0],
    list: (organizationId, limit) => query(sql.listKeys, { organizationId, limit }),
    revoke: (organizationId, id, now, trail) =>
      writeIfThere(sql.revokeKey, { organizationId, id, now }, trail),
  };
}

function tokenStore({ query, write, writeIfThere }: Tables): TokenWriter {
  return {
    insert(userId, { id, name, prefix, organizations, maxRole, createdAt, expiresAt }, hash, trail) {
      const token = { id, hash, name, prefix, organizations, maxRole, createdAt, expiresAt };
      return write(sql.insertToken, { userId, ...token }, trail);
    },
    find: async (userId, id) => (await query(sql.getToken, { userId, id }))[0],
    list: (userId, limit) => query(sql.listTokens, { userId, limit }),
    revoke: (userId, id, now, trail) => writeIfThere(sql.revokeToken, { userId, id, now }, trail),
    revokeAll: (userId, now) => write(sql.revokeTokensOfUser, { userId, now }, []),
  };
}

function sessionStore({ query, write, writeIfThere }: Tables): SessionWriter {
  return {
    insert({ id, userId, passwordHash, createdAt, address = null, userAgent = null }, hash, trail) {
      const session = { id, userId, createdAt, address, userAgent };
      return writeIfThere(sql.insertSession, { hash, passwordHash, ...session }, trail);
    },
    list: (userId, now, limit) => query(sql.listSessions, { userId, now, limit }),
    remove: (userId, id, trail) => writeIfThere(sql.deleteSession, { userId, id }, trail),
    removeOthers: (userId, keptId) => write(sql.deleteOtherSessions, { userId, keptId }, []),
    removeAll: (userId) => write(sql.deleteSessionsOfUser, { userId }, []),
  };
}
