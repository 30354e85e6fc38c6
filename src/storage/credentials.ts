/** Looks up credentials on every request's path: one statement each, so that a revocation holds at once. */

import type { CredentialReader, Membership, OrganizationRecord } from "../engine/ports/identity.ts";
import type { Plan, Role, Scope } from "../kernel/access.ts";
import type { Database } from "./database.ts";
import { sql } from "./statement.ts";
import { unreadRow } from "./store.ts";

interface KeyRow {
  credential: {
    id: string;
    name: string;
    scopes: Scope[];
    last_used_at: string | null;
    expires_at: string | null;
    organization: OrganizationRecord;
  };
  /** Null where there is no such row, and then so is the rest of it. */
  revision: string | null;
  version: string;
  text: string;
}

interface SessionRow extends PersonRow {
  must_change_password: boolean;
}

interface PersonRow {
  id: string;
  name: string;
  max_role: Role | null;
  last_used_at: Date | null;
  user_id: string;
  email: string;
  user_name: string;
  memberships: { role: Role; id: string; slug: string; name: string; plan: Plan; ip_allowlist: string[] }[];
}

export function createCredentialReader(database: Database): CredentialReader {
  return {
    async key(hash, now, target) {
      const values = [hash, target?.kind ?? null, target?.id ?? null];
      const [found] = await database.query<KeyRow>(sql("authenticate-key"), values);
      if (found === undefined) return undefined;
      const { credential, revision, ...row } = found;
      const { organization, last_used_at, expires_at, ...key } = credential;
      if (expires_at !== null && new Date(expires_at) <= now) return undefined;
      return {
        key: { ...key, lastUsedAt: last_used_at === null ? null : new Date(last_used_at) },
        organization,
        row:
          target === undefined || revision === null
            ? undefined
            : unreadRow(target.kind, { ...row, id: target.id, revision }),
      };
    },
    async token(hash, now) {
      const [found] = await database.query<PersonRow>(sql("authenticate-token"), [hash, now]);
      if (found === undefined) return undefined;
      return { ...personOf(found), name: found.name, maxRole: found.max_role };
    },
    async session(hash, now) {
      const [found] = await database.query<SessionRow>(sql("authenticate-session"), [hash, now]);
      if (found === undefined) return undefined;
      return { ...personOf(found), mustChangePassword: found.must_change_password };
    },
    async touch(kind, hashes, now) {
      await database.query(sql(`touch-${kind}s`), [hashes, now]);
    },
  };
}

function personOf(found: PersonRow) {
  const memberships: Membership[] = found.memberships.map(({ role, ip_allowlist, ...organization }) => ({
    role,
    organization: { ...organization, ipAllowlist: ip_allowlist },
  }));
  return {
    id: found.id,
    lastUsedAt: found.last_used_at,
    user: { id: found.user_id, email: found.email, name: found.user_name },
    memberships,
  };
}
