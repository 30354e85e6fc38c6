/** The TeamRoster on PostgreSQL. */

import type { Connection, Database } from "../../database/database.ts";
import { bindable } from "../../database/executor.ts";
import type { Bindable } from "../../engine/ports/executor.ts";
import { foldEmail } from "../../kernel/natural-key.ts";
import type { TeamRoster } from "./port.ts";
import { sql } from "./queries.generated.ts";

export function createRosterStore(database: Database): Bindable<TeamRoster> {
  return bindable(database, rosterOver);
}

function rosterOver(database: Connection): TeamRoster {
  return {
    members: (organizationId, teamIds, limit) =>
      database.query(sql.listMembersOfTeams, { organizationId, teamIds, limit }),
    async hasMember(organizationId, email) {
      const emailFolded = foldEmail(email);
      const found = await database.query(sql.getAcceptedMember, { organizationId, emailFolded });
      return found.length > 0;
    },
  };
}
