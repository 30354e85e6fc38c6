/** Teams show who is in them, and only members of the organization can be. */
import type { Capability } from "../engine/capability.ts";
import type { Bindable } from "../engine/ports/scope.ts";
import type { TeamRoster } from "../engine/ports/teams.ts";
import type { JsonObject } from "../kernel/validate.ts";

/** Most members of one team that are shown; the definition promises no more. */
const maxMembers = 1_000;

export function createTeams({ roster }: { readonly roster: Bindable<TeamRoster> }): Capability {
  return {
    kinds: {
      teams: {
        async join(reader, organizationId, rows) {
          if (rows.length === 0) return new Map();
          const teams = new Map<string, JsonObject[]>(rows.map(({ id }) => [id, []]));
          const members = await roster.in(reader).members(organizationId, [...teams.keys()], maxMembers);
          for (const { teamId, id, email, name } of members) teams.get(teamId)?.push({ id, email, name });
          return new Map([...teams].map(([id, members]) => [id, { members }]));
        },
      },
      team_members: {
        async validateAsync(reader, call, row) {
          if (await roster.in(reader).hasMember(call.caller.organization.id, String(row.email))) return [];
          const message =
            "is not the address of a member of this organization; invite the person first, and add them once they have accepted";
          return [{ field: "email", message }];
        },
      },
    },
  };
}
