/** Rows of a list as the service finds them, page by page. */

import { keepPreviousData, queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import { useDefinitions } from "../../api/queries.ts";
import type { ListAddress } from "../../parts/list-address.ts";
import type { Names } from "../../parts/row-names.ts";
import { nameOf } from "../../parts/words.ts";
import { type Column, pointedAt } from "./columns.ts";

export const pageSize = 50;

export interface FoundRows {
  readonly data: readonly JsonObject[];
  readonly total: number;
  readonly ids?: readonly string[];
}

/** The key begins like those of rows: a write reads it anew. */
const foundQuery = (org: string, kind: string, input: JsonObject) =>
  queryOptions({
    queryKey: ["rows", org, kind, "found", input],
    queryFn: async () => (await act<FoundRows>(org, namedActions.searchRows, { kind, ...input })).body,
    staleTime: 5_000,
  });

function inputOf({ q, where, sort, page }: ListAddress): JsonObject {
  return {
    q,
    where: [...where].map(([field, values]) => ({ field, values: [...values] })),
    sort,
    cursor: String((page - 1) * pageSize),
    limit: pageSize,
  };
}

/** One page; the one before stands there until the next has come. */
export function useFound(org: string, { kind }: Definition, address: ListAddress) {
  return useQuery({ ...foundQuery(org, kind, inputOf(address)), placeholderData: keepPreviousData });
}

/** How many rows there are with a value, among those that all but the field's own filter lets through. */
export const countQuery = (
  org: string,
  kind: string,
  { q, where }: ListAddress,
  field: string,
  value: string,
) => {
  const others = [...where].filter(([name]) => name !== field);
  const filters = new Map([...others, [field, [value]] as const]);
  const input = { ...inputOf({ q, where: filters, sort: "", page: 1, columns: undefined }), limit: 1 };
  return queryOptions({
    queryKey: ["rows", org, kind, "count", input],
    queryFn: async () => (await act<FoundRows>(org, namedActions.searchRows, { kind, ...input })).body.total,
    staleTime: 5_000,
  });
};

/** The ids of all rows that match, as many as can be changed at once. */
export async function allIds(
  org: string,
  { kind }: Definition,
  address: ListAddress,
): Promise<readonly string[]> {
  const input = { kind, ...inputOf({ ...address, page: 1 }), only_ids: true };
  return (await act<FoundRows>(org, namedActions.searchRows, input)).body.ids ?? [];
}

/** By id, what the rows are called that these point at. */

export function useNames(org: string, columns: readonly Column[], rows: readonly JsonObject[]): Names {
  const pointed = pointedAt(columns);
  const targets = useDefinitions().kinds.filter(({ kind }) => pointed.has(kind));
  const lists = useQueries({
    queries: targets.map(({ kind }) => {
      const ids = idsOf(columns, rows, kind);
      return { ...foundQuery(org, kind, { ids, limit: 200 }), enabled: ids.length > 0, staleTime: 30_000 };
    }),
  });
  return new Map(
    targets.flatMap((target, index) =>
      (lists[index]?.data?.data ?? []).map((row) => [String(row.id), nameOf(target, row)] as const),
    ),
  );
}

/** The ids of the kind that the rows hold in these columns, at most as many as one call answers. */
function idsOf(columns: readonly Column[], rows: readonly JsonObject[], kind: string): string[] {
  const names = columns
    .filter(({ shape }) =>
      [shape, shape.type === "list" ? shape.items : shape].some(
        (one) => one.type === "reference" && one.to === kind,
      ),
    )
    .map(({ name }) => name);
  const ids = rows.flatMap((row) => names.flatMap((name) => row[name] ?? [])).map(String);
  return [...new Set(ids)].sort().slice(0, 200);
}
