/**
 * Reads of one plan. The first row of a kind that is asked for is read by itself; the second starts one list
 * call, from which that row and all that follow are served. Once anything was written nothing is served from
 * a list any more, because a write may move rows of other kinds too.
 */
import type { Resource } from "../src/kernel/resource.ts";
import { isObject, type JsonObject } from "../src/kernel/validate.ts";
import type { Client } from "./client.ts";
import { refusal } from "./refusals.ts";

export interface Row {
  readonly body: JsonObject;
  readonly etag: string;
}

export interface Rows {
  /** Undefined when there is no such row. A setting's id is its kind. */
  read(resource: Resource, id: string, signal?: AbortSignal): Promise<Row | undefined>;
  /** As it is at this moment, whatever was read before. */
  readNow(resource: Resource, id: string): Promise<Row | undefined>;
  /** From now on every read is one of its own. */
  noteWrite(resource: Resource): void;
  /** Whether this run itself wrote rows of the kind. */
  hasWritten(resource: Resource): boolean;
}

type List = ReadonlyMap<string, Row>;

export function createRows(client: Client): Rows {
  const asked = new Set<string>();
  const lists = new Map<string, Promise<List>>();
  const written = new Set<string>();

  async function readOne(resource: Resource, id: string, signal?: AbortSignal): Promise<Row | undefined> {
    const answer = await client("GET", pathOf(resource, id), signal === undefined ? {} : { signal });
    if (answer.status === 404) return undefined;
    if (answer.status !== 200 || answer.etag === undefined) throw refusal(resource, answer, "read");
    return { body: answer.body, etag: answer.etag };
  }

  async function readList(resource: Resource, signal?: AbortSignal): Promise<List> {
    const path = `${resource.kind}?etags=true`;
    const answer = await client("GET", path, signal === undefined ? {} : { signal });
    if (answer.status !== 200) throw refusal(resource, answer, "read");
    return rowsOf(answer.body);
  }

  return {
    async read(resource, id, signal) {
      if (resource.shape === "setting" || written.size > 0 || !asked.has(resource.kind)) {
        asked.add(resource.kind);
        return readOne(resource, id, signal);
      }
      const list = lists.get(resource.kind) ?? readList(resource, signal);
      lists.set(resource.kind, list);
      const row = (await list).get(id);
      // One that the list lacks is behind its cap, or younger than it, or gone.
      return row !== undefined && written.size === 0 ? row : readOne(resource, id, signal);
    },
    readNow: (resource, id) => readOne(resource, id),
    noteWrite({ kind }) {
      written.add(kind);
    },
    hasWritten: ({ kind }) => written.has(kind),
  };
}

/** Where a row is, below `/api/v1/config`. */
export function pathOf(resource: Resource, id: string): string {
  return resource.shape === "setting" ? resource.kind : `${resource.kind}/${encodeURIComponent(id)}`;
}

function rowsOf({ data, etags }: JsonObject): List {
  const rows = Array.isArray(data) ? (data as readonly JsonObject[]) : [];
  return new Map(
    rows.flatMap((body): [string, Row][] => {
      const etag = isObject(etags) ? etags[String(body.id)] : undefined;
      return typeof etag === "string" ? [[String(body.id), { body, etag }]] : [];
    }),
  );
}
