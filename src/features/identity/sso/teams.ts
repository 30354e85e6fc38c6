/** The teams that follow from a sign-in at the organization's provider. */
import type { Organization } from "../../../engine/context.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { teamMembers } from "../../../resources/team-members.ts";
import { type Author, callBy, type IdentityTransaction } from "../accounts/index.ts";
import { teamsAfter } from "./claims.ts";
import type { SsoDeps } from "./deps.ts";
import type { ConnectionSettings } from "./shapes.ts";

/** More teams than anybody is in. */
const maxTeams = 10_000;

/** Joins and leaves as the mappings say, each on record; a team that is gone is passed over. */
export async function moveTeams(
  { log }: Pick<SsoDeps, "log">,
  { writer, engine }: IdentityTransaction,
  author: Author,
  organization: Organization,
  email: string,
  groups: readonly string[],
  settings: ConnectionSettings,
): Promise<void> {
  const { join, leave } = teamsAfter(groups, settings);
  if (join.length + leave.length === 0) return;
  const filter = { field: "email", value: foldEmail(email), fold: true };
  const { kind } = teamMembers;
  const places = await writer.list(organization.id, kind, "sort_key", [filter], maxTeams, author.now);
  const placeOf = (team: string) => places.find((place) => place.read().configuration.team_id === team);
  // Who is in a team, the provider decides: no test holds a sign-in up. What it breaks is on record.
  const call = { ...callBy(author, organization), overrideTests: "The groups of the sign-in say so." };
  for (const team of join) {
    if (placeOf(team) !== undefined) continue;
    await engine.create(call, teamMembers, { team_id: team, email }).catch((err) => {
      if (!(err instanceof Refusal)) throw err;
      log.warn({ err, request_id: author.requestId, team }, "a mapped team was not joined");
    });
  }
  for (const team of leave) {
    const place = placeOf(team);
    if (place !== undefined) await engine.remove(call, teamMembers, place.id);
  }
}
