/** Where a route would stand among the others: order decides who gets an alert. */

import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { firstOfAll, type Reached } from "../../../../src/kernel/route-reach.ts";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinition } from "../../../api/queries.ts";
import type { Rows } from "../../../api/shapes.ts";
import { nameOf } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import { kindNames } from "../../names.ts";
import type { FieldPartProps } from "../../part-props.ts";
import { placeWords } from "./place-words.ts";

export function RoutePlace({ name, form }: FieldPartProps) {
  const here = useHere();
  const definition = useDefinition(kindNames.route) as Definition;
  const { data } = useQuery({ ...rowsQuery(here.slug, definition), staleTime: 30_000 });
  const position = form.whole[name];
  if (typeof position !== "number") return form.base === undefined ? <Said>{newWords(data)}</Said> : null;
  // Of a list that goes on past its cap nobody knows what comes last.
  if (data === undefined || data.truncated) return null;
  const others = data.data
    .filter(({ id }) => id !== form.base?.row.id)
    .map((row: JsonObject) => ({ name: nameOf(definition, row), position: Number(row[name]) }));
  const own = { name: String(form.whole.name ?? ""), position };
  const said = placeWords(own, others);
  return said === undefined ? null : <Said>{said}</Said>;
}

/** Where the service puts a new route without a position. */
function newWords(list: Rows | undefined): string {
  const all = firstOfAll((list?.data ?? []).map(asReached));
  if (all !== undefined) return `Left empty, it goes before ${all.configuration.name}, which takes the rest.`;
  return "Left empty, it goes before the first route that takes every alert, or last where there is none.";
}

function asReached(row: JsonObject): Reached {
  return { id: String(row.id), configuration: row as unknown as Reached["configuration"] };
}

function Said({ children }: { readonly children: string }) {
  return (
    <Text size="sm" mt={6} aria-live="polite">
      {children}
    </Text>
  );
}
