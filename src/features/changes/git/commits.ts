/** Commits of what people changed in rows: one for each act, by who did it, in the order in which they did. */
import type { AuditRecord } from "../../../engine/ports/audit.ts";
import type { Actor } from "../../../kernel/kind.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import type { Why } from "../proposals/index.ts";
import type { Pending } from "./pending.ts";

/** Rows that one act changed. */
export interface Act {
  readonly rows: readonly Pending[];
  readonly record: AuditRecord | undefined;
  /** What the proposal says that did it; undefined where none did. */
  readonly why?: Why | undefined;
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

/** Acts that one proposal did, or its undo, are one: it was done in steps. */
export function explained(acts: readonly Act[], whys: ReadonlyMap<AuditRecord, Why>): Act[] {
  const all = new Map<string | Act, Act>();
  for (const act of acts) {
    const why = act.record && whys.get(act.record);
    const name = why === undefined ? act : `${why.id} ${why.isUndo}`;
    const rows = [...(all.get(name)?.rows ?? []), ...act.rows];
    all.set(name, { rows, record: newestOf(rows), why });
  }
  return [...all.values()];
}

/** The first line says what it is, the rest why, who did it, and which rows are in it. @param site the organization's pages */
export function messageOf({ rows, record, why }: Act, source: string, site: string): string {
  const named = rows.slice(0, mostNamed).map(({ row }) => `- ${oneLine(row, 200)}`);
  const more = rows.length > mostNamed ? [`- and ${rows.length - mostNamed} more`] : [];
  const by = record === undefined ? [] : [`${doneBy(record, why)}, by ${record.door}.`];
  const run = record?.run === undefined || record.run === why?.id ? [] : [withoutAddresses(record.run)];
  const about = [
    ...by,
    ...run.map((name) => `Run: ${name}`),
    ...(why === undefined ? [] : [`Proposal: ${site}/proposals/${why.id}`]),
    `Written by the Git source ${source}.`,
  ];
  const reason = why === undefined ? [] : reasonIn(why);
  return `${titleOf(rows, record, why)}\n\n${[...reason, ...about, "", ...named, ...more].join("\n")}`;
}

function doneBy(record: AuditRecord, why: Why | undefined): string {
  if (why === undefined) return `Changed by ${nameOf(record.actor)}`;
  if (why.isUndo) return `Taken back by ${nameOf(record.actor)}`;
  return `Proposed by ${nameOf(why.author)}, applied by ${nameOf(record.actor)}`;
}

/** The lines that people wrote of why, and an empty one. */
function reasonIn({ reason }: Why): string[] {
  const lines = withoutAddresses(reason)
    .split(/\r\n|\r|\n/)
    .map((line) => oneLine(line, 1_000));
  return reason.trim() === "" ? [] : [...lines.slice(0, mostNamed), ""];
}

export function titleOf(
  rows: readonly Pending[],
  record: AuditRecord | undefined,
  why?: Pick<Why, "title" | "isUndo">,
): string {
  const [only] = rows;
  if (record === undefined) return "Rows as they are";
  if (why !== undefined)
    return oneLine(withoutAddresses(`${why.isUndo ? "Take back: " : ""}${why.title}`), 100);
  if (rows.length > 1 || only === undefined)
    return oneLine(withoutAddresses(record.run ?? `Change ${rows.length} rows`), 100);
  const action = verbs[record.action.split("_")[0] ?? ""] ?? "Change";
  return oneLine(`${action} ${only.row}`, 100);
}

/** What people write may name others by their addresses. */
function withoutAddresses(text: string): string {
  return text.replaceAll(/<?[^\s<>]+@[^\s<>]+>?/g, "").trim();
}

const verbs: Readonly<Record<string, string>> = { create: "Add", delete: "Remove", update: "Change" };

/** Who wanted it: of a proposal who made that. Never with an address of a person: what stands in a repository stays there. */
export function authorOf({ record, why }: Act, siteUrl: string) {
  const { hostname } = new URL(siteUrl);
  const actor = why === undefined || why.isUndo ? record?.actor : why.author;
  const id = actor?.id ?? "orgconfig";
  const local = id.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 64) || "orgconfig";
  return { name: actor === undefined ? "orgconfig" : nameOf(actor), email: `${local}@noreply.${hostname}` };
}

function nameOf(actor: Actor): string {
  const name = oneLine(actor.name.replace(/@.*$/s, "").replaceAll(/[<>]/g, ""), 100).trim();
  // Git takes no name without a letter or a digit, nor what it would strip at the ends (ident.c).
  return /[\p{L}\p{N}]/u.test(name) ? name : actor.id;
}
