/** Who is in teams: only members of the organization can be. Teams show it in their state (migration 0060). */
import type { Feature, KindHooks } from "../../../engine/feature.ts";
import type { Bindable } from "../../../engine/ports/executor.ts";
import { teamMembers } from "../../../resources/team-members.ts";
import type { Ground } from "../../ground.ts";
import { createRosterStore, type TeamRoster } from "./store.ts";

export type { TeamRoster } from "./store.ts";

export interface Teams extends Feature {
  readonly roster: Bindable<TeamRoster>;
}

export function createTeams({ database }: Ground): Teams {
  const roster = createRosterStore(database);
  return {
    name: "teams",
    roster,
    kinds: {
      [teamMembers.kind]: {
        async check(reader, call, row) {
          if (await roster.in(reader).hasMember(call.caller.organization.id, row.email)) return [];
          const message =
            "is not the address of a member of this organization; invite the person first, and add them once they have accepted";
          return [{ field: "email", message }];
        },
      } satisfies KindHooks<typeof teamMembers>,
    },
  };
}
