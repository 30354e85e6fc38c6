/** Ends what programs and people hold, in every organization: after a backup was restored that had what was revoked since. */

import { recordTrail } from "../../../database/audit-trail.ts";
import type { Connection, Database } from "../../../database/database.ts";
import { transactionExecutor } from "../../../database/executor.ts";
import type { FieldChange, SignRecord } from "../../../engine/ports/rows.ts";
import { createIdentityStore, createScimStore, trailOf } from "../../identity/index.ts";
import { commandAuthor } from "./restored.ts";

export interface EndedAccess {
  readonly keys?: number;
  readonly scim_tokens?: number;
  readonly sessions?: number;
  readonly tokens?: number;
}

/** @param what which of them; all in one transaction, with their records */
export function endAccess(
  database: Database,
  signRecord: SignRecord,
  what: { readonly keys: boolean; readonly sessions: boolean },
): Promise<EndedAccess> {
  return database.transaction(async (connection) => ({
    ...(what.keys && (await endKeys(database, connection, signRecord))),
    ...(what.sessions && (await endSessions(database, connection, signRecord))),
  }));
}

async function endKeys(
  database: Database,
  connection: Connection,
  signRecord: SignRecord,
): Promise<EndedAccess> {
  const author = commandAuthor("orgconfig access end");
  const bound = { executor: transactionExecutor(connection) };
  const keys = await createIdentityStore(database, signRecord, 0).in(bound).keys.revokeEvery(author.now);
  const scimTokens = await createScimStore(database, signRecord).in(bound).endEveryToken();
  const ended = [
    ...keys.map((key) => ({ ...key, action: "revoke_api_key", resource: "api_keys", field: "key" })),
    ...scimTokens.map((key) => ({
      ...key,
      action: "revoke_scim_token",
      resource: "scim_tokens",
      field: "token",
    })),
  ];
  for (const { organization_id, id, name, action, resource, field } of ended) {
    const changes: FieldChange[] = [
      { field: "name", before: name, after: null },
      { field, secret: "cleared" },
    ];
    await recordTrail(
      connection,
      signRecord,
      trailOf(author, [organization_id], { action, resource, rowId: id, changes }),
    );
  }
  return { keys: keys.length, scim_tokens: scimTokens.length };
}

async function endSessions(
  database: Database,
  connection: Connection,
  signRecord: SignRecord,
): Promise<EndedAccess> {
  const author = commandAuthor("orgconfig access end");
  const identity = createIdentityStore(database, signRecord, 0).in({
    executor: transactionExecutor(connection),
  });
  const ended = await identity.sessions.endEvery(author.now);
  const ids = (await identity.organizations.list(Number.MAX_SAFE_INTEGER)).map(({ id }) => id);
  const context = { action: "end_sessions", resource: "sessions", rowId: "" };
  await recordTrail(connection, signRecord, trailOf(author, ids, context));
  return { sessions: Number(ended?.sessions), tokens: Number(ended?.tokens) };
}
