/** Looks up credentials on every request's path: one statement each, so that a revocation holds at once. */

import { LRUCache } from "lru-cache";
import type { Database } from "../../../database/database.ts";
import type { RowOf } from "../../../database/statement.ts";
import type { Membership } from "../../../engine/ports/accounts.ts";
import type { Limits } from "../../../kernel/access.ts";
import { teams } from "../../../resources/teams.ts";
import type { KeyCredential, KeyLimits } from "./column-types.ts";
import { sql } from "./queries.generated.ts";
import { reachOf, tokenReaches } from "./reach.ts";

type PersonRow = Pick<
  RowOf<typeof sql.authenticateToken | typeof sql.authenticateSession>,
  "id" | "last_used_at" | "user_id" | "email" | "user_name" | "memberships"
>;

type KeyRow = RowOf<typeof sql.authenticateKey>;

const touches = { token: sql.touchTokens, session: sql.touchSessions };

/** One use of a credential. */
export interface Use {
  readonly hash: Buffer;
  readonly address: string | undefined;
}

/** Texts of credentials that are in use. */
const maxRead = 1_000;

/** Reads on every request's path. Hashes are SHA-256 of the whole credential. */
export type CredentialReader = ReturnType<typeof createCredentialStore>;
type Known<Kind extends "key" | "token"> = NonNullable<Awaited<ReturnType<CredentialReader[Kind]>>>;
/** A credential that is known, neither expired nor revoked, and of a present member. */
export type KnownKey = Known<"key">;
export type KnownToken = Known<"token">;

/** @param idleMinutes after which a session that nobody used is over */
export function createCredentialStore(database: Database, idleMinutes: number) {
  /** By their text, which is the same from request to request, and dearer to parse than all else about one. */
  const read = new LRUCache<string, ReturnType<typeof readCredential>>({ max: maxRead });

  function credentialOf(text: string) {
    const known = read.get(text);
    if (known !== undefined) return known;
    const credential = readCredential(text);
    read.set(text, credential);
    return credential;
  }

  /** The key, where it has not expired. */
  function keyOf(found: KeyRow, now: Date) {
    const credential = credentialOf(found.credential as string);
    const { expiresAt } = credential;
    return expiresAt !== null && expiresAt <= now ? undefined : credential;
  }

  return {
    async key(hash: Buffer, now: Date) {
      const [found] = await database.query(sql.authenticateKey, { hash });
      return found && keyOf(found, now);
    },
    /** The token and the organizations that it may act in, with the user's present role in each. */
    async token(hash: Buffer, now: Date) {
      const [found] = await database.query(sql.authenticateToken, { hash, now });
      if (found === undefined) return undefined;
      const { memberships, ...person } = personOf(found);
      const reaches = (membership: Membership) => tokenReaches(membership, found.has_second_factor);
      return {
        ...person,
        memberships: memberships.filter(reaches),
        /** Those that require a second factor, which the person does not have. */
        unreached: memberships.filter((membership) => !reaches(membership)),
        name: found.name,
        maxRole: found.max_role,
        proposeOnly: found.propose_only,
      };
    },
    async session(hash: Buffer, now: Date) {
      const [found] = await database.query(sql.authenticateSession, {
        hash,
        now,
        usedAfter: new Date(now.getTime() - idleMinutes * 60_000),
      });
      if (found === undefined) return undefined;
      const { must_change_password, by_password, sso_organizations, second_factor, ended_organizations } =
        found;
      const { memberships, ...person } = personOf(found);
      const proof = {
        byPassword: by_password,
        ssoOrganizations: sso_organizations,
        secondFactor: second_factor,
        endedOrganizations: ended_organizations,
      };
      return {
        ...person,
        ...proof,
        ...reachOf(proof, memberships),
        mustChangePassword: must_change_password,
        passwordAt: found.password_at,
      };
    },
    /** Notes the use of credentials, to the minute; of keys, with the address. */
    async touch(kind: keyof typeof touches | "key", uses: readonly Use[], now: Date) {
      const hashes = uses.map(({ hash }) => hash);
      if (kind !== "key") await database.query(touches[kind], { hashes, now });
      else {
        const addresses = uses.map(({ address }) => address ?? "");
        await database.query(sql.touchKeys, { hashes, addresses, now });
      }
    },
  };
}

/** What authenticate-key.sql says of a credential. */
function readCredential(text: string) {
  const {
    organization,
    last_used_at,
    expires_at,
    connector_id,
    propose_only,
    made_by,
    limits,
    maker_role,
    ...key
  } = JSON.parse(text) as KeyCredential;
  const dateOf = (time: string | null) => (time === null ? null : new Date(time));
  return {
    key: {
      ...key,
      connectorId: connector_id,
      proposeOnly: propose_only,
      madeBy: made_by,
      makerRole: maker_role,
      lastUsedAt: dateOf(last_used_at),
    },
    organization,
    limits: limitsOf(limits),
    expiresAt: dateOf(expires_at),
  };
}

function limitsOf(limits: KeyLimits | null): Limits | undefined {
  if (limits === null) return undefined;
  const { team_id: id, ...rest } = limits;
  return { ...rest, team: id === null ? null : { kind: teams.kind, id } };
}

function personOf(found: PersonRow) {
  const memberships: Membership[] = found.memberships.map(
    ({ role, ip_allowlist, has_tests, has_policies, sign_in, second_factor, ...organization }) => ({
      role,
      signIn: sign_in,
      secondFactor: second_factor,
      organization: {
        ...organization,
        ipAllowlist: ip_allowlist,
        hasTests: has_tests,
        hasPolicies: has_policies,
      },
    }),
  );
  return {
    id: found.id,
    lastUsedAt: found.last_used_at,
    user: { id: found.user_id, email: found.email, name: found.user_name },
    memberships,
  };
}
