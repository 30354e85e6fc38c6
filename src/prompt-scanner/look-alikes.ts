/**
 * Letters that are always another letter in disguise (small capitals, squared letters, flags' letters),
 * and the two spellings one word may have. Whole words of another script are no disguise, so the
 * Cyrillic and Greek look-alikes are folded word by word: see `latinTwin` and `cyrillicTwin`.
 */
export function foldLookAlike(char: string): string {
  const plain = disguises.get(char);
  if (plain !== undefined) return plain;
  const point = char.codePointAt(0) ?? 0;
  for (const [first, last] of alphabets) {
    if (point >= first && point <= last) return String.fromCharCode(97 + ((point - first) % 26));
  }
  return char;
}

/** The word in Latin letters, if every letter of it is Latin or looks so. */
export function latinTwin(word: string): string | undefined {
  return twin(word, latinOf, isLatin);
}

/** The word in Cyrillic letters, if every letter of it is Cyrillic or looks so. */
export function cyrillicTwin(word: string): string | undefined {
  return twin(word, cyrillicOf, isCyrillic);
}

/** The words that digits and signs may stand for ("1gn0r3"); a 1 is an i or an l. */
export function leetTwins(word: string): string[] {
  if (!/\p{L}/u.test(word) || !/[0-9@$]/.test(word) || word.length > 24) return [];
  const unmasked = word.replace(/[023456789@$]/g, (sign) => leet.get(sign) ?? sign);
  return unmasked.includes("1") ? [unmasked.replaceAll("1", "i"), unmasked.replaceAll("1", "l")] : [unmasked];
}

const isLatin = (char: string): boolean => /\p{Script=Latin}/u.test(char);
const isCyrillic = (char: string): boolean => /\p{Script=Cyrillic}/u.test(char);

/** Longer words are not words, and a bound keeps the work per word constant. */
const longestTwin = 40;

function twin(
  word: string,
  table: ReadonlyMap<string, string>,
  isNative: (char: string) => boolean,
): string | undefined {
  if (word.length > longestTwin) return undefined;
  let folded = "";
  for (const char of word) {
    const letter = table.get(char) ?? (isNative(char) ? char : undefined);
    if (letter === undefined) return undefined;
    folded += letter;
  }
  return folded;
}

/** Runs of 26 letters in order: negative circled, negative squared and regional indicator letters. */
const alphabets: readonly (readonly [number, number])[] = [
  [0x1f150, 0x1f169],
  [0x1f170, 0x1f189],
  [0x1f1e6, 0x1f1ff],
];

function pairs(table: string): Map<string, string> {
  return new Map(
    table
      .trim()
      .split(/\s+/)
      .map((pair) => {
        const [from = "", to = ""] = Array.from(pair);
        return [from, to];
      }),
  );
}

const leet = pairs("0o 2z 3e 4a 5s 6g 7t 8b 9g @a $s");

const disguises = new Map<string, string>([
  ...pairs(`
    ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ꞯq ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz
    ıi łl øo đd ħh ŧt ɑa ɡg ɩi ɨi ʋu ɐa ǝe ƒf ƙk ɓb ɗd ɠg ƭt ʟl ᶅl ʂs ɾr ʐz ȷj
    ’' ‘' ʼ' ′' ＇' “" ”" „" ‟" «" »" 「" 」" 『" 』" ‹' ›' ″"
    ‐- ‑- ‒- –— −- ۔. ∶: ꞉:
  `),
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["þ", "th"],
  ["\u2800", " "],
]);

const latinOf = pairs(`
  аa вb еe ёe кk мm нh оo рp сc тt уy хx іi їi јj ѕs ԁd ԛq ԝw һh ьb пn гr ӏl ґr ҽe
  αa βb γy εe ζz ηn ιi κk μu νv οo ρp σo τt υu χx ωw
  աw օo ցg հh ոn սu ռn զq ѡw ƽs յj բp ԍg ѵv
`);

const cyrillicOf = pairs(`
  aа bв cс eе hн iі jј kк mм oо pр sѕ tт xх yу αа εе οо ρр τт κк νи
`);
