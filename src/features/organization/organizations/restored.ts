/** What is done in the transaction that brings an organization back: what ended stays ended, and a record says that it was restored. */

import { recordTrail } from "../../../database/audit-trail.ts";
import type { Connection, Database } from "../../../database/database.ts";
import { transactionExecutor } from "../../../database/executor.ts";
import {
  keepInstallationValue,
  restoredFrom,
  takeInstallationValue,
} from "../../../database/installation.ts";
import { currentTime } from "../../../engine/clock.ts";
import type { AuditRecord } from "../../../engine/ports/audit.ts";
import type { SignRecord } from "../../../engine/ports/rows.ts";
import { roles } from "../../../kernel/access.ts";
import { newRequestId } from "../../../kernel/ids.ts";
import { readable } from "../../../kernel/readable.ts";
import {
  type Author,
  createIdentityStore,
  createScimStore,
  createSsoStore,
  type IdentityWriter,
  trailOf,
} from "../../identity/index.ts";
import { sql } from "./queries.generated.ts";
import { type Ending, type SinceBackup, sinceBackup } from "./since-backup.ts";

export interface RestoredOrganization {
  readonly id: string;
  readonly madeAt: Date;
  /** Those of rows. */
  readonly kinds: ReadonlySet<string>;
  /** What the log that is here has of after the backup, oldest first. */
  readonly newer: readonly AuditRecord[];
  /** Ids of people by whom they are here, where that is another id. */
  readonly others: ReadonlyMap<string, string>;
}

export interface Kept extends Omit<SinceBackup, "endings"> {
  /** What is ended again, one a line. */
  readonly ended: readonly string[];
  /** Whether anybody can administer it. */
  readonly administered: boolean;
}

/** The operator at the command line, whose name nobody proved. */
export function commandAuthor(command: string): Author {
  const actor = { kind: "operator", id: command, name: command } as const;
  return { actor, door: "operator", requestId: newRequestId(), address: undefined, now: currentTime() };
}

/** To be called once all of it is in place. @param into the transaction on `database` */
export async function settleRestored(
  database: Database,
  into: Connection,
  signRecord: SignRecord,
  { id, madeAt, kinds, newer, others }: RestoredOrganization,
): Promise<Kept> {
  const { endings, ...since } = sinceBackup(newer, madeAt, kinds);
  const bound = { executor: transactionExecutor(into) };
  const identity = createIdentityStore(database, signRecord, 0).in(bound);
  const stores: Stores = {
    identity,
    scim: createScimStore(database, signRecord).in(bound),
    sso: createSsoStore(database, signRecord).in(bound),
    into,
  };
  const ended: string[] = [];
  for (const ending of endings) {
    const own = "id" in ending ? { ...ending, id: others.get(ending.id) ?? ending.id } : ending;
    const said = await endAgain(stores, id, own);
    if (said !== undefined) ended.push(said);
  }
  const changes = [
    { field: "as_of", before: null, after: madeAt.toISOString() },
    ...(ended.length === 0 ? [] : [{ field: "ended_again", before: null, after: ended }]),
  ];
  const context = { action: "restore_organization", resource: "organization", rowId: id, changes };
  await recordTrail(into, signRecord, trailOf(commandAuthor("orgconfig restore"), [id], context));
  // People may have other ids here, and some have left since.
  await into.query(sql.showOrganization, { organizationId: id });
  return { ...since, ended, administered: await identity.members.hasOtherAdmin(id, "") };
}

/** Leaves word for the first start, which has the keys that records take. */
export async function leaveWord(connection: Connection, madeAt: string): Promise<void> {
  await takeInstallationValue(connection, restoredFrom);
  await keepInstallationValue(connection, restoredFrom, madeAt);
}

/**
 * After a whole restore: records it in every organization.
 * @returns when the backup was made; undefined where nothing was restored since the last start
 */
export function noteWholeRestore(database: Database, signRecord: SignRecord): Promise<string | undefined> {
  return database.transaction(async (connection) => {
    const madeAt = await takeInstallationValue(connection, restoredFrom);
    if (madeAt === undefined) return undefined;
    const changes = [{ field: "as_of", before: null, after: madeAt }];
    const identity = createIdentityStore(database, signRecord, 0).in({
      executor: transactionExecutor(connection),
    });
    const author = commandAuthor("orgconfig restore");
    for (const { id } of await identity.organizations.list(Number.MAX_SAFE_INTEGER)) {
      const context = { action: "restore_installation", resource: "organization", rowId: id, changes };
      await recordTrail(connection, signRecord, trailOf(author, [id], context));
    }
    return madeAt;
  });
}

interface Stores {
  readonly identity: IdentityWriter;
  readonly scim: ReturnType<ReturnType<typeof createScimStore>["in"]>;
  readonly sso: ReturnType<ReturnType<typeof createSsoStore>["in"]>;
  readonly into: Connection;
}

/** @returns what is said of it; undefined where the backup had it ended, or did not have it */
async function endAgain(stores: Stores, organizationId: string, ending: Ending): Promise<string | undefined> {
  const { identity, scim, sso } = stores;
  switch (ending.of) {
    case "key":
      return endKey(identity, organizationId, ending);
    case "member":
    case "role":
    case "invitation":
      return endMembership(stores, organizationId, ending);
    case "scim_token": {
      const name = await scim.endToken(organizationId, ending.id);
      return name === undefined ? undefined : `SCIM token ${name} stays revoked`;
    }
    case "scim_user":
      await scim.removeUser(organizationId, ending.id);
      return undefined;
    case "scim_group":
      await scim.removeGroup(organizationId, ending.id);
      return undefined;
    case "sso":
      if ((await sso.connection(organizationId)) === undefined) return undefined;
      await sso.remove(organizationId, []);
      return "the organization's own sign-in stays removed";
  }
}

async function endKey(
  { keys }: IdentityWriter,
  organizationId: string,
  { id, at, expires }: Extract<Ending, { of: "key" }>,
): Promise<string | undefined> {
  const key = await keys.find(organizationId, id);
  if (key === undefined) return undefined;
  if (!expires) {
    await keys.revoke(organizationId, id, at, []);
    return `API key ${key.name} (${id}) stays revoked`;
  }
  return (await keys.end(organizationId, id, at, key.createdAt))
    ? `API key ${key.name} (${id}) ends at ${readable(at)}, as it was replaced`
    : undefined;
}

async function endMembership(
  { identity: { members }, into }: Stores,
  organizationId: string,
  ending: Extract<Ending, { of: "member" | "role" | "invitation" }>,
): Promise<string | undefined> {
  const member = await members.find(organizationId, ending.id);
  if (member === undefined) return undefined;
  const { email } = member;
  switch (ending.of) {
    case "member":
      await into.query(sql.deleteTeamPlaces, { organizationId, ids: [...ending.places] });
      await members.remove(organizationId, ending.id, ending.at, []);
      return `${email} stays removed`;
    case "role":
      // What somebody was given since is not theirs again.
      if (roles.indexOf(ending.role) >= roles.indexOf(member.role)) return undefined;
      await members.setRole(organizationId, ending.id, ending.role, []);
      return `${email} stays ${ending.role}`;
    case "invitation":
      if (member.acceptedAt !== null) return undefined;
      await members.endInvitations(organizationId, ending.id);
      if (!ending.accepted) return `the former link of ${email} stays ended`;
      await members.accept(organizationId, ending.id, ending.at, []);
      return `${email} stays a member`;
  }
}
