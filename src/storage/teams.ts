/** The TeamRoster on PostgreSQL. */
import type { TeamRoster } from "../engine/ports/teams.ts";
import { foldEmail } from "../kernel/natural-key.ts";
import type { Database } from "./database.ts";

export function createTeamRoster(database: Database): TeamRoster {
  return {
    members: (organizationId, teamIds, limit) =>
      database.query("list-members-of-teams", { organizationId, teamIds, limit }),
    async hasMember(organizationId, email) {
      const emailFolded = foldEmail(email);
      const found = await database.query("get-accepted-member", { organizationId, emailFolded });
      return found.length > 0;
    },
  };
}
