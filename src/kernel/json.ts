/**
 * The one reader of JSON that comes from outside, at every door. RFC 8259 §4 leaves open what a member that is
 * named twice means, and programs differ in what they make of `__proto__`: the program that checked a body may have seen
 * another value than the one that acts on it. Both are refused; so is what no body needs and only costs time.
 */

import { atOnce, type Pieces } from "./time-slices.ts";

/** Most bytes of a request's body, unless its operation takes more: 1 MiB. */
export const maxBodyBytes = 1_048_576;

/** What a text may hold at most, whatever it is for. */
export const jsonBounds = {
  /** Deeper than any input that the API takes; what recurses over a body must not be made to overflow. */
  depth: 64,
  /**
   * Every object, list, member and item counted, of a body of the usual length; a longer one may have as many for each
   * mebibyte (`mostValues`). A row with every list full has about 30,000. V8 takes about fifty times as long for a
   * mebibyte of small members as for one long text.
   */
  values: 40_000,
  /** Names in one object; the largest map has 64. */
  members: 1_000,
} as const;

/** The text is no JSON (`malformed`), or JSON that is not taken here. The message is the end of a sentence. */
export class JsonFault extends Error {
  readonly malformed: boolean;

  constructor(message: string, { malformed = false } = {}) {
    super(message);
    this.malformed = malformed;
  }
}

/** How many values a text may hold where it may have so many bytes. */
export function mostValues(maxBytes: number): number {
  return Math.ceil((jsonBounds.values * maxBytes) / maxBodyBytes);
}

/** The value of a JSON text in UTF-8, of at most the usual length. @throws JsonFault */
export function parseJson(bytes: Buffer): unknown {
  const text = atOnce(decoding(bytes));
  atOnce(scanning(text, jsonBounds.values));
  return parseText(text);
}

/** Bytes, or code units, between two pauses: about a millisecond of work. */
const stride = 131_072;

/** The text that the bytes are. @throws JsonFault where they are no UTF-8 */
export function* decoding(bytes: Buffer): Pieces<string> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  try {
    for (let at = 0; at < bytes.length; at += stride) {
      if (at > 0) yield;
      text += utf8.decode(bytes.subarray(at, at + stride), { stream: at + stride < bytes.length });
    }
  } catch {
    throw new JsonFault("it is not UTF-8; send the text itself, without Content-Encoding", {
      malformed: true,
    });
  }
  return text;
}

/** The parser's own, its complaint as a fault. @throws JsonFault */
export function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new JsonFault(why.replace(/\s+/g, " ").slice(0, 200).toWellFormed(), { malformed: true });
  }
}

/** An object or array that is open at the point where the scan is. */
class Open {
  isObject = false;
  /** The object's names so far; beyond a few, a set is faster than a look through all of them. */
  few: string[] = [];
  many: Set<string> | undefined;
  /** The last name, or how many items the array has so far. */
  name = "";
  index = 0;

  reset(isObject: boolean): void {
    this.isObject = isObject;
    if (this.few.length > 0) this.few = [];
    this.many = undefined;
    this.index = 0;
  }
}

const fewNames = 8;

const [backslash, comma, colon] = [0x5c, 0x2c, 0x3a];
export const quote = 0x22;
export const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d] as const;

/**
 * Walks a text once, without recursion and before it is parsed. It need not be JSON: what is wrong with it
 * otherwise is for the parser to say.
 * @throws JsonFault
 */
export function* scanning(text: string, most: number): Pieces<void> {
  const frames: Open[] = [];
  let depth = 0;
  let values = 0;
  let pause = stride;
  for (let at = 0; at < text.length; at += 1) {
    if (at >= pause) {
      yield;
      pause = at + stride;
    }
    const code = text.charCodeAt(at);
    if (code === openObject || code === openArray) {
      if (depth === jsonBounds.depth) throw new JsonFault(`it is nested more than ${jsonBounds.depth} deep`);
      const frame = frames[depth] ?? new Open();
      frames[depth] = frame;
      frame.reset(code === openObject);
      depth += 1;
      values += 1;
    } else if (code === closeObject || code === closeArray) {
      if (depth > 0) depth -= 1;
    } else if (code === comma) {
      values += 1;
      const frame = frames[depth - 1];
      if (depth > 0 && frame !== undefined) frame.index += 1;
    } else if (code === quote) {
      const end = endOfString(text, at);
      const frame = frames[depth - 1];
      if (depth > 0 && frame?.isObject && isName(text, end)) {
        frame.name = nameIn(text.slice(at, end));
        refuseMember(frames, depth, frame);
      }
      at = end - 1;
    }
    if (values > most)
      throw new JsonFault(`it holds more than ${most} members and items; send a smaller one`);
  }
}

function refuseMember(frames: readonly Open[], depth: number, frame: Open): void {
  const { name, few, many } = frame;
  if (name === "__proto__")
    throw new JsonFault(
      `${pathOf(frames, depth)} must not be there, since no member may be called __proto__`,
    );
  if (many?.has(name) || few.includes(name))
    throw new JsonFault(`${pathOf(frames, depth)} is there twice; send each member once`);
  if (many !== undefined && many.add(name).size > jsonBounds.members)
    throw new JsonFault(`${pathOf(frames, depth - 1) || "it"} has more than ${jsonBounds.members} members`);
  if (many !== undefined) return;
  if (few.push(name) <= fewNames) return;
  frame.many = new Set(few);
  frame.few = [];
}

/** The index behind a string's closing quote. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) at += 1;
  }
  return text.length;
}

/** A string before a colon is a member's name. */
function isName(text: string, end: number): boolean {
  let at = end;
  // The white space of RFC 8259 §2: space, tab, line feed, carriage return.
  for (let code = text.charCodeAt(at); code === 32 || (code >= 9 && code <= 13); code = text.charCodeAt(at))
    at += 1;
  return text.charCodeAt(at) === colon;
}

/** A name as it reads: `"\u0061"` is a. */
function nameIn(quoted: string): string {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted; // no JSON, as the parser will say
  }
}

/** As much of a path as a message needs. */
const longestPath = 200;

function pathOf(frames: readonly Open[], depth: number): string {
  let path = "";
  for (const { isObject, name, index } of frames.slice(0, depth)) {
    path += isObject ? `${path === "" ? "" : "."}${name}` : `[${index}]`;
    if (path.length > longestPath) return `${path.slice(0, longestPath).toWellFormed()}…`;
  }
  return path.toWellFormed();
}
