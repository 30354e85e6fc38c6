/** The TeamRoster on PostgreSQL. */
import type { Bindable } from "../engine/ports/scope.ts";
import type { TeamMember, TeamRoster } from "../engine/ports/teams.ts";
import { foldEmail } from "../kernel/natural-key.ts";
import type { Connection } from "./database.ts";
import { connectionOf } from "./scope.ts";
import { sql } from "./statement.ts";

export function createTeamRoster(): Bindable<TeamRoster> {
  return { in: (scoped) => rosterOver(connectionOf(scoped)) };
}

function rosterOver(database: Connection): TeamRoster {
  return {
    members: (organizationId, teamIds, limit) =>
      database.query<TeamMember>(sql("list-members-of-teams"), [organizationId, teamIds, limit]),
    async hasMember(organizationId, email) {
      const found = await database.query(sql("get-accepted-member"), [organizationId, foldEmail(email)]);
      return found.length > 0;
    },
  };
}
