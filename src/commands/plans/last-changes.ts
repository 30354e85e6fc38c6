/** Who changed rows last, and when: from their histories, of which the service has one call for each row. */
import { readable } from "../../kernel/readable.ts";
import type { Client } from "../client.ts";
import { RefusedError } from "../errors.ts";
import type { Change, LastChange } from "./answers.ts";
import { historyPath, historyShape } from "./history.ts";
import { visible } from "./names.ts";

/** Rows that are asked about: of more, the first ones say enough of what happened. */
const most = 50;

/** By the changes of a difference. A row is left out where its history has nothing, or is not asked for. */
export async function lastChangesOf(
  client: Client,
  changes: readonly Change[],
): Promise<ReadonlyMap<Change, LastChange>> {
  const found = new Map<Change, LastChange>();
  for (const change of changes.slice(0, most)) {
    const last = await lastOf(client, change);
    if (last !== undefined) found.set(change, last);
  }
  return found;
}

async function lastOf(client: Client, { resource, id }: Change): Promise<LastChange | undefined> {
  try {
    const path = `${historyPath(resource, id)}?limit=1`;
    const { data } = await client.call<{ data: LastChange[] }>("GET", path, historyShape);
    return data[0];
  } catch (error) {
    // The audit log may have lost it, or never had one.
    if (error instanceof RefusedError && error.status === 404) return undefined;
    throw error;
  }
}

/** `changed by ada@example.com (user, console), 22 Nov 2026, 12:00 UTC` */
export function lastChangeSentence({ actor, door, at, action }: LastChange): string {
  return `${visible(action)} by ${visible(actor.name)} (${visible(actor.kind)}, ${visible(door)}), ${readable(new Date(at))}`;
}
