/** What the whole database holds before and after a call, and what the call did to it. */
import type { Json } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { TestService } from "../support/service.ts";

/** What every call leaves, whatever it does: no part of its effect. */
const ofEveryCall: Readonly<Record<string, string>> = {
  audit_records: "the record of the call",
  audit_heads: "where the records end",
  audit_outbox: "records on their way out",
  audit_refused: "refusals, counted",
  audit_seals: "records, sealed now and then",
  kept_answers: "the answer, for whoever sends the call again",
  organization_use: "calls, counted",
  list_views: "how far lists are known to be as they were",
  status_pages: "the public page, made anew from the rows",
  page_moves: "the same, step by step",
  figures: "what was measured, by time",
  api_keys: "when the key was last used",
};

/** Row by row, under the table and the primary key; what has a time has it only where that is yet to come. */
export type Snapshot = ReadonlyMap<string, ReadonlyMap<string, Json>>;

export async function snapshotOf({ database }: TestService): Promise<Snapshot> {
  const tables = await database.queryText<{ name: string; key: string[] }>(
    {
      name: "test-tables",
      text: `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS key
        FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        GROUP BY c.relname ORDER BY c.relname`,
    },
    [],
  );
  const text = tables
    .filter(({ name }) => ofEveryCall[name] === undefined)
    .map(
      ({ name, key }) =>
        `SELECT concat_ws(' ', '${name}', ${key.map((column) => `${column}::text`).join(", ")}) AS key, to_jsonb(t) AS row FROM ${name} t`,
    )
    .join("\nUNION ALL ");
  const rows = await database.queryText<{ key: string; row: JsonObject }>(
    { name: "test-snapshot", text },
    [],
  );
  return new Map(rows.map(({ key, row }) => [key, leavesOf(row)]));
}

/** Single values by where they stand; what is empty is not there. */
function leavesOf(value: Json): ReadonlyMap<string, Json> {
  const leaves = new Map<string, Json>();
  const visit = (one: Json, at: string) => {
    if (one === null || one === "") return;
    if (typeof one === "object") for (const [name, part] of Object.entries(one)) visit(part, `${at}.${name}`);
    else leaves.set(at, isOver(one) ? "<time>" : one);
  };
  visit(value, "");
  return leaves;
}

const time = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/;

function isOver(value: Json): boolean {
  return typeof value === "string" && time.test(value) && Date.parse(value) <= Date.now();
}

/** What follows from the rest of a row, and whether and how often it was written: nothing that could be lost. */
const derived = new Set([".revision", ".moved", ".search_text", ".sort_key", ".natural_key"]);

/** What is no more as it was, and on no record: rows that are gone, and values that another took the place of. */
export function lossesOf(before: Snapshot, after: Snapshot, recorded: ReadonlySet<Json>): string[] {
  return [...before].flatMap(([key, leaves]) => {
    const left = after.get(key);
    if (left === undefined) return [`${key} is gone`];
    return [...leaves]
      .filter(([at, value]) => left.get(at) !== value && !derived.has(at) && !recorded.has(value))
      .map(([at, value]) => `${key}${at} was ${value} and is ${left.get(at) ?? "nothing"}`);
  });
}

/** All that differs, in both directions. */
export function differencesOf(before: Snapshot, after: Snapshot): string[] {
  const nothing: ReadonlySet<Json> = new Set();
  return [
    ...lossesOf(before, after, nothing),
    ...[...after].flatMap(([key, leaves]) => {
      const was = before.get(key);
      if (was === undefined) return [`${key} is new`];
      return [...leaves.keys()].filter((at) => !was.has(at)).map((at) => `${key}${at} is new`);
    }),
  ];
}

/** The single values that the audit log keeps of before: what they were can be read there, and set back. */
export function recordedIn(records: readonly { readonly changes: readonly unknown[] }[]): ReadonlySet<Json> {
  const before = records.flatMap(({ changes }) => changes.map((one) => (one as JsonObject).before ?? null));
  return new Set(leavesOf(before).values());
}
