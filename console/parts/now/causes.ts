/** Rows that nobody measures for the same reason are one line, whatever their kinds and teams. Pure. */
import { figure } from "../../../src/kernel/readable.ts";
import { phrase, singularOf } from "../../../src/kernel/words.ts";
import type { Pressing } from "./urgency.ts";

/** What a kind is called, as its definition says. */
export interface NamedKind {
  readonly kind: string;
  readonly title: string;
}

/** Each cause stands where the first of its lines stood, with how many rows it is about. */
export function byCause(items: readonly Pressing[], kinds: readonly NamedKind[]): readonly Pressing[] {
  const titles = new Map(kinds.map(({ kind, title }) => [kind, title]));
  const causes = new Map<string, Pressing[]>();
  for (const item of items) {
    const key = item.section === "unmeasured" ? `why ${ofThem(item, titles)}` : `${item.resource} ${item.id}`;
    causes.set(key, [...(causes.get(key) ?? []), item]);
  }
  return [...causes.values()].map((alike) => together(alike, titles));
}

type Titles = ReadonlyMap<string, string>;

function together(alike: readonly Pressing[], titles: Titles): Pressing {
  const [first] = alike as readonly [Pressing, ...Pressing[]];
  if (alike.reduce((sum, { rows }) => sum + rows, 0) === 1 || first.section !== "unmeasured") return first;
  const counts = new Map<string, number>();
  for (const { resource, rows } of alike) counts.set(resource, (counts.get(resource) ?? 0) + rows);
  const parts = [...counts].map(([kind, count]) => {
    const title = titles.get(kind) ?? kind;
    return `${figure(count)} ${phrase(count === 1 ? singularOf(title) : title)}`;
  });
  const last = parts.pop() ?? "";
  const all = parts.length === 0 ? last : `${parts.join(", ")} and ${last}`;
  return {
    ...first,
    name: `${all} are not measured`,
    rows: [...counts.values()].reduce((sum, count) => sum + count, 0),
    why: ofThem(first, titles),
    team_ids: [...new Set(alike.flatMap(({ team_ids }) => team_ids))],
  };
}

/** The reason of a row, said of several: "Nobody evaluates them yet". */
function ofThem({ resource, why }: Pressing, titles: Titles): string | null {
  const one = `this ${phrase(singularOf(titles.get(resource) ?? resource))}`;
  return why?.replace(one, "them") ?? null;
}

/**
 * Reasons without the sentences that a line above says already: what is said once is not said again. Of a sentence that
 * gives a named target's reason, such as `It reached nobody: "pager": it timed out`, the target stays.
 */
export function saidOnce<One extends Pick<Pressing, "why">>(items: readonly One[]): readonly One[] {
  const said = new Set<string>();
  return items.map((item) => {
    if (item.why === null) return item;
    const left = item.why.split(/(?<=[.!?)])\s+(?=\p{Lu})/u).flatMap((sentence) => {
      const [, of, reason = ""] = /^(.*": )(.*)$/.exec(sentence) ?? [];
      const known = [sentence, reason].some((text) => said.has(plainly(text)));
      for (const text of [sentence, reason]) if (text.length > shortest) said.add(plainly(text));
      if (!known) return [sentence];
      return of === undefined ? [] : [`${of.replace(/: $/, "")}, for the same reason.`];
    });
    return { ...item, why: left.length === 0 ? null : left.join(" ") };
  });
}

function plainly(text: string): string {
  return text.toLowerCase().replace(/[.]$/, "");
}

/** What is as short as "On search." is no explanation. */
const shortest = 30;
