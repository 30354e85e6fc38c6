import type { Pieces } from "../kernel/time-slices.ts";
import type { Piece } from "./normalise.ts";

/** More encoded runs than any text has a use for; what comes after them is not decoded. */
export const mostRuns = 1_000;

export interface Decoded {
  readonly pieces: readonly Piece[];
  /** Where in the content the decoding stopped, because there are more than `mostRuns`. */
  readonly cutAt: number | undefined;
}

interface Budget {
  runs: number;
  cutAt: number | undefined;
}

/**
 * Cuts a content into pieces, of which the encoded runs are decoded: base64, percent escapes, hexadecimal,
 * escapes of programming languages, HTML entities and Unicode tag characters. What does not decode to
 * readable text stays as it is. Runs within runs are decoded `rounds` times over.
 */
export function* decodeRuns(content: string): Pieces<Decoded> {
  const budget: Budget = { runs: mostRuns, cutAt: undefined };
  let pieces: Piece[] = [{ text: content, start: 0, end: content.length, decoded: false }];
  for (let round = 0; round < rounds; round++) {
    const next: Piece[] = [];
    for (const piece of pieces) next.push(...(yield* decodePiece(piece, budget)));
    if (next.length === pieces.length && next.every((piece, index) => piece.text === pieces[index]?.text))
      break;
    pieces = next;
  }
  return { pieces, cutAt: budget.cutAt };
}

const rounds = 3;

interface Encoding {
  /** Finds the runs; global, with bounded quantifiers or disjoint repeated classes only. */
  readonly runs: RegExp;
  /** Undefined where the run is not that encoding after all. */
  readonly decode: (run: string) => string | undefined;
  /** What belongs to a run although it precedes its first escape. */
  readonly before?: RegExp;
}

const encodings: readonly Encoding[] = [
  // Tag characters mirror ASCII, invisibly.
  { runs: /[\u{e0020}-\u{e007e}]+/gu, decode: (run) => shiftPoints(run, -0xe0000) },
  { runs: /(?:%[0-9A-Fa-f]{2}[^\s%]{0,200})+/g, decode: decodePercent, before: /[^\s%]{1,200}$/ },
  {
    runs: /(?:(?:\\x|0x)[0-9A-Fa-f]{2}[ ,;]{0,2}){4,}/g,
    decode: (run) => readable(bytesOfHex(run.replace(/\\x|0x|[ ,;]/g, ""))),
  },
  {
    runs: /(?:\\u(?:[0-9A-Fa-f]{4}|\{[0-9A-Fa-f]{1,6}\}))+/g,
    decode: (run) => pointsOf(run, /[0-9A-Fa-f]+/g, 16),
  },
  { runs: /(?:&#[0-9]{1,7};)+/g, decode: (run) => pointsOf(run, /[0-9]+/g, 10) },
  { runs: /(?:&#[xX][0-9A-Fa-f]{1,6};)+/g, decode: (run) => pointsOf(run, /[0-9A-Fa-f]+/g, 16) },
  { runs: /(?:\b[01]{8}\b[ ,]?){4,}/g, decode: (run) => readable(Buffer.from(numbersOf(run, 2))) },
  {
    runs: /(?:\b[0-9A-Fa-f]{2}\b[ :,]?){6,}/g,
    decode: (run) => readable(bytesOfHex(run.replace(/[ :,]/g, ""))),
  },
  {
    runs: /(?:\b\d{2,3}\b[ ,]{1,2}){6,}\d{2,3}\b/g,
    decode: (run) => readable(bytesOfCodes(numbersOf(run, 10))),
  },
  { runs: /\b(?:[0-9A-Fa-f]{2}){6,}\b/g, decode: (run) => readable(bytesOfHex(run)) },
  // Base64 may be wrapped into lines, and lose its padding.
  {
    runs: /[A-Za-z0-9+/_-]{8,}(?:\r?\n[A-Za-z0-9+/_-]{8,})*={0,2}/g,
    decode: (run) => readable(Buffer.from(run.replace(/\s/g, ""), "base64")),
  },
];

function* decodePiece(piece: Piece, budget: Budget): Pieces<Piece[]> {
  let pieces: Piece[] = [piece];
  for (const encoding of encodings) {
    const next: Piece[] = [];
    for (const part of pieces) {
      if (part.decoded && part !== piece) next.push(part);
      else next.push(...splitEncoded(part, encoding, budget));
    }
    pieces = next;
    yield;
  }
  return pieces;
}

function splitEncoded(piece: Piece, { runs, decode, before }: Encoding, budget: Budget): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const match of piece.text.matchAll(runs)) {
    const leading = before?.exec(piece.text.slice(Math.max(done, match.index - 200), match.index))?.[0] ?? "";
    const start = match.index - leading.length;
    const end = match.index + match[0].length;
    const decoded = decode(piece.text.slice(start, end));
    if (decoded === undefined) continue;
    if (budget.runs === 0) {
      budget.cutAt = Math.min(budget.cutAt ?? Number.POSITIVE_INFINITY, spanOf(piece, start, end).start);
      break;
    }
    budget.runs--;
    pieces.push(part(piece, done, start));
    pieces.push({ ...spanOf(piece, start, end), text: decoded, decoded: true });
    done = end;
  }
  return done === 0
    ? [piece]
    : [...pieces, part(piece, done, piece.text.length)].filter(({ text }) => text !== "");
}

function part(piece: Piece, from: number, to: number): Piece {
  return { ...spanOf(piece, from, to), text: piece.text.slice(from, to), decoded: piece.decoded };
}

/** A decoded piece has no offsets of its own: all of it came from the whole run. */
function spanOf({ start, end, decoded }: Piece, from: number, to: number): { start: number; end: number } {
  return decoded ? { start, end } : { start: start + from, end: start + to };
}

function decodePercent(run: string): string | undefined {
  const hex = run.replace(
    /%([0-9A-Fa-f]{2})|[^%]+|%/g,
    (part, byte?: string) => byte ?? Buffer.from(part).toString("hex"),
  );
  return readable(bytesOfHex(hex))?.replaceAll("+", " ");
}

// ── Bytes and points ────────────────────────────────────────────────────────────────────────────

/** Bytes that spell text: UTF-8 (or UTF-16 with empty high bytes), with hardly a control character. */
function readable(bytes: Buffer): string | undefined {
  const isWide =
    bytes.length >= 8 && bytes.length % 2 === 0 && bytes.every((byte, at) => at % 2 === 0 || byte === 0);
  const text = bytes.toString(isWide ? "utf16le" : "utf8");
  if (text.length < 2 || text.includes("\ufffd")) return undefined;
  return /[^\P{Cc}\t\n\r]/u.test(text) || !/\p{L}{2}|\p{Lo}|\s/u.test(text) ? undefined : text;
}

function bytesOfHex(digits: string): Buffer {
  return Buffer.from(digits, "hex");
}

function bytesOfCodes(codes: readonly number[]): Buffer {
  return Buffer.from(codes.every((code) => code < 128) ? codes : []);
}

function numbersOf(run: string, base: number): number[] {
  return (run.match(/\d+/g) ?? []).map((digits) => Number.parseInt(digits, base));
}

function pointsOf(run: string, digits: RegExp, base: number): string {
  const points = (run.match(digits) ?? []).map((text) => Number.parseInt(text, base));
  return points.map((point) => (point <= 0x10ffff ? String.fromCodePoint(point) : "\ufffd")).join("");
}

function shiftPoints(run: string, by: number): string {
  return Array.from(run, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + by)).join("");
}
