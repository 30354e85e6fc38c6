/** What lists for people need of the database: rows that a search finds, page by page, however many there are. */

import type { Connection } from "../../../database/database.ts";
import { ageText } from "../../../database/json-text.ts";
import { patternOf } from "../../../database/like.ts";
import { lazyRow } from "../../../database/store.ts";
import type { Age } from "../../../kernel/findable.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { sql } from "./queries.generated.ts";

/** A field of a row by which it is found or sorted: where it is kept, and what stands for it where it is not. */
export interface FieldPlace {
  readonly name: string;
  readonly inState: boolean;
  readonly fallback: string | null;
  readonly ages: Age | undefined;
}

export interface RowFilter {
  readonly field: FieldPlace;
  /** Any of these; the empty text is a row without a value. */
  readonly values: readonly string[];
}

export type RowOrder =
  /** The kind's own. */
  | { readonly by: "own" }
  | { readonly by: "updated" | "created" }
  | { readonly by: "text" | "number"; readonly field: FieldPlace }
  /** The values in their order. */
  | { readonly by: "rank"; readonly field: FieldPlace; readonly ranks: readonly string[] };

export interface RowSearch {
  /** Texts in lower case, all of which the row holds. */
  readonly words: readonly string[];
  /** Only the row of this id, and those that point at it; the kinds are those that it may be of. */
  readonly target?: { readonly id: string; readonly kinds: readonly string[] } | undefined;
  /** At most {@link mostFilters}. */
  readonly filters: readonly RowFilter[];
  /** Owners, where only their rows are wanted; the empty text is a row that no set owns. */
  readonly managedBy?: readonly string[];
  readonly order: RowOrder;
  readonly backwards: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Rows of a kind that are in one of some states. */
export interface TroubleQuestion {
  readonly kind: string;
  readonly field: FieldPlace;
  /** The worst first; `unseen` asks in their place for rows that nobody has reported on for too long, or ever. */
  readonly values: readonly string[] | "unseen";
  /** The setting that has to be true. */
  readonly on: Pick<FieldPlace, "name" | "fallback"> | undefined;
}

/** As many as the statement has places for. */
export const mostFilters = 5;

/** Joins the values of a filter, and stands for none: no value holds them. */
const [between, none] = ["\u0001", "\u0002"];

export type RowFinder = ReturnType<typeof createRowSearchStore>;

export function createRowSearchStore(database: Connection) {
  return {
    /** The ids of one page of what is found, and how many are found in all; expired rows for 30 days, as in lists. */
    async search(organizationId: string, kind: string, search: RowSearch, now: Date) {
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
    },
    /**
     * The answer to each question, all in one statement: the worst rows, and how many there are. Of those that nobody
     * reports, one stands for all with its reason: `alike` says for how many.
     */
    async troubled(organizationId: string, questions: readonly TroubleQuestion[], limit: number, now: Date) {
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
        return {
          rows: rows.map((row) => lazyRow(kind, row)),
          alike: rows.map(({ alike }) => alike),
          total: rows[0]?.total ?? 0,
        };
      });
    },
    async byIds(organizationId: string, kind: string, ids: readonly string[]) {
      const known = ids.filter((id) => !id.includes("\0"));
      const rows = await database.query(sql.findRowsByIds, { organizationId, kind, ids: known });
      return rows.map((row) => lazyRow(kind, row));
    },
  };
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
