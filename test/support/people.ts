/** People, memberships and personal access tokens, made straight in the database. */

import type { Database } from "../../src/database/database.ts";
import { newCredential } from "../../src/features/identity/accounts/credential.ts";
import type { Role } from "../../src/kernel/access.ts";
import { newId } from "../../src/kernel/ids.ts";

/** A member of the organization; somebody with this address who exists already joins it. */
export async function makePerson(
  database: Database,
  organizationId: string,
  email: string,
  role: Role = "member",
): Promise<string> {
  const [user] = await database.queryText<{ id: string }>(
    {
      name: "test-user",
      text: `INSERT INTO users (id, email, email_folded, name, created_at) VALUES ($1, $2, lower($2), $2, now())
        ON CONFLICT (email_folded) DO UPDATE SET email = users.email RETURNING id`,
    },
    [newId("user"), email],
  );
  const id = user?.id as string;
  await database.queryText(
    {
      name: "test-member",
      text: `INSERT INTO members (organization_id, user_id, role, accepted_at, created_at)
        VALUES ($1, $2, $3, now(), now()) ON CONFLICT DO NOTHING`,
    },
    [organizationId, id, role],
  );
  return id;
}

export async function makeToken(
  database: Database,
  userId: string,
  organizations: readonly string[],
): Promise<string> {
  const { value, hash, prefix } = newCredential("token");
  await database.queryText(
    {
      name: "test-token",
      text: "INSERT INTO tokens (id, user_id, hash, name, prefix, organizations, created_at) VALUES ($1, $2, $3, 'test', $4, $5, now())",
    },
    [newId("pat"), userId, hash, prefix, organizations],
  );
  return value;
}
