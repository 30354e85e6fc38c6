/** Commits of what people changed in rows: one for each act, by who did it, in the order in which they did. */
import type { AuditRecord } from "../../../engine/ports/audit.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import type { Pending } from "./pending.ts";

/** Rows that one act changed. */
export interface Act {
  readonly rows: readonly Pending[];
  readonly record: AuditRecord | undefined;
}

/** Beyond so many, what one author did is one commit. */
const mostActs = 50;
const mostNamed = 30;

/** The act of the rows that nobody is known to have changed comes first. */
export function actsOf(pending: readonly Pending[]): Act[] {
  const acts = grouped(pending, ({ plan, run, sequence }) => plan?.id ?? run ?? String(sequence));
  return acts.length <= mostActs ? acts : grouped(pending, ({ actor }) => `${actor.kind}/${actor.id}`);
}

function grouped(pending: readonly Pending[], nameOf: (record: AuditRecord) => string): Act[] {
  const groups = new Map<string, Pending[]>();
  for (const one of pending) {
    const name = one.record === undefined ? "" : `by ${nameOf(one.record)}`;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  const acts = [...groups.values()].map((rows) => ({ rows, record: newestOf(rows) }));
  return acts.sort((one, other) => (one.record?.sequence ?? 0) - (other.record?.sequence ?? 0));
}

function newestOf(rows: readonly Pending[]): AuditRecord | undefined {
  const records = rows.flatMap(({ record }) => record ?? []);
  return records.sort((one, other) => other.sequence - one.sequence)[0];
}

/** The first line says what it is, the rest who did it, and which rows are in it. */
export function messageOf({ rows, record }: Act, source: string): string {
  const named = rows.slice(0, mostNamed).map(({ row }) => `- ${oneLine(row, 200)}`);
  const more = rows.length > mostNamed ? [`- and ${rows.length - mostNamed} more`] : [];
  const by = record === undefined ? [] : [`Changed by ${nameOf(record)}, by ${record.door}.`];
  const run = record?.run === undefined ? [] : [`Run: ${withoutAddresses(record.run)}`];
  const about = [...by, ...run, `Written by the Git source ${source}.`];
  return `${titleOf(rows, record)}\n\n${[...about, "", ...named, ...more].join("\n")}`;
}

export function titleOf(rows: readonly Pending[], record: AuditRecord | undefined): string {
  const [only] = rows;
  if (record === undefined) return "Rows as they are";
  if (rows.length > 1 || only === undefined)
    return oneLine(withoutAddresses(record.run ?? `Change ${rows.length} rows`), 100);
  const action = verbs[record.action.split("_")[0] ?? ""] ?? "Change";
  return oneLine(`${action} ${only.row}`, 100);
}

/** A run may name who began it. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/<?[^\s<>]+@[^\s<>]+>?/g, "").trim();
}

const verbs: Readonly<Record<string, string>> = { create: "Add", delete: "Remove", update: "Change" };

/** Never with an address of a person: what stands in a repository stays there. */
export function authorOf(record: AuditRecord | undefined, siteUrl: string) {
  const { hostname } = new URL(siteUrl);
  const id = record === undefined ? "orgconfig" : record.actor.id;
  const local = id.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 64) || "orgconfig";
  return { name: record === undefined ? "orgconfig" : nameOf(record), email: `${local}@noreply.${hostname}` };
}

function nameOf({ actor }: AuditRecord): string {
  const name = oneLine(actor.name.replace(/@.*$/s, "").replaceAll(/[<>]/g, ""), 100).trim();
  return name === "" ? actor.id : name;
}
