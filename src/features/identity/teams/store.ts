/** An organization's people, and who of them is in its teams. */

import type { Connection, Database } from "../../../database/database.ts";
import { bindable } from "../../../database/executor.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { sql } from "./queries.generated.ts";

export type TeamRoster = ReturnType<typeof rosterOver>;

export function createRosterStore(database: Database) {
  return bindable<TeamRoster, TeamRoster>(database, rosterOver);
}

function rosterOver(database: Connection) {
  return {
    /** The present members of these teams by email, at most `limit` of each. */
    members: (organizationId: string, teamIds: readonly string[], limit: number) =>
      database.query(sql.listMembersOfTeams, { organizationId, teamIds, limit }),
    /** Everybody who has joined, or is kept here by the organization's provider, in the order of their addresses. */
    everybody: (organizationId: string) => database.query(sql.listPresentMembers, { organizationId }),
    /** The present administrators. */
    admins: (organizationId: string) => database.query(sql.listPresentAdmins, { organizationId }),
    /** Of these addresses, those of present members, as their accounts have them. */
    async presentAmong(organizationId: string, emails: readonly string[]) {
      const emailsFolded = emails.map(foldEmail);
      const found = await database.query(sql.listMembersByEmail, { organizationId, emailsFolded });
      return found.map(({ email }) => email);
    },
    /** Whether the address is of somebody who has joined the organization, or whom its provider keeps here. */
    async hasMember(organizationId: string, email: string) {
      const emailFolded = foldEmail(email);
      const found = await database.query(sql.getPresentMember, { organizationId, emailFolded });
      return found.length > 0;
    },
  };
}
