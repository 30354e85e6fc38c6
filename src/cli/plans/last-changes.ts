/** Who changed the rows of a drift last, and when: one call for each row. */
import { readable } from "../../kernel/readable.ts";
import type { Client } from "../client.ts";
import { RefusedError } from "../errors.ts";
import type { Change, FieldChange, LastChange } from "./answers.ts";
import { visible } from "./names.ts";
import { kinds } from "./request.ts";

export const historyShape = { resource: "string", complete: "boolean", data: "list" } as const;

export function historyPath(kind: string, id: string): string {
  return `/api/v1/history/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`;
}

/** Rows that are looked up: of more, the first ones say enough of what happened. */
const most = 50;

/**
 * By the changes of a drift. A row is left out where nobody knows, or this key may not.
 * @param since when the set was applied, in RFC 3339
 */
export async function lastChangesOf(
  client: Client,
  changes: readonly Change[],
  since: string,
): Promise<ReadonlyMap<Change, LastChange>> {
  const found = new Map<Change, LastChange>();
  for (const change of changes.slice(0, most)) {
    const last =
      change.action === "create" ? await deletionOf(client, change, since) : await lastOf(client, change);
    if (last !== undefined) found.set(change, last);
  }
  return found;
}

async function lastOf(client: Client, { resource, id }: Change): Promise<LastChange | undefined> {
  const path = `${historyPath(resource, id)}?limit=1`;
  return (await recordsAt<LastChange>(client, path, historyShape))[0];
}

interface Deletion extends LastChange {
  readonly outcome: string;
  readonly changes: readonly (Omit<FieldChange, "path"> & { readonly field: string })[];
}

/** A row that is gone has no id that the drift knows. The audit log knows it by its key, to a key with api:admin. */
async function deletionOf(client: Client, change: Change, since: string): Promise<LastChange | undefined> {
  const { resource, key } = change;
  const texts = Object.entries(key).filter(([, value]) => typeof value === "string");
  const action = kinds.get(resource)?.actionNames.delete;
  if (texts.length === 0 || action === undefined) return undefined;
  const name = texts.map(([, value]) => value).join(" ");
  const query = new URLSearchParams({ resource, action, since, name: name.slice(0, 200) });
  const records = await recordsAt<Deletion>(client, `/api/v1/audit?${query}`, { data: "list" });
  return records.find(
    ({ outcome, changes }) =>
      outcome === "success" &&
      texts.every(([field, value]) => changes.some((one) => one.field === field && one.before === value)),
  );
}

async function recordsAt<T>(client: Client, path: string, shape: typeof historyShape | { data: "list" }) {
  try {
    return (await client.call<{ data: readonly T[] }>("GET", path, shape)).data;
  } catch (error) {
    // The log may have lost it, or this key may not read it.
    if (error instanceof RefusedError && [403, 404].includes(error.status)) return [];
    throw error;
  }
}

/** `update_team by Ada (user, console), 2026-11-22 12:00:00 UTC` */
export function lastChangeSentence({ actor, door, at, action }: LastChange): string {
  return `${visible(action)} by ${visible(actor.name)} (${visible(actor.kind)}, ${visible(door)}), ${readable(new Date(at))}`;
}

/** What a program is shown of it. */
export function lastChangeObject(last: LastChange | undefined): LastChange | null {
  if (last === undefined) return null;
  const { sequence, at, actor, door, action } = last;
  return { sequence, at, actor, door, action };
}
