/** What an incident is about, as the desk needs it: its components, who posted what, and the mutes of its maintenance. */

import { useQuery } from "@tanstack/react-query";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinition } from "../../../api/queries.ts";
import { useHistory } from "../../../parts/plans/history.tsx";
import { useHere } from "../../../shell/session.ts";
import { kindNames } from "../../names.ts";
import { type IncidentRow, muteReason } from "./words.ts";

export interface Component {
  readonly id: string;
  readonly name: string;
  readonly service: string | null;
  readonly status: string;
}

export function useComponents(incident: Pick<IncidentRow, "component_ids">): readonly Component[] {
  const rows = useRows(kindNames.component);
  return rows.filter(({ id }) => incident.component_ids.includes(String(id))) as unknown as Component[];
}

export interface Mute {
  readonly id: string;
  readonly matchers: readonly string[];
}

/** The mutes that began with the maintenance and still last. */
export function useMutes(incident: IncidentRow): readonly Mute[] {
  const rows = useRows(kindNames.mute);
  const reason = muteReason(incident);
  return rows.filter((row) => row.active === true && row.reason === reason) as unknown as Mute[];
}

/** By the moment of an update, who posted it; as far as the history is read. */
export function usePosters(definition: Definition, id: string): ReadonlyMap<number, string> {
  const history = useHistory({ definition, id });
  const versions = history.data?.pages.flatMap(({ data }) => data) ?? [];
  return new Map(versions.map(({ at, actor }) => [Date.parse(at), actor.name]));
}

function useRows(kind: string): readonly JsonObject[] {
  const here = useHere();
  const { data } = useQuery(rowsQuery(here.slug, useDefinition(kind) as Definition));
  return data?.data ?? [];
}
