/**
 * Answers that gather, a page at a time: what is found in many lists, or a long text. Lists of rows, alerts and records
 * are cut where they are read and have cursors of their own; whatever else answers more than a model can pay for is cut
 * here, each list by as much, and says what is left out. A page is made from the whole answer, so that a cursor holds only
 * how far each list was shown.
 */
import type { Call } from "../../engine/context.ts";
import { readLimit } from "../../engine/list-query.ts";
import type { ConfigurationOperation } from "../../engine/operation.ts";
import type { Fields, Json } from "../../kernel/field.ts";
import { foreignCursor, unprocessable } from "../../kernel/problem.ts";
import { mostBriefTokens, tokensIn } from "../../kernel/tokens.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";

/** How an answer is to be cut. */
export interface Paging {
  /** Most items of each list; where it is left out, as many as cost little. */
  readonly limit?: number;
  readonly cursor?: string;
}

/** Whether its answers are cut here: it answers lists, or a long text, for which it has no cursor. */
function isCutHere({
  input,
  output,
  media,
  forPrograms,
}: Pick<ConfigurationOperation, "input" | "output" | "media" | "forPrograms">): boolean {
  if ("verb" in input || !("fields" in output) || forPrograms) return false;
  return input.fields.cursor === undefined && (media !== undefined || hasLists(output.fields));
}

/** Lists no longer than this, of what is short, cost little. */
const shortList = 100;

function hasLists(fields: Fields): boolean {
  return Object.values(fields).some((field) => {
    const shape = field.type === "computed" ? field.shape : field;
    if (shape.type === "list") {
      const { max, items } = shape;
      return max > shortList || (items.type === "object" && hasLists(items.fields));
    }
    return shape.type === "object" && hasLists(shape.fields);
  });
}

/** Whether the same call may be sent for each page: it changes nothing, and keeps nothing either. */
function isRepeatable({ effect, status }: Pick<ConfigurationOperation, "effect" | "status">): boolean {
  return effect === "read" && status !== 201;
}

/** Whether its tool takes a limit and a cursor here. */
export function hasPages(operation: ConfigurationOperation): boolean {
  return isCutHere(operation) && isRepeatable(operation);
}

/** What the call says of pages, and what is left for the operation; undefined where it is not cut here. @throws Refusal 422 */
export function pagingOf(
  operation: ConfigurationOperation,
  given: JsonObject,
): { readonly paging?: Paging; readonly input: JsonObject } | undefined {
  const { input: takes } = operation;
  if (!isCutHere(operation) || "verb" in takes) return undefined;
  if (!isRepeatable(operation)) return { paging: {}, input: given };
  const { limit, cursor, ...rest } = given;
  if (cursor !== undefined && typeof cursor !== "string")
    throw unprocessable([{ field: "cursor", message: "must be next_cursor of the answer before, in text" }]);
  const further = cursor === undefined ? {} : { cursor };
  return { paging: { ...further, ...(limit !== undefined && { limit: readLimit(limit) }) }, input: rest };
}

/** Most items of a list, as `data`, to whoever names no limit. */
export const usualLimit = 20;

/**
 * The answer as it is, or as much of it as is asked for: `left_out` counts what is missing, by JSON pointer (RFC 6901),
 * and `next_cursor` leads on: in the same call, or in that of `next_tool` where this one is not sent again.
 * @param reading the tool that reads the same, where that is another one
 * @throws Refusal 422 where the cursor is not ours
 */
export function pageFor(
  operation: Pick<ConfigurationOperation, "effect" | "status" | "media">,
  body: JsonObject,
  { limit, cursor }: Paging,
  reading: string | undefined,
): JsonObject {
  const from = cursor === undefined ? undefined : placesOf(cursor);
  if (from === undefined && limit === undefined && isShort(body) && !isLong(body.data)) return body;
  const { page, left } = cutTo(body, {
    most: mostBriefTokens,
    limit,
    from,
    texts: Object.values(operation.media ?? {}),
  });
  if (left.size === 0) return from === undefined ? body : { ...page, next_cursor: null };
  const places = [...left].flatMap(([pointer, { at }]): Place[] => (at === undefined ? [] : [[pointer, at]]));
  const next = { next_cursor: places.length === 0 ? null : cursorOf(places) };
  const again = isRepeatable(operation) ? next : reading === undefined ? {} : { ...next, next_tool: reading };
  return { ...page, left_out: countsOf(left), ...again };
}

/** A list that its operation cut has an item at least: where that alone is more than an answer has room for, it is shortened. */
export function withShortItem(
  { input }: Pick<ConfigurationOperation, "input">,
  { isBrief }: Pick<Call, "isBrief">,
  body: JsonObject,
): JsonObject {
  const { data } = body;
  if (!isBrief || "verb" in input || !Array.isArray(data) || data.length !== 1 || isShort(body)) return body;
  const { page, left } = cutTo(body, { most: mostBriefTokens, texts: [] });
  return left.size === 0 ? body : { ...page, left_out: countsOf(left) };
}

function isLong(data: Json | undefined): boolean {
  return Array.isArray(data) && data.length > usualLimit;
}

function isShort(body: JsonObject): boolean {
  return tokensIn(JSON.stringify(body)) <= mostBriefTokens;
}

function countsOf(left: ReadonlyMap<string, Left>): JsonObject {
  return Object.fromEntries([...left].map(([pointer, { count }]) => [pointer, count]));
}

/** What is left out of a page's list: how many items, and where it goes on; nowhere, within an item that is shown. */
interface Left {
  readonly count: number;
  readonly at?: number;
}

