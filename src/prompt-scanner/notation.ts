/**
 * How an entry of a phrase table reads: "(a|b)" chooses, "?" makes the letter or group before it
 * optional, "*" lets a word end in any way, and "~" lets a few words in.
 */

/** Splits a table into its entries, which stand apart by commas or line breaks. */
export function entriesOf(table: string): string[] {
  return table
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/**
 * Cuts an entry into pieces and spells out each, so that what is spelled out grows with the sum of the
 * choices and not with their product. It is cut at the spaces that stand in no group and, in a script
 * that is written without spaces, around every group. An empty spelling is a piece that may be left out.
 */
export function piecesOf(entry: string): string[][] {
  const cutsAroundGroups = dense.test(entry);
  const chars = Array.from(entry);
  const pieces: string[] = [];
  let piece = "";
  let depth = 0;
  const split = (): void => {
    pieces.push(piece);
    piece = "";
  };
  for (const [at, char] of chars.entries()) {
    if (char === "(" && depth++ === 0 && cutsAroundGroups) split();
    if (char === ")") depth--;
    if (char === " " && depth === 0 && chars[at + 1] !== "?") split();
    else piece += char;
    const isGroupEnd = depth === 0 && (char === ")" || (char === "?" && chars[at - 1] === ")"));
    if (isGroupEnd && cutsAroundGroups && chars[at + 1] !== "?") split();
  }
  if (depth !== 0) throw new Error(`unbalanced group in the phrase "${entry}"`);
  return [...pieces, piece].filter((text) => text.trim() !== "").map(spellOut);
}

const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function spellOut(notation: string): string[] {
  const reader = { text: notation, at: 0 };
  const spellings = readChoice(reader);
  return [...new Set(spellings.map((spelling) => spelling.replace(/\s+/g, " ").trim()))];
}

interface Reader {
  readonly text: string;
  at: number;
}

function readChoice(reader: Reader): string[] {
  const spellings = readSequence(reader);
  while (reader.text[reader.at] === "|") {
    reader.at++;
    spellings.push(...readSequence(reader));
  }
  return spellings;
}

function readSequence(reader: Reader): string[] {
  let spellings = [""];
  for (;;) {
    const choices = readPart(reader);
    if (choices === undefined) return spellings;
    const longer: string[] = [];
    for (const before of spellings) for (const choice of choices) longer.push(before + choice);
    spellings = longer;
  }
}

const plainRun = /[^(|)?]+(?!\?)/uy;

function readPart(reader: Reader): string[] | undefined {
  const char = reader.text[reader.at];
  if (char === undefined || char === "|" || char === ")") return undefined;
  let choices: string[];
  if (char === "(") {
    reader.at++;
    choices = readChoice(reader);
    reader.at++;
  } else {
    // As many letters as none of them is optional, or else one.
    plainRun.lastIndex = reader.at;
    const run = plainRun.exec(reader.text)?.[0] ?? char;
    choices = [run];
    reader.at += run.length;
  }
  if (reader.text[reader.at] !== "?") return choices;
  reader.at++;
  return [...choices, ""];
}
