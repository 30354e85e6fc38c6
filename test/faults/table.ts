/** What the runs of the fault tests showed: one row for each fault. The reporter prints the rows, and writes them into docs/operating.md. */
import type { Figures } from "./load.ts";

/** Every fault that is tried, in the table's order. */
export const faults = [
  "kill -9 of a node, embedded database",
  "kill -9 of a node, server",
  "kill -9 while a plan is applied, embedded database",
  "kill -9 while a plan is applied, server",
  "kill -9 of a backup, embedded database",
  "kill -9 of a backup, server",
  "kill -9 of a restore, embedded database",
  "kill -9 of a restore, server",
  "`pg_dump` under load, and `pg_restore`",
  "copy of the embedded database's directory",
  "PostgreSQL crashes",
  "the primary dies (Patroni)",
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

/** A row as it is kept until the docs are written. */
export interface Kept extends Row {
  /** The machine's own, and how many processes wanted to run there. */
  readonly machine: string;
  readonly load: number;
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

/** The rows as Markdown, with what they were measured on. */
export function tableOf(rows: readonly Kept[]): string {
  const ordered = faults.flatMap((fault) => rows.filter((row) => row.fault === fault));
  const cells = [
    ["fault", "what was done", "lost", "works again after (median, longest)", "figures"],
    ...ordered.map(({ fault, done, lost, back, figures }) => [fault, done, lost, back, figures]),
  ];
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((line) => (line[column] ?? "").length)),
  );
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = cells;
  return [
    measuredOn(ordered),
    "",
    line(head),
    line(widths.map((width) => "-".repeat(width))),
    ...body.map(line),
    "",
  ].join("\n");
}

function measuredOn(rows: readonly Kept[]): string {
  const loads = rows.map(({ load }) => load);
  const machines = [...new Set(rows.map(({ machine }) => machine))].join("; ");
  const [least, most] = [Math.min(...loads), Math.max(...loads)].map((load) => load.toFixed(0));
  return `Measured on ${machines}, with a load average of ${least} to ${most}.`;
}
