/** The TeamRoster on PostgreSQL. */
import type { TeamMember, TeamRoster } from "../engine/ports/teams.ts";
import { foldEmail } from "../kernel/natural-key.ts";
import type { Database } from "./database.ts";
import { sql } from "./statement.ts";

export function createTeamRoster(database: Database): TeamRoster {
  return {
    members: (organizationId, teamIds, limit) =>
      database.query<TeamMember>(sql("list-members-of-teams"), [organizationId, teamIds, limit]),
    async hasMember(organizationId, email) {
      const found = await database.query(sql("get-accepted-member"), [organizationId, foldEmail(email)]);
      return found.length > 0;
    },
  };
}
