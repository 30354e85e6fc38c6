/** What an incident is about, as the desk needs it: its components, who posted what, and the mutes of its maintenance. */

import { useQuery } from "@tanstack/react-query";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { rowQuery, rowsQuery, useDefinition } from "../../../api/queries.ts";
import { useHistory } from "../../../parts/plans/use-history.ts";
import { useHere } from "../../../shell/session.ts";
import { kindNames } from "../../names.ts";
import { type Component, type IncidentRow, isOver, muteReason, type OwnTemplate } from "./words.ts";

/** @returns undefined until they are known: of one that names none that is so at once */
export function useComponents({
  component_ids,
}: Pick<IncidentRow, "component_ids">): readonly Component[] | undefined {
  const rows = useRows(kindNames.component);
  if (component_ids.length === 0) return [];
  return rows?.filter(({ id }) => component_ids.includes(String(id))) as unknown as Component[] | undefined;
}

/** The texts that the status page's settings have. */
export function useOwnTemplates(): readonly OwnTemplate[] | undefined {
  const here = useHere();
  const settings = useDefinition(kindNames.statusPage) as Definition;
  const { data } = useQuery(rowQuery(here.slug, settings, settings.kind));
  return data?.row.update_templates as unknown as readonly OwnTemplate[] | undefined;
}

export interface Mute {
  readonly id: string;
  readonly matchers: readonly string[];
}

/** The mutes that began with the maintenance and still last; undefined until they are known. */
export function useMutes(incident: IncidentRow): readonly Mute[] | undefined {
  const rows = useRows(kindNames.mute);
  const reason = muteReason(incident);
  return rows?.filter((row) => row.active === true && row.reason === reason) as unknown as Mute[] | undefined;
}

/** By the moment of an update, who posted it; as far as the history is read. */
export function usePosters(definition: Definition, id: string): ReadonlyMap<number, string> {
  const history = useHistory({ definition, id });
  const versions = history.data?.pages.flatMap(({ data }) => data) ?? [];
  return new Map(versions.map(({ at, actor }) => [Date.parse(at), actor.name]));
}

/** All components, and the incidents that are not over, the newest first; undefined until they are there. */
export function usePageRows() {
  const here = useHere();
  const components = useQuery(rowsQuery(here.slug, useDefinition(kindNames.component) as Definition));
  const incidents = useQuery(rowsQuery(here.slug, useDefinition(kindNames.incident) as Definition));
  if (components.data === undefined || incidents.data === undefined) return undefined;
  const rows = incidents.data.data as unknown as readonly IncidentRow[];
  return {
    components: components.data.data as unknown as readonly Component[],
    open: rows.filter(({ status }) => !isOver(status)),
  };
}

function useRows(kind: string): readonly JsonObject[] | undefined {
  const here = useHere();
  const { data } = useQuery(rowsQuery(here.slug, useDefinition(kind) as Definition));
  return data?.data;
}
