/** The RowFinder on PostgreSQL. */

import type { Connection } from "../../database/database.ts";
import { ageText } from "../../database/json-text.ts";
import { patternOf } from "../../database/like.ts";
import { lazyRow } from "../../database/store.ts";
import { grouped } from "../../kernel/grouped.ts";
import type { FieldPlace, RowFinder, RowOrder, RowSearch, TroubleQuestion } from "./port.ts";
import { sql } from "./queries.generated.ts";

/** Joins the values of a filter, and stands for none: no value holds them. */
const [between, none] = ["\u0001", "\u0002"];

export function createRowSearchStore(database: Connection): RowFinder {
  return {
    search: (organizationId, kind, search, now) => searchRows(database, organizationId, kind, search, now),
    troubled: (organizationId, questions, limit, now) =>
      troubledRows(database, organizationId, questions, limit, now),
    async byIds(organizationId, kind, ids) {
      const known = ids.filter((id) => !id.includes("\0"));
      const rows = await database.query(sql.findRowsByIds, { organizationId, kind, ids: known });
      return rows.map((row) => lazyRow(kind, row));
    },
  };
}

async function searchRows(
  database: Connection,
  organizationId: string,
  kind: string,
  search: RowSearch,
  now: Date,
): ReturnType<RowFinder["search"]> {
  const { words, target, filters, managedBy } = search;
  const texts = [...words, ...(managedBy ?? []), ...filters.flatMap(({ values }) => values)];
  if (texts.some((text) => text.includes("\0"))) return { ids: [], total: 0 };
  if (words.length + filters.length === 0 && target === undefined && managedBy === undefined) {
    const [rows, counted] = await Promise.all([
      pageRows(database, organizationId, kind, search, now),
      database.query(sql.countRowsOfKind, { organizationId, kind, now }),
    ]);
    return { ids: rows.map(({ id }) => id), total: counted[0]?.count ?? 0 };
  }
  const rows = await matchingRows(database, organizationId, kind, search, now);
  // A page beyond the last one says nothing of how many there are.
  const [known] =
    rows.length > 0 || search.offset === 0
      ? rows
      : await matchingRows(database, organizationId, kind, { ...search, offset: 0, limit: 1 }, now);
  return { ids: rows.map(({ id }) => id), total: known?.total ?? 0 };
}

/** All rows, a page at a time: in their own order, which an index has, or sorted. */
async function pageRows(
  database: Connection,
  organizationId: string,
  kind: string,
  { backwards, order, limit, offset }: RowSearch,
  now: Date,
) {
  const place = { organizationId, kind, now, limit, offset };
  if (order.by === "own")
    return database.query(backwards ? sql.pageRowsBackwards : sql.pageRowsForwards, place);
  const sorted = backwards ? sql.sortRowsBackwards : sql.sortRowsForwards;
  return database.query(sorted, { ...place, ...orderParameters(order) });
}

async function matchingRows(
  database: Connection,
  organizationId: string,
  kind: string,
  search: RowSearch,
  now: Date,
) {
  const searched = search.backwards ? sql.searchRowsBackwards : sql.searchRowsForwards;
  const { filters, managedBy, limit, offset } = search;
  return database.query(searched, {
    organizationId,
    kind,
    now,
    patterns: search.words.map(patternOf),
    targetId: search.target?.id ?? null,
    targetKinds: search.target?.kinds ?? [],
    managedBy: managedBy === undefined ? null : joined(managedBy),
    ...fieldParameters(filters),
    values: filters.map(({ values }) => joined(values)),
    ...orderParameters(search.order),
    limit,
    offset,
  });
}

async function troubledRows(
  database: Connection,
  organizationId: string,
  questions: readonly TroubleQuestion[],
  limit: number,
  now: Date,
): ReturnType<RowFinder["troubled"]> {
  const found = await database.query(sql.listTroubledRows, {
    organizationId,
    kinds: questions.map(({ kind }) => kind),
    ...fieldParameters(questions),
    values: questions.map(({ values }) => (values === "unseen" ? "" : joined(values))),
    unseen: questions.map(({ values }) => values === "unseen"),
    switches: questions.map(({ on }) => on?.name ?? ""),
    switchDefaults: questions.map(({ on }) => on?.fallback ?? ""),
    limit,
    now,
  });
  const answers = grouped(found, ({ question }) => question);
  return questions.map(({ kind }, index) => {
    const rows = answers.get(index + 1) ?? [];
    return { rows: rows.map((row) => lazyRow(kind, row)), total: rows[0]?.total ?? 0 };
  });
}

/** Where the fields of filters are, and what stands for a value that is absent. */
function fieldParameters(filters: readonly { readonly field: FieldPlace }[]) {
  return {
    fields: filters.map(({ field }) => field.name),
    inState: filters.map(({ field }) => field.inState),
    defaults: filters.map(({ field }) => field.fallback ?? ""),
    sights: filters.map(({ field }) => ageText(field.ages) ?? ""),
  };
}

function joined(values: readonly string[]): string {
  return values.map((value) => (value === "" ? none : value)).join(between);
}

function orderParameters(order: RowOrder) {
  const field = "field" in order ? order.field : undefined;
  return {
    sortAs: order.by,
    sortField: field?.name ?? null,
    sortInState: field?.inState ?? false,
    sortDefault: field?.fallback ?? null,
    sortSight: ageText(field?.ages),
    ranks: order.by === "rank" ? order.ranks : [],
  };
}
