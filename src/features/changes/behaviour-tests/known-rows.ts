/** The rows that decide tests, read once for each state of an organization. */
import { LRUCache } from "lru-cache";
import type { RowMove } from "../../../engine/feature.ts";
import type { Reader } from "../../../engine/ports/rows.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { teamMembers } from "../../../resources/team-members.ts";
import type { Members } from "../../../shifts/shapes.ts";
import type { Teams } from "../../identity/index.ts";
import type { RenderStore } from "../../reliability/index.ts";
import { type AnyRow, decidingKinds } from "./rows.ts";

/** An organization's rows as they were when their stamp was read. */
export interface Known {
  readonly stamp: string;
  readonly rows: readonly AnyRow[];
  /** Who can be on call; null where there is no rota to ask it for. */
  readonly members: Members | null;
}

/** @param moves changes that may make its first rota */
export type ReadKnownRows = (
  reader: Reader,
  organizationId: string,
  moves?: readonly Pick<RowMove, "kind">[],
) => Promise<Known>;

const keptOrganizations = 32;
/** Most members of one team, as the definition of teams promises. */
const maxMembers = 1_000;
const all = [...decidingKinds.keys()];

export function createKnownRows(renders: RenderStore, roster: Teams["roster"]): ReadKnownRows {
  const kept = new LRUCache<string, Known>({ max: keptOrganizations });
  const presentOnly = createPresentOnly(roster);
  const rowsOf = async (reader: Reader, organizationId: string): Promise<Known> => {
    // The stamp is older than the rows that are read after it: a write in between makes the next stamp differ.
    const stamp = await renders.in(reader).stamp(organizationId, all);
    const known = kept.get(organizationId);
    if (known?.stamp === stamp) return known;
    const rows = await Promise.all(all.map((kind) => reader.rowsMatching(organizationId, kind, {})));
    const read = { stamp, rows: rows.flat(), members: null };
    kept.set(organizationId, read);
    return read;
  };
  return async (reader, organizationId, moves = []) => {
    const known = await presentOnly(reader, organizationId, await rowsOf(reader, organizationId));
    if (![...known.rows, ...moves].some(({ kind }) => kind === onCallRotas.kind)) return known;
    // Nor does any row say who can be on call.
    const people = (await roster.in(reader).everybody(organizationId)).map(({ emailFolded }) => emailFolded);
    return { ...known, stamp: `${known.stamp} of ${people.join(" ")}`, members: new Set(people) };
  };
}

/** Leaves out members of teams who have left the organization: no alert is mailed to them, and no row says so. */
function createPresentOnly(roster: Teams["roster"]) {
  const kept = new LRUCache<string, Known>({ max: keptOrganizations });
  return async (reader: Reader, organizationId: string, known: Known): Promise<Known> => {
    const nameOf = (team: unknown, email: unknown) => `${team} ${foldEmail(String(email))}`;
    const inTeams = known.rows.filter(({ kind }) => kind === teamMembers.kind);
    if (inTeams.length === 0) return known;
    const teamIds = [...new Set(inTeams.map(({ configuration }) => String(configuration.team_id)))];
    const people = await roster.in(reader).members(organizationId, teamIds, maxMembers);
    const present = new Set(people.map(({ teamId, email }) => nameOf(teamId, email)));
    const isPresent = ({ configuration: { team_id, email } }: AnyRow) => present.has(nameOf(team_id, email));
    const gone = inTeams.filter((row) => !isPresent(row)).map(({ id }) => id);
    if (gone.length === 0) return known;
    const stamp = `${known.stamp} without ${gone.sort().join(" ")}`;
    const last = kept.get(organizationId);
    if (last?.stamp === stamp) return last;
    const left = new Set(gone);
    const read = { ...known, stamp, rows: known.rows.filter(({ id }) => !left.has(id)) };
    kept.set(organizationId, read);
    return read;
  };
}
