/** What the runs of the fault tests showed: one row for each fault. The reporter prints the rows, and writes them into docs/operating.md. */
import { cpus, totalmem } from "node:os";
import type { Figures } from "./load.ts";

/** Every fault that is tried, in the table's order. */
export const faults = [
  "kill -9 of a node, embedded database",
  "kill -9 of a node, server",
  "kill -9 while a plan is applied, embedded database",
  "kill -9 while a plan is applied, server",
  "kill -9 while alerts come in, embedded database",
  "kill -9 while alerts come in, server",
  "kill -9 of a backup, embedded database",
  "kill -9 of a backup, server",
  "kill -9 of a restore, embedded database",
  "kill -9 of a restore, server",
  "`pg_dump` under load, and `pg_restore`",
  "copy of the embedded database's directory",
  "PostgreSQL crashes",
  "the primary dies (Patroni)",
  "the primary dies, and its standby is promoted late",
  "few connections (pgbouncer)",
  "others have all connections",
  "a lock holds all of the node's connections",
  "slow network to the database",
  "the network swallows everything, briefly",
  "the network swallows everything, for long",
  "full disk, server",
  "full disk, and PostgreSQL's log with it",
  "full disk, embedded database",
  "the node's clock jumps",
  "an agent's clock is off",
  "names do not resolve (DNS)",
  "the mail server hangs",
  "nodes are replaced under load",
  "2,000 connections that say nothing or little",
  "many writers of the same rows",
  "one credential at two nodes",
] as const;

export interface Row {
  readonly fault: (typeof faults)[number];
  /** How often, and on what. */
  readonly done: string;
  /** Counted, such as "nothing of 12,000 writes". */
  readonly lost: string;
  /** How long until it worked again after the fault had ended: the median and the longest time. */
  readonly back: string;
  readonly figures: string;
}

/** A row with what it was measured on. */
export interface Measured extends Row {
  /** How many processes wanted to run there, on average over five minutes. */
  readonly load: string;
}

export interface Table {
  readonly machines: readonly string[];
  readonly rows: readonly Measured[];
}

/** What was lost of what clients were answered, by the proof at the end of their calls. */
export function lostOf({ done, created, problems }: Figures & { readonly problems: readonly unknown[] }) {
  return problems.length > 0
    ? `**${count(problems.length)} contradictions**`
    : `nothing of ${count(done + created)} writes`;
}

/** What clients saw meanwhile. */
export function seenOf({ calls, unknown, settled, unavailable }: Figures): string {
  const open =
    unknown === 0 ? [] : [`${count(unknown)} writes without an answer, ${count(settled)} of them stored`];
  const refused = unavailable === 0 ? [] : [`${count(unavailable)} × 503`];
  return [`${count(calls)} calls`, ...refused, ...open].join("; ");
}

/** The median and the longest of some times. */
export function spread(times_ms: readonly number[]): string {
  const sorted = times_ms.toSorted((a, b) => a - b);
  const median = seconds(sorted[sorted.length >> 1] ?? 0);
  return sorted.length === 1 ? median : `${median}, ${seconds(sorted.at(-1) ?? 0)}`;
}

/** Does something, and adds how long it took. */
export async function timed<T>(times_ms: number[], work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await work();
  times_ms.push(performance.now() - began);
  return done;
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 9_950 ? 1 : 0)} s`;
}

export function count(number: number): string {
  return number.toLocaleString("en-US");
}

const [before, after] = ["Measured on ", "; load is that of the machine, other work included."];
const columns = ["fault", "what was done", "lost", "works again after (median, longest)", "figures", "load"];

/** The table as Markdown. */
export function markdownOf({ machines, rows }: Table): string {
  const ordered = faults.flatMap((fault) => rows.filter((row) => row.fault === fault));
  const cells = ordered.map(({ fault, done, lost, back, figures, load }) => [
    ...[fault, done, lost],
    ...[back, figures, load],
  ]);
  const widths = columns.map((title, at) =>
    Math.max(title.length, ...cells.map((texts) => texts[at]?.length ?? 0)),
  );
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, at) => text.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  return [
    `${before}${machines.join(", and ")}${after}`,
    "",
    line(columns),
    line(widths.map((width) => "-".repeat(width))),
    ...cells.map(line),
    "",
  ].join("\n");
}

/** What such Markdown says. @throws where it names a fault that is not tried */
export function tableIn(markdown: string): Table {
  const from = markdown.indexOf(before) + before.length;
  const machines = markdown.slice(from, markdown.indexOf(after)).split(", and ");
  const lines = markdown.split("\n").filter((line) => line.startsWith("| "));
  const rows = lines.slice(2).map((line) => {
    const [name, ...texts] = line
      .slice(2, -2)
      .split(" | ")
      .map((text) => text.trim());
    const fault = faults.find((one) => one === name);
    if (fault === undefined) throw new Error(`nothing tries "${name}"`);
    const [done = "", lost = "", back = "", figures = "", load = ""] = texts;
    return { fault, done, lost, back, figures, load };
  });
  return { machines, rows };
}

/** What was measured now, and of what was not, what there was. */
export function updated(old: Table, now: Table): Table {
  const measured = new Set(now.rows.map(({ fault }) => fault));
  const kept = old.rows.filter(({ fault }) => !measured.has(fault));
  const machines = kept.length === 0 ? now.machines : [...new Set([...old.machines, ...now.machines])];
  return { machines, rows: [...kept, ...now.rows] };
}

/** What tests run on. */
export function machine(): string {
  const all = cpus();
  return `${all.length} × ${all[0]?.model.trim() || process.arch}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
}
