/**
 * A long JSON text, read without holding the event loop. V8 takes a fifth of a second for five mebibytes of objects that
 * share no names, so that what is long is parsed part by part: an object or list of more than `partLength` is parsed
 * with a mark in the place of each one in it, and the marks give way to what they stand for.
 */
import {
  closeArray,
  closeObject,
  decoding,
  endOfString,
  JsonFault,
  mostValues,
  openArray,
  openObject,
  parseText,
  quote,
  scanning,
} from "./json.ts";
import { inPieces, type Pieces, type Turn } from "./time-slices.ts";

/** About how many code units are parsed at once: the worst take some milliseconds. */
const partLength = 65_536;

const marksAtOnce = 10_000;

/** The value of a JSON text in UTF-8 that may have up to `maxBytes`. @throws JsonFault */
export function parseLongJson(bytes: Buffer, maxBytes: number, turn: Turn): Promise<unknown> {
  return inPieces(parsing(bytes, mostValues(maxBytes)), turn);
}

function* parsing(bytes: Buffer, most: number): Pieces<unknown> {
  const text = yield* decoding(bytes);
  yield* scanning(text, most);
  const whole = yield* dividing(text);
  const value = parsePart(yield* marking(text, whole), 0);
  const [part] = whole.inner;
  return part === undefined ? value : yield* valueIn(text, part);
}

/** A stretch of the text, and the objects and lists right in it where it is too long to be parsed at once. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly inner: readonly Part[];
}

/** Finds the objects and lists. The text need not be JSON: what stands where it may not is for the parser to refuse. */
function* dividing(text: string): Pieces<Part> {
  const whole: Part[] = [];
  const open: { readonly start: number; readonly inner: Part[] }[] = [];
  let pause = partLength;
  for (let at = 0; at < text.length; at += 1) {
    if (at >= pause) {
      yield;
      pause = at + partLength;
    }
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at) - 1;
    else if (code === openObject || code === openArray) open.push({ start: at, inner: [] });
    else if (code === closeObject || code === closeArray) {
      const { start, inner } = open.pop() ?? { start: at, inner: [] };
      const end = at + 1;
      const siblings = open.at(-1)?.inner ?? whole;
      siblings.push({ start, end, inner: end - start > partLength ? inner : [] });
    }
  }
  const [unclosed] = open;
  if (unclosed !== undefined)
    throw new JsonFault(`what begins at position ${unclosed.start} does not end`, { malformed: true });
  return { start: 0, end: text.length, inner: whole };
}

/** The part with `[0]`, `[1]` and so on in the place of what is in it. */
function* marking(text: string, { start, end, inner }: Part): Pieces<string> {
  const pieces: string[] = [];
  let from = start;
  for (const [index, part] of inner.entries()) {
    if (index % marksAtOnce === marksAtOnce - 1) yield;
    pieces.push(text.slice(from, part.start), `[${index}]`);
    from = part.end;
  }
  pieces.push(text.slice(from, end));
  return pieces.join("");
}

/** Parses an object or list, and puts what belongs there in the place of each mark. */
function* valueIn(text: string, part: Part): Pieces<unknown> {
  const { start, end, inner } = part;
  if (inner.length === 0) return parsePart(text.slice(start, end), start);
  const value = parsePart(yield* marking(text, part), start) as Record<string, unknown>;
  for (const name of Object.keys(value)) {
    const mark = value[name];
    // Only a mark is a list: every object and list of the text has one in its place.
    if (!Array.isArray(mark)) continue;
    yield;
    value[name] = yield* valueIn(text, inner[mark[0]] as Part);
  }
  return value;
}

/** The parser knows where in the part it stands, and nothing of the text: the fault shows where the part begins. */
function parsePart(part: string, start: number): unknown {
  try {
    return parseText(part);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const why = error.message.replace(/ at position \d+( \(line \d+ column \d+\))?/, "");
    throw new JsonFault(`${why}, in what begins at position ${start}`, { malformed: true });
  }
}
