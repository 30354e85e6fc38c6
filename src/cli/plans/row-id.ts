/** Rows as they are named on the command line: by their ids, or by their natural keys as plans show them. */
import type { Client } from "../client.ts";
import { kinds } from "./request.ts";

/** The id of the row that has this natural key; without such a row, what was given is the id. */
export async function idOf(client: Client, kind: string, given: string): Promise<string> {
  const { naturalKey = [], fields = {}, shape, idPrefix } = kinds.get(kind) ?? {};
  if (shape !== "collection" || given.startsWith(`${idPrefix}_`)) return given;
  const values = naturalKey.length === 1 ? [given] : given.split("/");
  const isText = naturalKey.every((name) => fields[name]?.type !== "reference");
  if (!isText || naturalKey.length === 0 || values.length !== naturalKey.length) return given;
  const query = new URLSearchParams(
    naturalKey.map((name, index): [string, string] => [name, values[index] ?? ""]),
  );
  const path = `/api/v1/config/${kind}?${query}`;
  const { data } = await client.call<{ data: { id: string }[] }>("GET", path, { data: "list" });
  const [row, other] = data;
  return row === undefined || other !== undefined ? given : row.id;
}
