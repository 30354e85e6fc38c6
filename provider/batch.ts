/**
 * Reads of one plan. The first row of a kind that is asked for is read by itself; the second starts one list
 * call, from which that row and all that follow are served, whether an id or a natural key names them. Once
 * anything was written nothing is served from a list any more, because a write may move rows of other kinds too.
 */

import type { Kind } from "../src/kernel/kind.ts";
import { keyPart } from "../src/kernel/natural-key.ts";
import { isObject, type JsonObject } from "../src/kernel/validate.ts";
import type { Client } from "./client.ts";
import { refusal } from "./refusals.ts";

export interface Row {
  readonly body: JsonObject;
  readonly etag: string;
}

export interface Rows {
  /** Undefined when there is no such row. A setting's id is its kind. */
  read(definition: Kind, id: string, signal?: AbortSignal): Promise<Row | undefined>;
  /**
   * The rows that the filters let through, in the service's order; all of them without any. A filter is the text
   * of a field of the natural key, as the service's own lists take it.
   */
  list(definition: Kind, filters: Filters, signal?: AbortSignal): Promise<List>;
  /** As it is at this moment, whatever was read before. */
  readNow(definition: Kind, id: string): Promise<Row | undefined>;
  /** From now on every read is one of its own. */
  noteWrite(definition: Kind): void;
  /** Whether this run itself wrote rows of the kind. */
  hasWritten(definition: Kind): boolean;
  /** Rows that another client reads in the same run: a write of either ends the lists of both. */
  through(client: Client): Rows;
}

export type Filters = Readonly<Record<string, string>>;

export interface List {
  readonly rows: readonly Row[];
  /** There are more, which one list does not give. */
  readonly truncated: boolean;
}

/** A list that serves many reads. */
interface SharedList extends List {
  readonly byId: ReadonlyMap<string, Row>;
  /** The rows whose fields have these texts. */
  matching(filters: Filters): readonly Row[];
}

export function createRows(client: Client): Rows {
  return rowsOfRun(client, new Set());
}

/** @param written the kinds that were written in this run, by whichever client */
function rowsOfRun(client: Client, written: Set<string>): Rows {
  const requested = new Set<string>();
  const lists = new Map<string, Promise<SharedList>>();

  async function readOne(definition: Kind, id: string, signal?: AbortSignal): Promise<Row | undefined> {
    const answer = await client("GET", pathOf(definition, id), signal === undefined ? {} : { signal });
    if (answer.status === 404) return undefined;
    if (answer.status !== 200 || answer.etag === undefined) throw refusal(definition, answer, "read");
    return { body: answer.body, etag: answer.etag };
  }

  async function readList(definition: Kind, filters: Filters, signal?: AbortSignal): Promise<List> {
    const path = `${definition.kind}?${new URLSearchParams({ ...filters, etags: "true" })}`;
    // What is no list would look like one without rows.
    const expects = { data: "list" } as const;
    const answer = await client("GET", path, signal === undefined ? { expects } : { expects, signal });
    if (answer.status !== 200) throw refusal(definition, answer, "read");
    return { rows: rowsOf(answer.body), truncated: answer.body.truncated === true };
  }

  /** The kind's one list; undefined for the first row that is asked for, and once anything was written. */
  async function shared(
    definition: Kind,
    wantsAll: boolean,
    signal?: AbortSignal,
  ): Promise<SharedList | undefined> {
    const first = !requested.has(definition.kind);
    requested.add(definition.kind);
    if (definition.shape === "setting" || written.size > 0 || (first && !wantsAll)) return undefined;
    const read = await listOf(definition, signal);
    return written.size === 0 ? read : undefined;
  }

  /** One for all who ask at the same time or later; one that failed is asked for again by the next. */
  function listOf(definition: Kind, signal?: AbortSignal): Promise<SharedList> {
    const known = lists.get(definition.kind);
    if (known !== undefined) return known;
    const list = readList(definition, {}, signal).then((read) => sharing(definition, read));
    lists.set(definition.kind, list);
    list.catch(() => lists.delete(definition.kind));
    return list;
  }

  return {
    async read(definition, id, signal) {
      const list = await shared(definition, false, signal);
      // One that the list lacks is behind its cap, or younger than it, or gone.
      return list?.byId.get(id) ?? readOne(definition, id, signal);
    },
    async list(definition, filters, signal) {
      const wantsAll = Object.keys(filters).length === 0;
      const local = Object.keys(filters).every((name) => definition.naturalKey.includes(name));
      const list = local ? await shared(definition, wantsAll, signal) : undefined;
      if (list !== undefined && wantsAll) return list;
      const rows = list === undefined || list.truncated ? [] : list.matching(filters);
      return rows.length > 0 ? { rows, truncated: false } : readList(definition, filters, signal);
    },
    readNow: (definition, id) => readOne(definition, id),
    noteWrite({ kind }) {
      written.add(kind);
    },
    hasWritten: ({ kind }) => written.has(kind),
    through: (other) => rowsOfRun(other, written),
  };
}

/** Where a row is, below `/api/v1/config`. */
export function pathOf(definition: Kind, id: string): string {
  return definition.shape === "setting" ? definition.kind : `${definition.kind}/${encodeURIComponent(id)}`;
}

function rowsOf({ data, etags }: JsonObject): Row[] {
  const rows = Array.isArray(data) ? (data as readonly JsonObject[]) : [];
  return rows.flatMap((body): Row[] => {
    const etag = isObject(etags) ? etags[String(body.id)] : undefined;
    return typeof etag === "string" ? [{ body, etag }] : [];
  });
}

function sharing(definition: Kind, list: List): SharedList {
  const indexes = new Map<string, ReadonlyMap<string, readonly Row[]>>();
  /** The rows by the values of these fields, which is made once. */
  const indexOf = (names: readonly string[]) => {
    const index =
      indexes.get(names.join()) ?? grouped(list.rows, ({ body }) => textOf(definition, names, body));
    indexes.set(names.join(), index);
    return index;
  };
  return {
    ...list,
    byId: new Map(list.rows.map((row) => [String(row.body.id), row])),
    matching: (filters) => {
      const names = Object.keys(filters);
      return indexOf(names).get(textOf(definition, names, filters)) ?? [];
    },
  };
}

/** The values of these fields as one text, equal where the service takes them for equal. */
function textOf(definition: Kind, names: readonly string[], values: JsonObject): string {
  return JSON.stringify(names.map((name) => keyPart(definition, name, values[name] ?? null)));
}

function grouped(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}
