/** The rows that decide tests, read once for each state of an organization. */
import { LRUCache } from "lru-cache";
import type { Reader } from "../../engine/ports/rows.ts";
import type { RenderStore } from "../rendering/index.ts";
import { type AnyRow, decidingKinds } from "./rows.ts";

/** An organization's rows as they were when their stamp was read. */
export interface Known {
  readonly stamp: string;
  readonly rows: readonly AnyRow[];
}

export type ReadKnownRows = (reader: Reader, organizationId: string) => Promise<Known>;

const keptOrganizations = 32;
const all = [...decidingKinds.keys()];

export function createKnownRows(renders: RenderStore): ReadKnownRows {
  const kept = new LRUCache<string, Known>({ max: keptOrganizations });
  return async (reader, organizationId) => {
    // The stamp is older than the rows that are read after it: a write in between makes the next stamp differ.
    const stamp = await renders.in(reader).stamp(organizationId, all);
    const known = kept.get(organizationId);
    if (known?.stamp === stamp) return known;
    const rows = await Promise.all(all.map((kind) => reader.rowsMatching(organizationId, kind, {})));
    const read = { stamp, rows: rows.flat() };
    kept.set(organizationId, read);
    return read;
  };
}
