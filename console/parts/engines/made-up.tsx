/** Says where the figures of an organization are those of the demo: what looks measured is made up. */
import { useQuery } from "@tanstack/react-query";
import { isMadeUp, isOwn } from "../../../src/kernel/made-up.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinition } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { useHere } from "../../shell/session.ts";
import { Quiet } from "../text.tsx";
import * as texts from "./texts.ts";
import { useRenders } from "./use-renders.ts";

export function MadeUp() {
  const here = useHere();
  const engines = useRenders().data?.data;
  const sources = useDefinition(kindNames.dataSource) as Definition;
  const { data } = useQuery({
    ...rowsQuery(here.slug, sources),
    enabled: engines !== undefined && !engines.some(isOwn),
    staleTime: 60_000,
  });
  if (engines === undefined || data === undefined || !isMadeUp(engines, data.data)) return null;
  return (
    <Quiet role="note" mb="md">
      {texts.madeUp}
    </Quiet>
  );
}
