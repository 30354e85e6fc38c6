/** Policies that nobody can satisfy: whom they ask has left, or there are fewer than they want. */
import { tooFew } from "../../../engine/approvals.ts";
import type { Judge, NeedsAttention } from "../../../engine/feature.ts";
import type { Reader, StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { allows, levelOfRole, type Role } from "../../../kernel/access.ts";
import type { ChangePolicies } from "../../../resources/change-policies.ts";
import { teamMembers } from "../../../resources/team-members.ts";
import { teams } from "../../../resources/teams.ts";
import type { TeamRoster, Teams } from "../../identity/index.ts";

interface Deps {
  readonly teams: Pick<Teams, "roster">;
  readonly changePolicies: ChangePolicies;
}

/** More people than a team has. */
const everybody = 10_000;

/** The people of a team who may approve: a viewer decides on nothing. */
export async function approversOf(people: TeamRoster, organizationId: string, teamId: string) {
  const all = await people.members(organizationId, [teamId], everybody);
  return all.filter(({ role }) => allows(levelOfRole(role as Role), "operate"));
}

/** Why nobody can give what the policy wants; undefined where somebody can, or its rows say who that is. */
async function whyNobody(
  { teams: { roster }, changePolicies }: Deps,
  reader: Reader,
  organizationId: string,
  row: StoredRow,
): Promise<string | undefined> {
  const { enabled, approvals, by } = completed(changePolicies, row.configuration);
  if (!enabled || approvals === 0 || by === "owning_team") return undefined;
  const team = by === "org_admin" ? undefined : by.team_id;
  const people =
    team === undefined
      ? await roster.in(reader).admins(organizationId)
      : await approversOf(roster.in(reader), organizationId, team);
  if (people.length >= approvals) return undefined;
  const whose = team === undefined ? "administrators" : "the team";
  return `wants ${approvals === 1 ? "an approval" : `${approvals} approvals`} that ${tooFew(people.length)} of ${whose} may give`;
}

/** Said of a policy that is written. A team that is filled by the same change is not known yet. */
export function judgeApprovers(deps: Deps): Judge {
  const { kind } = deps.changePolicies;
  return {
    kinds: [kind],
    async judge(reader, { caller }, moves) {
      if (moves.some((move) => move.kind === teamMembers.kind || move.kind === teams.kind)) return [];
      const said = await Promise.all(
        moves.map(async ({ kind: own, id, now }) => {
          if (own !== kind || now === undefined) return [];
          const why = await whyNobody(deps, reader, caller.organization.id, now);
          return why === undefined
            ? []
            : [{ kind, id, field: "by", reason: "nobody_approves" as const, message: why }];
        }),
      );
      return said.flat();
    },
  };
}

/** What needs attention: people leave without that a policy changes. */
export function unapprovable(deps: Deps & { readonly store: Reader }): NeedsAttention {
  const { kind } = deps.changePolicies;
  return async ({ caller: { organization, level } }, shown) => {
    const isAsked = organization.hasPolicies !== false && level === "admin";
    const rows = isAsked ? await deps.store.rowsMatching(organization.id, kind, { enabled: true }) : [];
    const found = await Promise.all(
      rows.map(async (row) => {
        const why = await whyNobody(deps, deps.store, organization.id, row);
        const { name } = completed(deps.changePolicies, row.configuration);
        if (why === undefined) return [];
        const known = { resource: kind, id: row.id, name, since: null } as const;
        return [{ ...known, tone: "bad" as const, state: "nobody_approves", why: `It ${why}.` }];
      }),
    );
    const data = found.flat();
    return { section: "decisions", resource: kind, total: data.length, data: data.slice(0, shown) };
  };
}
