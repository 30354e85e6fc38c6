/** Rows as people name them: by the id, or by the natural key. */
import { keyPart } from "../src/kernel/natural-key.ts";
import { nearestOf } from "../src/kernel/nearest.ts";
import type { Resource } from "../src/kernel/resource.ts";
import { argumentName } from "../src/kernel/terraform.ts";
import type { JsonObject } from "../src/kernel/validate.ts";
import { formatImportKey } from "../src/surfaces/terraform/import-key.ts";
import type { Filters, Row, Rows } from "./batch.ts";

/** The texts of a natural key, in its order. */
export type Key = readonly string[];

/** Whether a row of the kind could have this id: the service makes it from the kind's prefix, or from the key. */
export function couldBeId({ derivedId, idPrefix }: Resource, text: string): boolean {
  return derivedId === undefined ? text.startsWith(`${idPrefix}_`) : derivedId.parse(text) !== undefined;
}

/** What the service's list is asked for to find the rows with this key. */
export function filtersOf({ naturalKey }: Resource, key: Key): Filters {
  return Object.fromEntries(naturalKey.map((name, index) => [name, key[index] ?? ""]));
}

/** The row that has the key now, among those that have had it: a key may be free again after a while. */
export function holder(rows: readonly Row[]): Row | undefined {
  return rows.find(({ body }) => body.active === true);
}

/** `service "checkout" and name "latency"` */
export function shownKey({ naturalKey }: Resource, key: Key): string {
  return naturalKey.map((name, index) => `${argumentName(name)} "${key[index] ?? ""}"`).join(" and ");
}

/** The arguments of the natural key: `service and name`. */
export function keyArguments({ naturalKey }: Resource): string {
  return naturalKey.map(argumentName).join(" and ");
}

/** The key that was likely meant, of a row that there is. */
export async function nearestKey(
  rows: Rows,
  resource: Resource,
  key: Key,
  signal: AbortSignal,
): Promise<Key | undefined> {
  const { rows: all } = await rows.list(resource, {}, signal);
  const keys = new Map(
    all.flatMap(({ body }) => {
      const known = keyOf(resource, body);
      return known === undefined ? [] : [[formatImportKey(known), known]];
    }),
  );
  const nearest = nearestOf(formatImportKey(key), [...keys.keys()]);
  return nearest === undefined ? undefined : keys.get(nearest);
}

/** Undefined where a part is null: such a row has no natural key. */
function keyOf(resource: Resource, body: JsonObject): Key | undefined {
  const parts = resource.naturalKey.map((name) => keyPart(resource, name, body[name] ?? null));
  return parts.some((part) => part === null) ? undefined : (parts as string[]);
}
