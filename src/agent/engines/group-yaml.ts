/**
 * Groups of rules as YAML: a map whose values are lists of groups, which is the form of rule files, of what rulers list,
 * and of what they take. A ruler may have thousands of them, so they are read in pieces that hold up nobody.
 */
import { parse, stringify } from "yaml";
import { inPieces, type Pieces } from "../../kernel/pieces.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { EngineProblem } from "../agent.ts";

/** By the map's key (a namespace, or `groups` in a file), then by the group's name. */
export type Groups = ReadonlyMap<string, ReadonlyMap<string, JsonObject>>;

/**
 * @param what names the text in a problem
 * @throws EngineProblem where it has another form
 */
export async function readGroups(text: string, what: string): Promise<Groups> {
  const groups = new Map<string, Map<string, JsonObject>>();
  const put = (key: string, list: unknown) => {
    if (list !== null && !Array.isArray(list)) throw new Error("not a list");
    const named = groups.get(key) ?? new Map<string, JsonObject>();
    groups.set(key, named);
    for (const group of (list ?? []) as JsonObject[]) named.set(String(group.name), group);
  };
  try {
    await inPieces(readPieces(text, put));
  } catch {
    throw new EngineProblem(`${what} is no YAML with groups of rules`);
  }
  return groups;
}

/** A text that is not written line by line, such as JSON, or with a key over several lines. */
const otherStyle = /^[{[?]/m;

function* readPieces(text: string, put: (key: string, list: unknown) => void): Pieces<void> {
  if (otherStyle.test(text)) {
    for (const [key, list] of Object.entries((parse(text) ?? {}) as object)) put(key, list);
    return;
  }
  for (const piece of piecesOf(text)) {
    put(piece.key, parse(piece.text));
    yield;
  }
}

interface Piece {
  readonly key: string;
  readonly text: string;
}

/** The items of each list, one by one. A line that begins with the list's own indent and a dash begins an item. */
function* piecesOf(text: string): Generator<Piece> {
  let key: string | undefined;
  let indent: string | undefined;
  let lines: string[] = [];
  for (const line of text.split("\n")) {
    const isKey = /^(?!-( |$)|---|\.\.\.)[^\s#]/.test(line);
    const dash = /^( *)-( |$)/.exec(line)?.[1];
    indent ??= dash;
    if ((isKey || dash === indent) && key !== undefined && lines.length > 0) {
      yield { key, text: lines.join("\n") };
      lines = [];
    }
    if (isKey) {
      const [entry] = Object.entries(parse(line) as object);
      [key, indent] = [entry?.[0], undefined];
      if (key !== undefined && entry?.[1] !== null) yield { key, text: stringify(entry?.[1]) };
    } else if (lines.length > 0 || (key !== undefined && dash !== undefined)) lines.push(line);
  }
  if (key !== undefined && lines.length > 0) yield { key, text: lines.join("\n") };
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
  if (name !== undefined && times.has(name)) return milliseconds(text) || undefined;
  return text === "" ? undefined : text;
}

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
  y: 365 * 86_400_000,
};

/** A time as Prometheus writes it: 1h30m, 2w; 0 for anything else. */
function milliseconds(text: string): number {
  const parts = [...text.matchAll(/(\d+)(ms|[smhdwy])/g)];
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ""] ?? 0), 0);
}
