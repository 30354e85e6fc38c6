/** Where a route would stand among the others: order decides who gets an alert. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinition } from "../api/queries.ts";
import { nameOf } from "../parts/words.ts";
import { useHere } from "../shell/session.ts";
import { alertingKinds } from "./alerting.ts";
import type { FieldPartProps } from "./part-props.ts";
import { placeWords } from "./place-words.ts";

export function RoutePlace({ name, form }: FieldPartProps) {
  const here = useHere();
  const definition = useDefinition(alertingKinds.route) as Definition;
  const { data } = useQuery({ ...rowsQuery(here.slug, definition), staleTime: 30_000 });
  const position = form.whole[name];
  // Of a list that goes on past its cap nobody knows what comes last.
  if (data === undefined || data.truncated || typeof position !== "number") return null;
  const others = data.data
    .filter(({ id }) => id !== form.base?.row.id)
    .map((row: JsonObject) => ({ name: nameOf(definition, row), position: Number(row[name]) }));
  const own = { name: String(form.whole.name ?? ""), position };
  const said = placeWords(own, others);
  return said === undefined ? null : (
    <Text size="sm" mt={6} aria-live="polite">
      {said}
    </Text>
  );
}
