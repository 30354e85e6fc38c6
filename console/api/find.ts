/**
 * Rows by their whole natural key, asked of the service: a list that is truncated at its cap holds only the first of
 * them, and a row past it is there all the same.
 */
import { queryOptions } from "@tanstack/react-query";
import { isTypeId } from "../../src/kernel/type-id.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { Definition } from "../../src/surfaces/console/definitions.ts";
import { act, Refused } from "./client.ts";
import type { Rows } from "./shapes.ts";

/** The rows that a text names: by the id, by a field of the natural key, or by all of them with " / " between. */
export const namedQuery = (org: string, definition: Definition, text: string) =>
  queryOptions({
    queryKey: ["rows", org, definition.kind, "named", text],
    queryFn: async () => {
      const found = await Promise.all([
        ...filtersOf(definition, text).map((filter) => noneIfRefused(listed(org, definition, filter))),
        isId(text) ? noneIfRefused(got(org, definition, text)) : [],
      ]);
      return [...new Map(found.flat().map((row) => [String(row.id), row])).values()];
    },
    staleTime: 5_000,
  });

/** What a list can be narrowed to for a text. */
function filtersOf({ naturalKey, fields }: Definition, text: string): JsonObject[] {
  const named = naturalKey.filter((name) => fields[name]?.type !== "reference");
  const filterOf = (name: string, part: string): JsonObject | undefined => {
    const type = fields[name]?.type;
    if (type !== "integer" && type !== "number") return { [name]: part };
    return /^-?\d+(\.\d+)?$/.test(part) ? { [name]: Number(part) } : undefined;
  };
  const parts = text.split(" / ");
  const whole =
    named.length > 1 && parts.length === named.length
      ? named.map((name, index) => filterOf(name, parts[index] ?? ""))
      : [undefined];
  const all = whole.every((filter) => filter !== undefined)
    ? [Object.assign({}, ...whole) as JsonObject]
    : [];
  return [...all, ...named.map((name) => filterOf(name, text)).filter((filter) => filter !== undefined)];
}

/** A text that no row can be called by is refused, and so no row is. */
async function noneIfRefused(rows: Promise<readonly JsonObject[]>): Promise<readonly JsonObject[]> {
  try {
    return await rows;
  } catch (error) {
    if (error instanceof Refused && (error.status === 404 || error.status === 422)) return [];
    throw error;
  }
}

async function listed(org: string, definition: Definition, filter: JsonObject) {
  return (await act<Rows>(org, definition.actionNames.list, filter)).body.data;
}

async function got(org: string, definition: Definition, id: string) {
  return [(await act<JsonObject>(org, definition.actionNames.get, { id })).body];
}

/** A TypeID, as the service makes them, or a key that stands for one. */
function isId(text: string): boolean {
  return isTypeId(text) || text.includes("@");
}
