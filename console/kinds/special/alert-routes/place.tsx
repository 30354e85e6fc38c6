/** Where a route would stand among the others: order decides who gets an alert. It is put elsewhere by a press. */

import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { firstOfAll, type Reached } from "../../../../src/kernel/route-reach.ts";
import type { JsonObject } from "../../../../src/kernel/validate.ts";
import type { Definition } from "../../../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinition } from "../../../api/queries.ts";
import type { Rows } from "../../../api/shapes.ts";
import { nameOf } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import { kindNames } from "../../names.ts";
import type { FieldPartProps } from "../../part-props.ts";
import { OrderStrip } from "./order-strip.tsx";
import { inOrder, type PlacedRow, placeBefore, placeWords } from "./place-words.ts";
import * as texts from "./texts.ts";

export function RoutePlace({ name, form }: FieldPartProps) {
  const here = useHere();
  const definition = useDefinition(kindNames.route) as Definition;
  const { data } = useQuery({ ...rowsQuery(here.slug, definition), staleTime: 30_000 });
  const position = form.whole[name];
  // What others move by holds for the place that was chosen, and for no other one.
  const chosen = useRef<unknown>(undefined);
  const { also, setAlso } = form;
  useEffect(() => {
    if (also.length > 0 && chosen.current !== position) setAlso([]);
  }, [also, position, setAlso]);
  // Of a list that goes on past its cap nobody knows what comes last.
  if (data === undefined || data.truncated)
    return form.base === undefined && typeof position !== "number" ? <Said>{newWords(data)}</Said> : null;
  const others = inOrder(
    data.data.filter(({ id }) => id !== form.base?.row.id).map((row) => placed(definition, row)),
  );
  const put = (index: number) => {
    const place = placeBefore(others, index);
    chosen.current = place.position;
    form.set(name, place.position);
    setAlso(
      place.moves.map(({ id, position: to }) => {
        return { op: "save", resource: definition.kind, id, fields: { [name]: to } };
      }),
    );
  };
  const own = { name: String(form.whole.name ?? ""), position: Number(position) };
  const moved = new Map(
    form.also.flatMap((edit) => (edit.op === "save" ? [[edit.id, edit.fields[name]]] : [])),
  );
  const after = others.map((other) => ({
    ...other,
    position: Number(moved.get(other.id) ?? other.position),
  }));
  const at = typeof position === "number" ? indexOf(own, after) : indexOfNew(data, others);
  const said = typeof position === "number" ? placeWords(own, after) : newWords(data);
  return (
    <>
      {said === undefined ? null : <Said>{said}</Said>}
      {form.also.length === 0 ? null : <Said>{texts.otherRoutesMoveDown(form.also.length)}</Said>}
      {others.length === 0 ? null : (
        <OrderStrip
          name={own.name || texts.thisRoute}
          others={others.map((one) => one.name)}
          at={at}
          put={put}
        />
      )}
    </>
  );
}

function placed(definition: Definition, row: JsonObject): PlacedRow {
  return { id: String(row.id), name: nameOf(definition, row), position: Number(row.position) };
}

/** How many of the others come before it. */
function indexOf(
  own: { readonly name: string; readonly position: number },
  others: readonly PlacedRow[],
): number {
  const all = inOrder([...others, { ...own, id: "" }]);
  return all.findIndex(({ id }) => id === "");
}

/** Where the service puts a new route without a position. */
function indexOfNew(list: Rows, others: readonly PlacedRow[]): number {
  const all = firstOfAll(list.data.map(asReached));
  return all === undefined ? others.length : others.findIndex(({ id }) => id === all.id);
}

function newWords(list: Rows | undefined): string {
  const all = firstOfAll((list?.data ?? []).map(asReached));
  if (all !== undefined) return texts.leftEmptyItGoesBeforeWhichTakes(all.configuration.name);
  return texts.leftEmptyItGoesBefore;
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
