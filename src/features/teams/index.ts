/** Teams show who is in them, and only members of the organization can be. */
import type { Feature, KindHooks } from "../../engine/feature.ts";
import type { Bindable } from "../../engine/ports/executor.ts";
import type { RowOf } from "../../kernel/row-types.ts";
import { teamMembers } from "../../resources/team-members.ts";
import { teams } from "../../resources/teams.ts";
import type { Ground } from "../ground.ts";
import { createRosterStore, type TeamRoster } from "./store.ts";

export type { TeamRoster } from "./store.ts";

/** Most members of one team that are shown; the definition promises no more. */
const maxMembers = 1_000;

type Member = RowOf<typeof teams>["members"][number];

export interface Teams extends Feature {
  readonly roster: Bindable<TeamRoster>;
}

export function createTeams({ database }: Ground): Teams {
  const roster = createRosterStore(database);
  return {
    name: "teams",
    roster,
    kinds: {
      [teams.kind]: {
        async join(reader, organizationId, rows) {
          if (rows.length === 0) return new Map();
          const found = new Map<string, Member[]>(rows.map(({ id }) => [id, []]));
          const members = await roster.in(reader).members(organizationId, [...found.keys()], maxMembers);
          for (const { teamId, id, email, name } of members) found.get(teamId)?.push({ id, email, name });
          return new Map([...found].map(([id, members]) => [id, { members }]));
        },
      } satisfies KindHooks<typeof teams>,
      [teamMembers.kind]: {
        async validateAsync(reader, call, row) {
          if (await roster.in(reader).hasMember(call.caller.organization.id, row.email)) return [];
          const message =
            "is not the address of a member of this organization; invite the person first, and add them once they have accepted";
          return [{ field: "email", message }];
        },
      } satisfies KindHooks<typeof teamMembers>,
    },
  };
}
