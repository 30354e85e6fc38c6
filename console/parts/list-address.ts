/** What a list's address says: the search, the filters, the order, the page and the columns, as flat texts. */

/** The search part of the address, as the router reads it. */
export type Search = Readonly<Record<string, string>>;

/** A filter's parameter is its field's name with this in front: the parts next to a list have parameters of their own. */
const isMark = "is.";

export interface ListAddress {
  readonly q: string;
  /** By field, in the order of the address. */
  readonly where: ReadonlyMap<string, readonly string[]>;
  /** `name` or `-name`; empty for the kind's own order. */
  readonly sort: string;
  readonly page: number;
  /** Undefined where the address leaves them to the reader's own choice. */
  readonly columns: readonly string[] | undefined;
}

export function readAddress(search: Search): ListAddress {
  const where = Object.entries(search)
    .filter(([name]) => name.startsWith(isMark))
    .map(([name, text]) => [name.slice(isMark.length), valuesIn(text)] as const);
  return {
    q: search.q ?? "",
    where: new Map(where),
    sort: search.sort ?? "",
    page: Math.max(1, Math.floor(Number(search.page)) || 1),
    columns: search.columns === undefined || search.columns === "" ? undefined : search.columns.split(","),
  };
}

/** The address with a change; a new search, filter or order begins at the first page. */
export function changedSearch(search: Search, change: Partial<ListAddress>): Search {
  const { q, where, sort, page, columns } = { ...readAddress(search), page: 1, ...change };
  const others = Object.entries(search).filter(([name]) => !isOfList(name));
  const filters = [...where].filter(([, values]) => values.length > 0);
  return Object.fromEntries([
    ...others,
    ...(q === "" ? [] : [["q", q]]),
    ...filters.map(([name, values]) => [`${isMark}${name}`, values.map(encodeURIComponent).join(",")]),
    ...(sort === "" ? [] : [["sort", sort]]),
    ...(page === 1 ? [] : [["page", String(page)]]),
    ...(columns === undefined ? [] : [["columns", columns.join(",")]]),
  ]);
}

/** What a saved view keeps: all but the page, and what belongs to the parts next to the list. */
export function viewText(search: Search): string {
  const kept = Object.entries(search).filter(([name]) => isOfList(name) && name !== "page");
  return new URLSearchParams(Object.fromEntries(kept)).toString();
}

export function viewSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

function isOfList(name: string): boolean {
  return ["q", "sort", "page", "columns"].includes(name) || name.startsWith(isMark);
}

function valuesIn(text: string): string[] {
  return text.split(",").map((value) => {
    try {
      return decodeURIComponent(value);
    } catch {
      return value; // somebody's own percent sign
    }
  });
}
