/** The few forms of ASN.1 DER that a certificate consists of. */

/** One element: its tag, the length of its content, its content. */
export function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(body.length)]), body]);
}

export const sequence = (...items: readonly Uint8Array[]): Buffer => element(0x30, ...items);
export const setOf = (...items: readonly Uint8Array[]): Buffer => element(0x31, ...items);
export const octetString = (content: Uint8Array): Buffer => element(0x04, content);
export const utf8String = (text: string): Buffer => element(0x0c, Buffer.from(text));
export const yes = (): Buffer => element(0x01, Buffer.of(0xff));

/** `[n] EXPLICIT`: a field that is distinguished from its peers by its number. */
export const explicit = (n: number, content: Uint8Array): Buffer => element(0xa0 + n, content);

/** A non-negative integer, in the fewest bytes: DER forbids others, and Go refuses negative serials. */
export function integer(bytes: Uint8Array): Buffer {
  const firstUsed = bytes.findIndex((byte) => byte !== 0);
  const magnitude = firstUsed === -1 ? Buffer.of(0) : Buffer.from(bytes.subarray(firstUsed));
  const looksNegative = (magnitude[0] ?? 0) >= 0x80;
  return element(0x02, looksNegative ? Buffer.of(0) : Buffer.alloc(0), magnitude);
}

/** Bits, of which the last `unused` of the last byte do not count. */
export function bitString(content: Uint8Array, unused = 0): Buffer {
  return element(0x03, Buffer.of(unused), content);
}

/** An object identifier in its dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** A point in time to the second: two-digit years end in 2049. */
export function time(date: Date): Buffer {
  const digits = `${date.toISOString().replace(/\D/g, "").slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2)))
    : element(0x18, Buffer.from(digits));
}

/** Lengths from 128 on are preceded by the number of their bytes. */
function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
}

/** Seven bits a byte, the high bit set on all but the last. */
function base128(number: number): number[] {
  const bytes = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift((rest % 128) + 128);
  }
  return bytes;
}
