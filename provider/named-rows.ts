/** Rows as people name them: by the id, or by the natural key. */

import type { Kind } from "../src/kernel/kind.ts";
import { keyPart } from "../src/kernel/natural-key.ts";
import { nearestOf } from "../src/kernel/nearest.ts";
import { argumentName } from "../src/kernel/terraform.ts";
import { parseTimestamp } from "../src/kernel/timestamps.ts";
import type { JsonObject } from "../src/kernel/validate.ts";
import { formatImportKey } from "../src/surfaces/terraform/import-key.ts";
import type { Filters, Row, Rows } from "./batch.ts";

/** The texts of a natural key, in its order. */
export type Key = readonly string[];

/** Whether a row of the kind could have this id: the service makes it from the kind's prefix, or from the key. */
export function couldBeId({ derivedId, idPrefix }: Kind, text: string): boolean {
  return derivedId === undefined ? text.startsWith(`${idPrefix}_`) : derivedId.parse(text) !== undefined;
}

/** What the service's list is asked for to find the rows with this key. */
function filtersOf({ naturalKey }: Kind, key: Key): Filters {
  return Object.fromEntries(naturalKey.map((name, index) => [name, key[index] ?? ""]));
}

/** What a natural key leads to. */
export type Found =
  | { readonly row: Row }
  /** A sentence about the rows that have had the key, of which none has it now. */
  | { readonly several: string }
  /** No row has had it; the key that was likely meant, where there is one. */
  | { readonly near: Key | undefined };

/** A key that is free again after a while may have had several rows: the one that has it now is meant. */
export async function rowOfKey(
  rows: Pick<Rows, "list">,
  definition: Kind,
  key: Key,
  signal: AbortSignal,
): Promise<Found> {
  const { rows: found } = await rows.list(definition, filtersOf(definition, key), signal);
  const [only, ...others] = found;
  if (only === undefined) return { near: await nearestKey(rows, definition, key, signal) };
  const row = others.length === 0 ? only : holder(definition, found);
  if (row !== undefined) return { row };
  const ids = found.map(({ body }) => String(body.id)).join(", ");
  return { several: `All of them have had this natural key, and none has it any more: ${ids}.` };
}

function holder({ keyHeld }: Kind, rows: readonly Row[]): Row | undefined {
  if (keyHeld === undefined) return undefined;
  return rows.find(({ body }) => {
    const until = body[keyHeld.until];
    return typeof until !== "string" || (parseTimestamp(until) ?? 0) > new Date();
  });
}

/** `service "checkout" and name "latency"` */
export function shownKey({ naturalKey }: Kind, key: Key): string {
  return naturalKey.map((name, index) => `${argumentName(name)} "${key[index] ?? ""}"`).join(" and ");
}

/** The key that was likely meant, of a row that there is. */
async function nearestKey(
  rows: Pick<Rows, "list">,
  definition: Kind,
  key: Key,
  signal: AbortSignal,
): Promise<Key | undefined> {
  const { rows: all } = await rows.list(definition, {}, signal);
  const keys = new Map(
    all.flatMap(({ body }) => {
      const known = keyOf(definition, body);
      return known === undefined ? [] : [[formatImportKey(known), known]];
    }),
  );
  const nearest = nearestOf(formatImportKey(key), [...keys.keys()]);
  return nearest === undefined ? undefined : keys.get(nearest);
}

/** Undefined where a part is null: such a row has no natural key. */
function keyOf(definition: Kind, body: JsonObject): Key | undefined {
  const parts = definition.naturalKey.map((name) => keyPart(definition, name, body[name] ?? null));
  return parts.some((part) => part === null) ? undefined : (parts as string[]);
}
