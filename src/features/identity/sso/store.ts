/** What is kept of organizations' own sign-ins. */
import { recordTrail } from "../../../database/audit-trail.ts";
import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { jsonText } from "../../../database/json-text.ts";
import type { RowOf } from "../../../database/statement.ts";
import type { SignRecord } from "../../../engine/ports/rows.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import type { Trail } from "../accounts/index.ts";
import type { PendingContent } from "./column-types.ts";
import { sql } from "./queries.generated.ts";

export type StoredConnection = RowOf<typeof sql.getConnection>;
export type NewConnection = Omit<StoredConnection, "revision">;
export type SsoStore = ReturnType<typeof createSsoStore>;

export type Purpose = "sign_in" | "test" | "link";

/** A member, as the provider knows them. */
interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly userId: string;
  readonly linkedAt: Date;
}

/** What the sealed secret of a client is bound to. */
export function secretIdentityOf(organizationId: string): string {
  return JSON.stringify(["sso", organizationId]);
}

/** A group by which mappings may know it: its name, or its id at the provider. */
export function valuesOfGroup(group: { readonly displayName: string; readonly externalId: string | null }) {
  return group.externalId === null ? [group.displayName] : [group.displayName, group.externalId];
}

/** What the sealed ID token of a sign-in is bound to. */
export function signInIdentityOf(organizationId: string): string {
  return JSON.stringify(["sso_sign_in", organizationId]);
}

/** A change takes its records along; several changes of one act are made `in` a transaction. */
export function createSsoStore(database: Database, signRecord: SignRecord) {
  const open = (connection: Connection) => ssoOver(connection, signRecord);
  return bindable<ReturnType<typeof open>, ReturnType<typeof open>>(database, open);
}

function ssoOver(database: Connection, signRecord: SignRecord) {
  const record = (trail: Trail) => recordTrail(database, signRecord, trail);
  return {
    connection: async (organizationId: string): Promise<StoredConnection | undefined> =>
      (await database.query(sql.getConnection, { organizationId }))[0],
    async put(organizationId: string, { settings, ...rest }: NewConnection, trail: Trail) {
      await database.query(sql.putConnection, { organizationId, ...rest, settings: jsonText(settings) });
      await record(trail);
    },
    async remove(organizationId: string, trail: Trail) {
      await database.query(sql.deleteConnection, { organizationId });
      await record(trail);
    },
    /** The member whom the provider knows by this subject. */
    member: async (organizationId: string, issuer: string, subject: string) =>
      (await database.query(sql.getIdentity, { organizationId, issuer, subject }))[0]?.userId,
    /** Who that is, in whichever organization. */
    person: async (issuer: string, subject: string) =>
      (await database.query(sql.findPerson, { issuer, subject }))[0]?.userId,
    /** What of the mappings' values the provider gives somebody by SCIM. */
    provisionedGroups: async (organizationId: string, userId: string): Promise<string[]> =>
      (await database.query(sql.listProvisionedGroups, { organizationId, userId })).flatMap(valuesOfGroup),
    /**
     * Whom of these the provider keeps here by SCIM as no member; `waits` is false of whom it has ended.
     * @param marks as marks.ts makes them
     */
    outsiders: (organizationId: string, address: string, subject: string, marks: readonly string[]) =>
      database.query(sql.findOutsiders, {
        organizationId,
        addressFolded: foldEmail(address),
        subject,
        marks,
      }),
    /** As whom the provider knows the member. */
    identitiesOf: (organizationId: string, userId: string) =>
      database.query(sql.listIdentitiesOfMember, { organizationId, userId }),
    async mark(organizationId: string, scimUserId: string, marks: readonly string[]) {
      await database.query(sql.insertMarks, { organizationId, scimUserId, marks });
    },
    async markMember(organizationId: string, userId: string, marks: readonly string[]) {
      await database.query(sql.insertMarksOfMember, { organizationId, userId, marks });
    },
    async forget(organizationId: string, marks: readonly string[]) {
      await database.query(sql.deleteMarks, { organizationId, marks });
    },
    async link(organizationId: string, { issuer, subject, userId, linkedAt }: Identity, trail: Trail) {
      await database.query(sql.insertIdentity, { organizationId, issuer, subject, userId, linkedAt });
      await record(trail);
    },
    record,
    /** What a session was proved by at the provider. */
    async keepSignIn(organizationId: string, sessionHash: Buffer, sealedIdToken: string) {
      await database.query(sql.insertSignIn, { organizationId, sessionHash, sealedIdToken });
    },
    signIn: async (sessionId: string) => (await database.query(sql.getSignIn, { sessionId }))[0],
    async begin(
      organizationId: string,
      purpose: Purpose,
      hash: Buffer,
      content: PendingContent,
      { now, expiresAt }: { readonly now: Date; readonly expiresAt: Date },
    ) {
      const values = { organizationId, purpose, hash, content: jsonText(content), now, expiresAt };
      await database.query(sql.insertPending, values);
    },
    /** What was begun, which ends with it. */
    take: async (purpose: Purpose, hash: Buffer, now: Date) =>
      (await database.query(sql.takePending, { purpose, hash, now }))[0],
    look: async (purpose: Purpose, hash: Buffer, now: Date) =>
      (await database.query(sql.getPending, { purpose, hash, now }))[0],
    async note(purpose: Purpose, hash: Buffer, content: PendingContent) {
      await database.query(sql.updatePending, { purpose, hash, content: jsonText(content) });
    },
    /** The id of the organization, where the installation has but one. */
    onlyOrganization: async () => (await database.query(sql.getOnlyOrganization, {}))[0]?.id,
  };
}
