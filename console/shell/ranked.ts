/**
 * What somebody who types means, of all that can be found: names win, then other words for the same, then what is
 * nearest. Pure.
 */
import { type Named, type Sought, soughtIn, weightOf } from "./spoken.ts";

export interface Answer<H> {
  readonly hits: readonly H[];
  /** `exact` where names have all of the words; `meant` where other words have; `near` where nothing has. */
  readonly how: "exact" | "meant" | "near";
}

/** So many are offered where none has all of the words. */
const mostNear = 8;

/** What somebody most likely means: the very title first, then what begins with the text, then the rest. */
export function ranked<H extends Named>(hits: readonly H[], text: string): readonly H[] {
  const sought = plain(text);
  const rank = ({ title }: H) => {
    const known = title.toLowerCase();
    if (known === sought) return 0;
    return known.startsWith(sought) ? 1 : 2;
  };
  return [...hits].sort((a, b) => rank(a) - rank(b));
}

/** The hits for a text, best first. Empty only where nothing that can be found is like it. */
export function answerTo<H extends Named>(all: readonly H[], text: string): Answer<H> {
  const words = plain(text).split(" ");
  const nameOf = ({ title, what = "" }: H) => `${title} ${what}`.toLowerCase();
  const exact = all.filter((hit) => words.every((word) => begins(nameOf(hit), word)));
  const sought = soughtIn(text);
  const scored = sought.words.length === 0 ? [] : scores(all, sought);
  const others = scored.filter(({ of }) => !exact.includes(of));
  const phrases = others.filter(({ said }) => said === words.length).map(({ of }) => of);
  if (exact.length > 0) return { hits: [...inOrder(exact, phrases, text)], how: "exact" };
  const meant = others.filter(({ whole, said }) => whole || said > 1).map(({ of }) => of);
  const holds = (known: string) => words.every((word) => known.includes(word));
  const held = all.filter((hit) => holds(nameOf(hit)) || holds((hit.text?.() ?? "").toLowerCase()));
  const found = [...new Set([...phrases, ...meant, ...held])];
  if (found.length > 0) return { hits: found, how: "meant" };
  const near = scored.filter(({ score }) => score > 0).slice(0, mostNear);
  return { hits: near.map(({ of }) => of), how: "near" };
}

/** What the text begins, then what it is another name of, then what has its words. */
function inOrder<H extends Named>(exact: readonly H[], phrases: readonly H[], text: string): readonly H[] {
  const sorted = ranked(exact, text);
  const sought = plain(text);
  const first = sorted.filter(({ title }) => title.toLowerCase().startsWith(sought));
  return [...first, ...phrases, ...sorted.slice(first.length)];
}

/** Whether a word of the text begins so. */
function begins(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return true;
  }
  return false;
}

interface Scored<H> {
  readonly of: H;
  readonly score: number;
  /** Whether it has all of the words. */
  readonly whole: boolean;
  /** How many words the phrase has that it shares with the text, word for word. */
  readonly said: number;
}

/** The rarer a word is among all that can be found, the more it says. */
function scores<H extends Named>(all: readonly H[], sought: Sought): readonly Scored<H>[] {
  const weights = all.map((hit) => sought.words.map((word) => weightOf(hit, word)));
  const rare = sought.words.map((_, at) => {
    const having = weights.filter((own) => (own[at] ?? 0) > 0).length;
    return Math.log(1 + all.length / (1 + having));
  });
  return all
    .map((of, index): Scored<H> => {
      const own = weights[index] ?? [];
      const sum = own.reduce((total, weight, at) => total + weight * (rare[at] ?? 0), 0);
      const share = own.filter((weight) => weight > 0).length / sought.words.length;
      const said = sought.phraseOf(of.also ?? "");
      return { of, score: sum * share + said * phraseWeight, whole: share === 1, said };
    })
    .sort((a, b) => b.score - a.score);
}

/** For each word of a phrase that the text has as it is. */
const phraseWeight = 4;

function plain(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, " ");
}
