/**
 * Groups of rules as YAML: a map whose values are lists of groups, which is the form of rule files, of what rulers list,
 * and of what they take. A ruler may have thousands of them, so they are read in pieces, between which the process
 * answers others.
 */
import { parse, stringify } from "yaml";
import { inPieces, type Pieces } from "../../kernel/time-slices.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { durationMs } from "../../renderers/prometheus/duration.ts";
import { EngineProblem } from "../engine.ts";

/** By the map's key (a namespace, or `groups` in a file), then by the group's name. */
export type Groups = ReadonlyMap<string, ReadonlyMap<string, JsonObject>>;

/** Most characters that are parsed in one go: whatever they are, that takes about a second. */
export const longestPart = 256 * 1024;

/**
 * Rulers may answer anything, so what takes longer than a text's length says is left out: messages with the place of a
 * fault, a search for keys that stand there twice, and aliases.
 */
export const parsing = {
  prettyErrors: false,
  logLevel: "error",
  uniqueKeys: false,
  maxAliasCount: 0,
} as const;

/**
 * @param what names the text in a problem
 * @throws EngineProblem where it has another form, or too much of it is one part
 */
export async function readGroups(text: string, what: string): Promise<Groups> {
  const groups = new Map<string, Map<string, JsonObject>>();
  const put = ({ key, list }: Part) => {
    if (list !== null && !Array.isArray(list)) throw new Error("not a list");
    const named = groups.get(key) ?? new Map<string, JsonObject>();
    groups.set(key, named);
    for (const group of (list ?? []) as JsonObject[]) named.set(String(group.name), group);
  };
  try {
    await inPieces(readParts(text, put), { of: "agents" });
  } catch (error) {
    if (error instanceof TooLong)
      throw new EngineProblem(
        `${what} has ${error.message} of more than ${longestPart / 1_024} KiB, and is not read: each group has to stand in lines of its own, and to be shorter`,
      );
    throw new EngineProblem(`${what} is not YAML with groups of rules`);
  }
  return groups;
}

/** What is too long to be parsed in one go. */
class TooLong extends Error {}

/** A text that is not written line by line, such as JSON, or with a key over several lines. */
const otherStyle = /^[{[?]/m;

function* readParts(text: string, put: (part: Part) => void): Pieces<void> {
  if (otherStyle.test(text)) {
    const all = parsed(text, "lists in braces or brackets") ?? {};
    for (const [key, list] of Object.entries(all)) put({ key, list });
    return;
  }
  for (const part of partsOf(text)) {
    if (part !== undefined) put(part);
    yield;
  }
}

/** @throws TooLong with the name of such a part */
function parsed(text: string, part: string): object | null {
  if (text.length > longestPart) throw new TooLong(part);
  return parse(text, parsing);
}

interface Part {
  readonly key: string;
  readonly list: unknown;
}

/** As many lines that belong to one part are passed in one go. */
const linesAtOnce = 1_000;

/**
 * The items of each list, one by one, and undefined where only time has passed. A line that begins with the list's own
 * indent and a dash begins an item.
 */
function* partsOf(text: string): Generator<Part | undefined> {
  let key: string | undefined;
  let indent: string | undefined;
  /** Where the item begins. */
  let begin: number | undefined;
  let count = 0;
  for (let start = 0, end = 0; start <= text.length; start = end + 1) {
    const found = text.indexOf("\n", start);
    end = found === -1 ? text.length : found;
    const line = text.slice(start, end);
    const isKey = /^(?!-( |$)|---|\.\.\.)[^\s#]/.test(line);
    const dash = /^( *)-( |$)/.exec(line)?.[1];
    indent ??= dash;
    if ((isKey || dash === indent) && key !== undefined && begin !== undefined) {
      yield { key, list: parsed(text.slice(begin, start), "a group") };
      begin = undefined;
    }
    if (isKey) {
      const [entry] = Object.entries(parsed(line, "a line") as object);
      [key, indent] = [entry?.[0], undefined];
      yield key === undefined ? undefined : { key, list: entry?.[1] };
    } else if (key !== undefined && dash !== undefined) begin ??= start;
    count += 1;
    if (count % linesAtOnce === 0) yield;
  }
  if (key !== undefined && begin !== undefined) yield { key, list: parsed(text.slice(begin), "a group") };
}

export function groupText(group: JsonObject): string {
  return stringify(group, { lineWidth: 0 });
}

/** The same text for groups that mean the same: rulers write times in their own way, and leave out what is empty. */
export function meaningOf(group: JsonObject): string {
  return JSON.stringify(meaning(group));
}

/** Of what a rule file may hold, the members that are times. */
const times = new Set(["interval", "for", "keep_firing_for", "query_offset", "evaluation_delay"]);

function meaning(value: unknown, name?: string): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => meaning(item));
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value)
      .map(([key, member]) => [key, meaning(member, key)] as const)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return members.length === 0 ? undefined : members;
  }
  const text = String(value ?? "").trim();
  if (name !== undefined && times.has(name)) return durationMs(text) || undefined;
  return text === "" ? undefined : text;
}
