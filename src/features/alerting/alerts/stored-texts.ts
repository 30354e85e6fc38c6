/** What is kept of an alert's labels and annotations: as much as a database can hold of many alerts, and cut visibly. */

import { defaultLimits, type Json } from "../../../kernel/field.ts";
import { isObject } from "../../../kernel/validate.ts";
import type { Labels } from "./column-types.ts";
import { labelLimits } from "./shapes.ts";

/** Bytes in UTF-8 of the names and values of one alert together. */
export const keptBytes = { labels: 8_192, annotations: 16_384 } as const;

/** What stands at the end of a text that was cut, and the name by which it is said how many were left out. */
const mark = "…";

/** What people are notified by, of labels and of annotations: kept whatever stands before it. */
const firstNames: readonly string[] = [
  ...["alertname", "severity", "service"],
  ...["summary", "title", "description", "runbook_url"],
];
const ourPrefix = "orgconfig_";

/**
 * Whatever stands there as texts that the database can keep. What is longer is cut, so that its alert is taken.
 * @param names kept before others, such as those that its group is known by
 */
export function keptTexts(
  value: Json | undefined,
  most: number,
  names: ReadonlySet<string> = new Set(),
): Labels {
  if (value === undefined || !isObject(value)) return {};
  const all = Object.entries(value)
    .map(([name, one]): [string, string] => [
      writable(name),
      writable(typeof one === "string" ? one : JSON.stringify(one)),
    ])
    .filter(([name]) => name !== "")
    .map((entry) => ({ entry, rank: rankOf(entry[0], names) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
  const { maxEntries } = labelLimits;
  const isShort = ([name]: readonly [string, string]) => Buffer.byteLength(name) <= defaultLimits.mapKey;
  if (all.length <= maxEntries && sizeOfAll(all) <= most && all.every(isShort))
    return Object.fromEntries(all);
  const left = all.length - maxEntries;
  const named = left > 0 ? [...all.slice(0, maxEntries - 1), leftOut(left + 1)] : all;
  const entries = named.map(([name, one]): [string, string] => [cut(name, defaultLimits.mapKey), one]);
  // The first have half of the room to themselves, and the others what is left.
  const isFirst = ([name]: readonly [string, string]) => rankOf(name, names) < lastRank;
  const [first, others] = [entries.filter(isFirst), entries.filter((entry) => !isFirst(entry))];
  const kept = fitted(first, most - Math.min(sizeOfAll(others), Math.floor(most / 2)));
  return Object.fromEntries([...kept, ...fitted(others, most - sizeOfAll(kept))]);
}

const lastRank = firstNames.length + 2;

/** The smaller one is kept first. */
function rankOf(name: string, names: ReadonlySet<string>): number {
  const place = firstNames.indexOf(name);
  if (place >= 0) return place;
  if (name.startsWith(ourPrefix)) return firstNames.length;
  return names.has(name) ? firstNames.length + 1 : lastRank;
}

/** So that all of them together have at most so many bytes. */
function fitted(entries: readonly [string, string][], most: number): [string, string][] {
  const share = shareOf(entries.map(sizeOf), most);
  return entries.map((entry) => {
    if (sizeOf(entry) <= share) return entry;
    const name = cut(entry[0], Math.floor(share / 2));
    return [name, cut(entry[1], share - Buffer.byteLength(name))];
  });
}

function leftOut(count: number): [string, string] {
  return [mark, `${count} more were left out`];
}

/** The most bytes that each may have so that all fit: a long one costs no short one, such as the severity. */
function shareOf(sizes: readonly number[], most: number): number {
  let room = most;
  let others = sizes.length;
  for (const size of [...sizes].sort((a, b) => a - b)) {
    if (size * others > room) return Math.floor(room / others);
    room -= size;
    others -= 1;
  }
  return most;
}

function sizeOfAll(entries: readonly [string, string][]): number {
  return entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
}

function sizeOf([name, value]: readonly [string, string]): number {
  return Buffer.byteLength(name) + Buffer.byteLength(value);
}

/** At most so many bytes. Where there is no room for the mark, nothing is left. */
function cut(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  const end = most - Buffer.byteLength(mark);
  if (end <= 0) return "";
  // A character that is cut in two goes as a whole.
  return `${new TextDecoder().decode(bytes.subarray(0, end), { stream: true })}${mark}`;
}

function writable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
