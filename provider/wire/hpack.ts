/**
 * HPACK, the compression of HTTP/2's headers (RFC 7541): everything of it is read; what is written uses no
 * table, so that the same headers are always the same bytes.
 */

export type Header = readonly [name: string, value: string];

/** A header block that breaks the rules; what follows it on the connection cannot be read. */
export class HpackError extends Error {}

/** Reads the header blocks of one connection, in the order in which they came: each may use what others left. */
export class HeaderReader {
  /** The newest comes first. */
  #dynamic: Header[] = [];
  #size = 0;
  #maxSize = DEFAULT_TABLE_SIZE;

  /** @throws HpackError */
  read(block: Buffer): Header[] {
    const headers: Header[] = [];
    const at = { block, offset: 0 };
    while (at.offset < block.length) {
      const first = block[at.offset] as number;
      if (first >= 0x80) headers.push(this.#entry(readInteger(at, 7)));
      else if (first >= 0x40) headers.push(this.#remember(this.#literal(at, 6)));
      else if (first >= 0x20) this.#resize(readInteger(at, 5));
      else headers.push(this.#literal(at, 4));
    }
    return headers;
  }

  #literal(at: Place, prefixBits: number): Header {
    const index = readInteger(at, prefixBits);
    const name = index === 0 ? readString(at) : this.#entry(index)[0];
    return [name, readString(at)];
  }

  #entry(index: number): Header {
    const entry = staticTable[index] ?? this.#dynamic[index - staticTable.length];
    if (entry === undefined || index === 0) throw new HpackError(`there is no header ${index}`);
    return entry;
  }

  #remember(header: Header): Header {
    this.#dynamic.unshift(header);
    this.#size += sizeOf(header);
    this.#evict();
    return header;
  }

  #resize(size: number): void {
    if (size > DEFAULT_TABLE_SIZE) throw new HpackError("the table of headers is larger than was agreed");
    this.#maxSize = size;
    this.#evict();
  }

  #evict(): void {
    while (this.#size > this.#maxSize) this.#size -= sizeOf(this.#dynamic.pop() as Header);
  }
}

/** A header block that any reader understands at any time. */
export function writeHeaders(headers: readonly Header[]): Buffer {
  return Buffer.concat(
    headers.flatMap(([name, value]) => [LITERAL, ...stringBytes(name), ...stringBytes(value)]),
  );
}

/** What a connection has unless its settings say otherwise, and ours do not (section 6.5.2 of RFC 9113). */
const DEFAULT_TABLE_SIZE = 4_096;

/** Section 4.1. */
function sizeOf([name, value]: Header): number {
  return name.length + value.length + 32;
}

/** A literal with a name of its own, which no table keeps. */
const LITERAL = Buffer.of(0);

function stringBytes(text: string): Buffer[] {
  const bytes = Buffer.from(text, "latin1");
  return [writeInteger(bytes.length, 7), bytes];
}

interface Place {
  readonly block: Buffer;
  offset: number;
}

function nextByte(at: Place): number {
  const byte = at.block[at.offset];
  if (byte === undefined) throw new HpackError("a header block ends too early");
  at.offset += 1;
  return byte;
}

/** Section 5.1. Nothing that is counted here reaches 2^28, so a larger number is an error. */
function readInteger(at: Place, prefixBits: number): number {
  const limit = 2 ** prefixBits - 1;
  let value = nextByte(at) & limit;
  if (value < limit) return value;
  for (let shift = 0; shift <= 21; shift += 7) {
    const byte = nextByte(at);
    value += (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  throw new HpackError("a number in a header block is too large");
}

function writeInteger(value: number, prefixBits: number): Buffer {
  const limit = 2 ** prefixBits - 1;
  if (value < limit) return Buffer.of(value);
  const bytes = [limit];
  let rest = value - limit;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.of(...bytes, rest);
}

/** Section 5.2. */
function readString(at: Place): string {
  const huffman = (at.block[at.offset] ?? 0) >= 0x80;
  const length = readInteger(at, 7);
  const bytes = at.block.subarray(at.offset, at.offset + length);
  if (bytes.length < length) throw new HpackError("a header block ends too early");
  at.offset += length;
  return huffman ? readHuffman(bytes) : bytes.toString("latin1");
}

/** Bits beyond the last whole character are padding: fewer than a byte, and all of them ones. */
function readHuffman(bytes: Buffer): string {
  let text = "";
  let code = 0;
  let length = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      code = code * 2 + ((byte >> bit) & 1);
      length += 1;
      const symbol = symbolOf(code, length);
      if (symbol === undefined) continue;
      text += String.fromCharCode(symbol);
      code = 0;
      length = 0;
    }
  }
  if (length > 7 || code !== 2 ** length - 1) throw new HpackError("a header's text ends within a character");
  return text;
}

/** For each length of a code the first code of that length, and the symbols in the order of their codes. */
interface CodesOfLength {
  readonly first: number;
  readonly symbols: readonly number[];
}

let codes: readonly CodesOfLength[] | undefined;

function symbolOf(code: number, length: number): number | undefined {
  codes ??= canonicalCodes();
  const ofLength = codes[length];
  if (ofLength === undefined) throw new HpackError("a header's text has a code that is no character");
  return ofLength.symbols[code - ofLength.first];
}

