/** Looks up credentials on every request's path: one statement each, so that a revocation holds at once. */

import type { CredentialReader, Membership } from "../engine/ports/identity.ts";
import type { Database } from "./database.ts";
import type { QueryRow } from "./statement.ts";
import { lazyRow } from "./store.ts";

type PersonRow = Pick<
  QueryRow<"authenticate-token" | "authenticate-session">,
  "id" | "last_used_at" | "user_id" | "email" | "user_name" | "memberships"
>;

export function createCredentialReader(database: Database): CredentialReader {
  return {
    async key(hash, now, target) {
      const [found] = await database.query("authenticate-key", {
        hash,
        kind: target?.kind ?? null,
        id: target?.id ?? null,
      });
      if (found === undefined) return undefined;
      const { credential, managed_by, revision, version, text } = found;
      const { organization, last_used_at, expires_at, ...key } = credential;
      if (expires_at !== null && new Date(expires_at) <= now) return undefined;
      return {
        key: { ...key, lastUsedAt: last_used_at === null ? null : new Date(last_used_at) },
        organization,
        // Revision, version and text are null where there is no such row.
        row:
          target === undefined || revision === null || version === null || text === null
            ? undefined
            : lazyRow(target.kind, { id: target.id, managed_by, revision, version, text }),
      };
    },
    async token(hash, now) {
      const [found] = await database.query("authenticate-token", { hash, now });
      if (found === undefined) return undefined;
      return { ...personOf(found), name: found.name, maxRole: found.max_role };
    },
    async session(hash, now) {
      const [found] = await database.query("authenticate-session", { hash, now });
      if (found === undefined) return undefined;
      return { ...personOf(found), mustChangePassword: found.must_change_password };
    },
    async touch(kind, hashes, now) {
      await database.query(`touch-${kind}s`, { hashes, now });
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
