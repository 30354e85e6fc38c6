/** Which teams have somebody in them, on either side of changes. Pure. */
import type { RowMove } from "../../../engine/feature.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { teamMembers } from "../../../resources/team-members.ts";

/**
 * The ids of teams that have members.
 * @param members as they are read, whether or not the changes are committed
 */
export function inhabitedTeams(
  members: readonly { readonly teamId: string; readonly email: string }[],
  moves: readonly RowMove[],
  side: "before" | "now",
): ReadonlySet<string> {
  const people = new Map(members.map(({ teamId, email }) => [nameOf(teamId, email), teamId]));
  for (const { kind, ...move } of moves) {
    if (kind !== teamMembers.kind) continue;
    for (const row of [move.before, move.now]) if (row !== undefined) people.delete(nameOf(...placeOf(row)));
    const row = move[side];
    if (row !== undefined) people.set(nameOf(...placeOf(row)), placeOf(row)[0]);
  }
  return new Set(people.values());
}

function placeOf({ configuration }: StoredRow): readonly [teamId: string, email: string] {
  const { team_id, email } = completed(teamMembers, configuration);
  return [team_id, email];
}

function nameOf(teamId: string, email: string): string {
  return `${teamId} ${foldEmail(email)}`;
}