/** The code is canonical: codes of one length follow each other in the order of their symbols. */
function canonicalCodes(): CodesOfLength[] {
  const lengths = codeLengths.flatMap(([length, times]) => Array<number>(times).fill(length));
  const made: CodesOfLength[] = [];
  let first = 0;
  for (let length = 0; length <= Math.max(...lengths); length += 1) {
    const symbols = lengths.flatMap((own, symbol) => (own === length ? [symbol] : []));
    // The last symbol of all is the end of a string, which is never sent.
    made.push({ first, symbols: symbols.filter((symbol) => symbol < 256) });
    first = (first + symbols.length) * 2;
  }
  return made;
}

/** Appendix B: the lengths of the codes of the symbols 0 to 256, and how many in a row have them. */
// biome-ignore format: a line for each would be 150 lines
const codeLengths: readonly (readonly [length: number, times: number])[] = [
  [13, 1], [23, 1], [28, 7], [24, 1], [30, 1], [28, 2], [30, 1], [28, 8], [30, 1], [28, 9], [6, 1], [10, 2],
  [12, 1], [13, 1], [6, 1], [8, 1], [11, 1], [10, 2], [8, 1], [11, 1], [8, 1], [6, 3], [5, 3], [6, 7],
  [7, 1], [8, 1], [15, 1], [6, 1], [12, 1], [10, 1], [13, 1], [6, 1], [7, 22], [8, 1], [7, 1], [8, 1],
  [13, 1], [19, 1], [13, 1], [14, 1], [6, 1], [15, 1], [5, 1], [6, 1], [5, 1], [6, 1], [5, 1], [6, 3],
  [5, 1], [7, 2], [6, 3], [5, 1], [6, 1], [7, 1], [6, 1], [5, 2], [6, 1], [7, 5], [15, 1], [11, 1], [14, 1],
  [13, 1], [28, 1], [20, 1], [22, 1], [20, 2], [22, 3], [23, 1], [22, 1], [23, 5], [24, 1], [23, 1], [24, 2],
  [22, 1], [23, 1], [24, 1], [23, 4], [21, 1], [22, 1], [23, 1], [22, 1], [23, 2], [24, 1], [22, 1], [21, 1],
  [20, 1], [22, 2], [23, 2], [21, 1], [23, 1], [22, 2], [24, 1], [21, 1], [22, 1], [23, 2], [21, 2], [22, 1],
  [21, 1], [23, 1], [22, 1], [23, 2], [20, 1], [22, 3], [23, 1], [22, 2], [23, 1], [26, 2], [20, 1], [19, 1],
  [22, 1], [23, 1], [22, 1], [25, 1], [26, 3], [27, 2], [26, 1], [24, 1], [25, 1], [19, 1], [21, 1], [26, 1],
  [27, 2], [26, 1], [27, 1], [24, 1], [21, 2], [26, 2], [28, 1], [27, 3], [20, 1], [24, 1], [20, 1], [21, 1],
  [22, 1], [21, 2], [23, 1], [22, 2], [25, 2], [24, 2], [26, 1], [23, 1], [26, 1], [27, 1], [26, 2], [27, 5],
  [28, 1], [27, 5], [26, 1], [30, 1],
];

/** Appendix A; there is no index 0. */
const staticTable: readonly Header[] = [
  ["", ""],
  [":authority", ""],
  [":method", "GET"],
  [":method", "POST"],
  [":path", "/"],
  [":path", "/index.html"],
  [":scheme", "http"],
  [":scheme", "https"],
  [":status", "200"],
  [":status", "204"],
  [":status", "206"],
  [":status", "304"],
  [":status", "400"],
  [":status", "404"],
  [":status", "500"],
  ["accept-charset", ""],
  ["accept-encoding", "gzip, deflate"],
  ["accept-language", ""],
  ["accept-ranges", ""],
  ["accept", ""],
  ["access-control-allow-origin", ""],
  ["age", ""],
  ["allow", ""],
  ["authorization", ""],
  ["cache-control", ""],
  ["content-disposition", ""],
  ["content-encoding", ""],
  ["content-language", ""],
  ["content-length", ""],
  ["content-location", ""],
  ["content-range", ""],
  ["content-type", ""],
  ["cookie", ""],
  ["date", ""],
  ["etag", ""],
  ["expect", ""],
  ["expires", ""],
  ["from", ""],
  ["host", ""],
  ["if-match", ""],
  ["if-modified-since", ""],
  ["if-none-match", ""],
  ["if-range", ""],
  ["if-unmodified-since", ""],
  ["last-modified", ""],
  ["link", ""],
  ["location", ""],
  ["max-forwards", ""],
  ["proxy-authenticate", ""],
  ["proxy-authorization", ""],
  ["range", ""],
  ["referer", ""],
  ["refresh", ""],
  ["retry-after", ""],
  ["server", ""],
  ["set-cookie", ""],
  ["strict-transport-security", ""],
  ["transfer-encoding", ""],
  ["user-agent", ""],
  ["vary", ""],
  ["via", ""],
  ["www-authenticate", ""],
];
