/** Where rows are in order of a position, a new one begins behind the last, unless the service finds its place. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isConfiguration, maxInteger } from "../../src/kernel/field.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { countsQuery } from "../api/queries.ts";
import { useHere } from "../shell/session.ts";

/** What a new row begins with; `last` is undefined while that is read. */
export function useLastPosition(definition: Definition) {
  const here = useHere();
  const { order, fields, level } = definition;
  const position = fields.position;
  const placed = position !== undefined && isConfiguration(position) && position.keptWhenAbsent === true;
  const asks = order === "position" && !placed && here.allows(level);
  const query = useQuery({ ...countsQuery(here.slug), enabled: asks, staleTime: 0 });
  // The last position as it is when the form is opened: it must not move under what somebody writes.
  const [last, setLast] = useState<number | null>();
  if (asks && last === undefined && query.isFetchedAfterMount && query.error === null)
    setLast(query.data?.get(definition.kind)?.last_position ?? null);
  if (!asks) return { last: {}, query };
  return { last: last === undefined ? undefined : startBehind(last), query };
}

function startBehind(last: number | null): { readonly position?: number } {
  return last === null ? {} : { position: Math.min(last + 1, maxInteger) };
}
