/** What a new row begins with: a place behind the others, and of a vendor's what follows from it, with a free name. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { rowsQuery } from "../api/queries.ts";
import { useHere } from "../shell/session.ts";
import type { Draft } from "./draft.ts";
import { useLastPosition } from "./use-last-position.ts";
import { decidedBy, freeName } from "./variant.ts";

/** `beginning` is undefined while it is read. `behind` is its position, where rows are in order of one. */
export function useBeginning(definition: Definition, settled: Draft) {
  const here = useHere();
  const { last, query: ofPosition } = useLastPosition(definition);
  const decided = decidedBy(definition.fields, settled);
  const named = decided !== undefined && "name" in definition.fields && settled.name === undefined;
  const asks = named && here.allows(definition.level);
  const rows = useQuery({ ...rowsQuery(here.slug, definition), enabled: asks, staleTime: 30_000 });
  // As the form is opened: it must not move under what somebody writes.
  const [known, setKnown] = useState<{ readonly title: string; readonly name: string }>();
  const title = decided?.variant.title;
  if (asks && title !== undefined && rows.data !== undefined && known?.title !== title)
    setKnown({
      title,
      name: freeName(
        title,
        rows.data.data.map(({ name }) => String(name)),
      ),
    });
  const waits = asks && known?.title !== title;
  const query = waits ? rows : ofPosition;
  if (last === undefined || waits) return { beginning: undefined, behind: {}, query };
  const name = asks && known !== undefined ? { name: known.name } : {};
  const beginning: JsonObject = { ...decided?.variant.begins, ...name, ...settled, ...last };
  return { beginning, behind: last, query };
}