interface Cut {
  /** Tokens. */
  readonly most: number;
  readonly limit?: number | undefined;
  /** How far each list was shown; those that are not named were shown to their ends. */
  readonly from?: ReadonlyMap<string, number> | undefined;
  readonly texts: readonly string[];
}

/** A list of the answer that is in no other list, or a text in lines. */
interface Part {
  readonly pointer: string;
  readonly items: readonly Json[];
  readonly isText: boolean;
  readonly start: number;
  end: number;
}

function cutTo(
  body: JsonObject,
  { most, limit, from, texts }: Cut,
): { page: JsonObject; left: Map<string, Left> } {
  const parts = partsOf(body, "", texts).map(({ pointer, items, isText }): Part => {
    const start = Math.min(from === undefined ? 0 : (from.get(pointer) ?? items.length), items.length);
    return { pointer, items, isText, start, end: start };
  });
  const left = new Map<string, Left>();
  const around = tokensIn(JSON.stringify(shownOf(body, "", parts)));
  // Where much stands around the lists, some of each page is theirs all the same.
  const room = Math.max(most - around, most / 4);
  let shortened: { readonly part: Part; readonly item: Json } | undefined;
  if (fill(parts, room, limit) === 0) {
    const part = parts.find(({ start, items }) => start < items.length);
    if (part === undefined) return { page: body, left };
    const item = part.items[part.start] as Json;
    const inner = isObject(item)
      ? cutTo(item, { most: room, limit, texts: longTexts(item, room) })
      : undefined;
    shortened = { part, item: inner?.page ?? item };
    for (const [pointer, { count }] of inner?.left ?? []) left.set(`${part.pointer}/0${pointer}`, { count });
    part.end = part.start + 1;
  }
  for (const { pointer, items, end } of parts)
    if (end < items.length) left.set(pointer, { count: items.length - end, at: end });
  return { page: shownOf(body, "", parts, shortened), left };
}

/**
 * Gives each list an item in turn, for as long as its next one has room; with a limit, as many as that. Lines of a text
 * always need room. Answers how many were given.
 */
function fill(parts: readonly Part[], most: number, limit: number | undefined): number {
  let room = most;
  let given = 0;
  let open = parts.filter(({ start, items }) => start < items.length);
  while (open.length > 0) {
    open = open.filter((part) => {
      const { pointer, items, isText, start } = part;
      if (isText || limit === undefined) {
        const item = items[part.end] as Json;
        room -= tokensIn(isText ? String(item) : JSON.stringify(item));
        if (room < 0) return false;
      }
      part.end += 1;
      given += 1;
      const cap = isText ? items.length : (limit ?? (pointer === "/data" ? usualLimit : items.length));
      return part.end < items.length && part.end - start < cap;
    });
  }
  return given;
}

/** Members that hold more text than their part of an answer. */
function longTexts(item: JsonObject, room: number): string[] {
  return Object.keys(item).filter((name) => {
    const text = item[name];
    return typeof text === "string" && text.length > room && tokensIn(text) > room / 4;
  });
}

/** Lists within objects; those within lists are part of an item. */
function partsOf(
  body: JsonObject,
  at: string,
  texts: readonly string[],
): Pick<Part, "pointer" | "items" | "isText">[] {
  return Object.entries(body).flatMap(([name, member]) => {
    const pointer = `${at}/${escaped(name)}`;
    if (Array.isArray(member)) return [{ pointer, items: member as readonly Json[], isText: false }];
    if (isObject(member)) return partsOf(member, pointer, []);
    if (typeof member !== "string" || !texts.includes(name)) return [];
    return [{ pointer, items: member.split(/(?<=\n)/), isText: true }];
  });
}

/** The answer with as much of each list as its part says. */
function shownOf(
  body: JsonObject,
  at: string,
  parts: readonly Part[],
  shortened?: { readonly part: Part; readonly item: Json },
): JsonObject {
  const shown = Object.entries(body).map(([name, member]): [string, Json] => {
    const pointer = `${at}/${escaped(name)}`;
    const part = parts.find((one) => one.pointer === pointer);
    if (part === undefined)
      return [name, isObject(member) ? shownOf(member, pointer, parts, shortened) : member];
    const items = shortened?.part === part ? [shortened.item] : part.items.slice(part.start, part.end);
    return [name, part.isText ? items.join("") : items];
  });
  return withTagsOfShown(Object.fromEntries(shown));
}

/** ETags are by the ids of rows: of those that are left out they say nothing. */
function withTagsOfShown(page: JsonObject): JsonObject {
  const { etags, data } = page;
  if (!isObject(etags) || !Array.isArray(data)) return page;
  const ids = new Set((data as readonly Json[]).map((row) => (isObject(row) ? row.id : undefined)));
  return { ...page, etags: Object.fromEntries(Object.entries(etags).filter(([id]) => ids.has(id))) };
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

type Place = readonly [pointer: string, at: number];

function cursorOf(places: readonly Place[]): string {
  return Buffer.from(JSON.stringify(places)).toString("base64url");
}

/** @throws Refusal 422 where the cursor is not ours */
function placesOf(cursor: string): ReadonlyMap<string, number> {
  const places = parsed(Buffer.from(cursor, "base64url").toString());
  if (!Array.isArray(places) || !places.every(isPlace) || cursorOf(places) !== cursor) throw foreignCursor();
  return new Map(places);
}

function isPlace(one: unknown): one is Place {
  if (!Array.isArray(one) || one.length !== 2) return false;
  const [pointer, at] = one;
  return typeof pointer === "string" && pointer.startsWith("/") && Number.isSafeInteger(at) && at >= 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
