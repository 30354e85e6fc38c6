/** Words as people write them: which of them say something, and whether two are the same. Pure. */
export interface Named {
  readonly title: string;
  /** What it is: said next to the title. */
  readonly what?: string;
  /** Other words for it, with ", " between phrases. */
  readonly also?: string | undefined;
  /** All that it holds, where it is a row. */
  readonly text?: () => string;
}

export interface Sought {
  /** The words that say something, as they are written. */
  readonly said: readonly string[];
  /** The same without their endings, each once. */
  readonly words: readonly string[];
  /** How many words the longest of such phrases has that the text holds; 0 without one. */
  readonly phraseOf: (phrases: string) => number;
}

/** Words that every question has. */
const empty = new Set(
  (
    "a an and any are be been but by can could did do does for from get go got has have how i if in into is it its " +
    "let me my need of on or our please see should show so some somebody someone that the their them then there this " +
    "to us want was we were what when where which who why will with would you your not no now all at about"
  ).split(" "),
);

export function soughtIn(text: string): Sought {
  const all = wordsOf(text);
  const some = all.filter((word) => !empty.has(word));
  const said = some.length === 0 ? all : some;
  const whole = ` ${all.map(stem).join(" ")} `;
  return {
    said,
    words: [...new Set(said.map(stem))],
    phraseOf(phrases) {
      const lengths = phrases.split(", ").map((phrase) => {
        const own = wordsOf(phrase).map(stem);
        return own.length > 0 && whole.includes(` ${own.join(" ")} `) ? own.length : 0;
      });
      return Math.max(...lengths);
    },
  };
}

/** How much of what is sought a hit's words say: its name more than other words for it, and a slip less than the word. */
export function weightOf({ title, what = "", also = "" }: Named, word: string): number {
  return Math.max(3 * bestOf(title, word), 2 * bestOf(also, word), bestOf(what, word));
}

function bestOf(text: string, word: string): number {
  if (text === "") return 0;
  return Math.max(0, ...stemsOf(text).map((known) => likeness(known, word)));
}

const cached = new Map<string, readonly string[]>();
const mostCached = 20_000;

function stemsOf(text: string): readonly string[] {
  const known = cached.get(text);
  if (known !== undefined) return known;
  if (cached.size > mostCached) cached.clear();
  const stems = [
    ...new Set(
      wordsOf(text)
        .filter((word) => !empty.has(word))
        .map(stem),
    ),
  ];
  cached.set(text, stems);
  return stems;
}

/** 1 for the same word, less where one begins with the other, and least where a letter differs. */
function likeness(known: string, word: string): number {
  if (known === word) return 1;
  if (word.length >= 3 && known.startsWith(word)) return 0.8;
  if (known.length >= 4 && word.startsWith(known)) return 0.6;
  return word.length >= 5 && isSlip(known, word) ? 0.5 : 0;
}

/** Whether one letter is too many, missing, wrong, or changed places with the next. */
export function isSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one[0] !== other[0]) return false;
  let from = 0;
  while (from < one.length && one[from] === other[from]) from += 1;
  const [a, b] = [one.slice(from), other.slice(from)];
  const swapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return swapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/[^\p{L}\p{N}@.'-]+/u)
    .map((word) => word.replace(/^[.'-]+|[.'-]+$/g, "").replace(/'s$/, ""))
    .filter((word) => word !== "");
}

/** A word without its ending: `notified`, `notify` and `notifies` are one. */
function stem(word: string): string {
  if (word.length < 5 || /[\d@.]/.test(word)) return word.replace(/(?<=[a-z]{3})s$/, "");
  const short = word
    .replace(/(?:ied|ies)$/, "y")
    .replace(/(?:ings?|ers?|ed|es|s)$/, "")
    .replace(/(?<=[a-z]{3})e$/, "");
  return short.length < 3 ? word : short;
}
