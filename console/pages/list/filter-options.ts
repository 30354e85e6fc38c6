/** What a filter offers: the values of its field, and how many rows have each. */
import { useQueries, useQuery } from "@tanstack/react-query";
import type { ItemField, Tone } from "../../../src/kernel/field.ts";
import type { Findable } from "../../../src/kernel/findable.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { rowsQuery, useDefinitions } from "../../api/queries.ts";
import { isState, toneOf } from "../../parts/tones.ts";
import { nameOf, words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import type { ListAddress } from "./address.ts";
import { countQuery } from "./use-rows.ts";

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly tone?: Tone | undefined;
  /** How many of the rows that are found have it; undefined until that is known. */
  readonly count?: number | undefined;
}

interface Offer {
  readonly definition: Definition;
  readonly filter: Findable;
  readonly address: ListAddress;
  readonly open: boolean;
}

/** Rows that can be pointed at are read when somebody looks, and so are counts. */
export function useOptions({ definition, filter, address, open }: Offer): readonly Option[] {
  const here = useHere();
  const { name, shape } = filter;
  const { kinds } = useDefinitions();
  const target = kinds.find(({ kind }) => shape.type === "reference" && kind === shape.to);
  const { data } = useQuery({
    ...rowsQuery(here.slug, target ?? definition),
    enabled: target !== undefined && (open || address.where.has(name)),
    staleTime: 30_000,
  });
  const fixed = fixedOf(shape);
  const counts = useQueries({
    queries: fixed.map(({ value }) => ({
      ...countQuery(here.slug, definition.kind, address, name, value),
      enabled: open,
    })),
  });
  if (target === undefined) return fixed.map((option, index) => ({ ...option, count: counts[index]?.data }));
  const rows = (data?.data ?? []).map((row) => ({ value: String(row.id), label: nameOf(target, row) }));
  return [...rows, ...noneOf(shape)];
}

/** The values that the definition knows. */
function fixedOf(shape: ItemField): readonly Option[] {
  const option = (value: string, label: string): Option => ({
    value,
    label,
    tone: isState(shape) ? toneOf(shape, value) : undefined,
  });
  if (shape.type === "boolean")
    return [option("true", shape.switch ? "On" : "Yes"), option("false", shape.switch ? "Off" : "No")];
  if (shape.type !== "choice") return [];
  return [...shape.choices.map((value) => option(value, words(value))), ...noneOf(shape)];
}

function noneOf(shape: ItemField): readonly Option[] {
  return "nullable" in shape && shape.nullable === true ? [{ value: "", label: "None" }] : [];
}
