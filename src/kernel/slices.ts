/** Long texts a slice at a time: to encode and write all of one at once takes many milliseconds. */
const sliceLength = 65_536;

/** The text, in slices that no character is cut by. */
export function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + sliceLength;
    const next = isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end;
    yield text.slice(at, next);
    at = next;
  }
}

/** The first half of a character that has two code units. */
function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
