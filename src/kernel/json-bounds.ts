/**
 * How much a body may hold beside its bytes: V8 takes about fifty times as long for a mebibyte of small members
 * as for one long text. The bounds lie beyond what any row can hold, so that they refuse what no kind takes.
 */

/** Objects and lists within each other, the outermost included. */
export const maxDepth = 64;
/** Members of all objects and items of all lists together. A row with every list full has about 30,000. */
export const maxValues = 40_000;
/** Members of one object. The largest that a field takes has 64. */
export const maxMembers = 1_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * What is too much about the JSON, as the end of a sentence, or undefined. One pass over the bytes that looks
 * at punctuation outside of texts only; whether it is JSON at all is for the parser to say.
 */
export function excessOf(json: Buffer): string | undefined {
  const members = new Int32Array(maxDepth + 1);
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case quote:
        at = endOfText(json, at);
        break;
      case openList:
      case openObject:
        depth += 1;
        if (depth > maxDepth) return `is nested more than ${maxDepth} deep`;
        members[depth] = 0;
        values += 1;
        break;
      case closeList:
      case closeObject:
        depth = Math.max(0, depth - 1);
        break;
      case comma:
        values += 1;
        break;
      case colon:
        members[depth] = (members[depth] ?? 0) + 1;
        if ((members[depth] ?? 0) > maxMembers) return `has an object of more than ${maxMembers} members`;
        break;
    }
    if (values > maxValues) return `holds more than ${maxValues} members and items`;
  }
  return undefined;
}

/** Where the text that begins at a quote ends: at a quote before which an even number of backslashes stands. */
function endOfText(json: Buffer, start: number): number {
  for (let at = json.indexOf(quote, start + 1); at !== -1; at = json.indexOf(quote, at + 1)) {
    let slashes = 0;
    while (json[at - 1 - slashes] === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return json.length;
}
