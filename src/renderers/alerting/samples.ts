/** Values and labels that matchers take, and values that they almost take: what configurations are asked about. */

import type { Labels } from "./facts.ts";
import { holds, type Matcher, matcherOf } from "./matchers.ts";

/** All of them hold. */
export type Conjunction = readonly Matcher[];

/** Most values of one matcher. */
const mostValues = 24;

/** A value that no configuration names. */
export const strange = "something-else";

const budget = () => ({ steps: 10_000_000 });

/** Whether a label of this value, the empty one for none, has what the matcher wants. */
export function takes(matcher: Matcher, value: string): boolean {
  if (matcher.op === "=") return matcher.value === value;
  if (matcher.op === "!=") return matcher.value !== value;
  return holds(matcher, { [matcher.name]: value }, budget()) === true;
}

/** Values that the matcher takes; the empty one stands for a label that is not there. */
export function valuesTaken(matcher: Matcher): string[] {
  const proposed =
    matcher.op === "=" ? [matcher.value] : matcher.op === "=~" ? textsOf(matcher.value) : ["", strange];
  return [...new Set([...proposed, strange, ""])]
    .filter((value) => takes(matcher, value))
    .slice(0, mostValues);
}

/** Labels for which all of these hold; undefined where none are found. */
export function sampleOf(matchers: Conjunction): Labels | undefined {
  const byName = new Map<string, Matcher[]>();
  for (const matcher of matchers) byName.set(matcher.name, [...(byName.get(matcher.name) ?? []), matcher]);
  let labels: Labels = byName.has("alertname") ? {} : { alertname: "Example" };
  for (const [name, all] of byName) {
    const value = all.flatMap(valuesTaken).find((one) => all.every((matcher) => takes(matcher, one)));
    if (value === undefined) return undefined;
    labels = withLabel(labels, name, value);
  }
  return labels;
}

/** The same of matchers as rows have them; undefined also where one cannot be read. */
export function sampleOfTexts(matchers: readonly string[]): Labels | undefined {
  const read = matchers.flatMap((text) => matcherOf(text) ?? []);
  return read.length === matchers.length ? sampleOf(read) : undefined;
}

/** An empty value is a label that is not there. */
export function withLabel(labels: Labels, name: string, value: string): Labels {
  const { [name]: _, ...rest } = labels;
  return value === "" ? rest : { ...rest, [name]: value };
}

/** Values that it does not take: one that is there with more behind it or before it, none, and another one. */
export function valuesLeftOut(matcher: Matcher): string[] {
  const { op, value } = matcher;
  const near = op === "=" || op === "!=" ? [value] : textsOf(value).slice(0, 3);
  const proposed = [...near, ...near.map((one) => `${one}x`), ...near.map((one) => `x${one}`), "", strange];
  return [...new Set(proposed)].filter((one) => !takes(matcher, one)).slice(0, 4);
}

/** Texts that a regular expression of RE2 may match, each alternative among them. They are tried before they are used. */
export function textsOf(pattern: string): string[] {
  const reader = new PatternReader(pattern);
  return reader.alternatives().slice(0, mostValues);
}

class PatternReader {
  readonly #letters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#letters = Array.from(pattern);
  }

  alternatives(): string[] {
    const found = this.#sequence();
    while (this.#letters[this.#at] === "|") {
      this.#at += 1;
      found.push(...this.#sequence());
    }
    return [...new Set(found)].slice(0, mostValues);
  }

  #sequence(): string[] {
    let texts = [""];
    while (this.#at < this.#letters.length && !"|)".includes(this.#letters[this.#at] ?? "")) {
      const atoms = this.#repeated(this.#atom());
      texts = texts.flatMap((text) => atoms.map((atom) => text + atom)).slice(0, mostValues);
    }
    return texts;
  }

  #atom(): string[] {
    const letter = this.#letters[this.#at] ?? "";
    this.#at += 1;
    if (letter === "(") return this.#group();
    if (letter === "[") return this.#set();
    if (letter === "\\") return this.#escape();
    if (letter === ".") return ["x"];
    return letter === "^" || letter === "$" ? [""] : [letter];
  }

  #group(): string[] {
    const [head = ""] =
      /^\?(?:[a-zA-Z-]*\)|[a-zA-Z-]*:|P?<[^>]*>)/.exec(this.#letters.slice(this.#at).join("")) ?? [];
    this.#at += Array.from(head).length;
    if (head.endsWith(")")) return [""];
    const texts = this.alternatives();
    this.#at += 1;
    return texts;
  }

  /** A letter of it; of one that says what is not in it, any that is likely not named. */
  #set(): string[] {
    const not = this.#letters[this.#at] === "^";
    if (not) this.#at += 1;
    const letters: string[] = [];
    do {
      const letter = this.#letters[this.#at] ?? "";
      this.#at += 1;
      letters.push(...(letter === "\\" ? this.#escape() : [letter]));
    } while (this.#at < this.#letters.length && this.#letters[this.#at] !== "]");
    this.#at += 1;
    return not ? ["~", "x", "1"] : letters.filter((letter) => letter !== "-").slice(0, 3);
  }

  #escape(): string[] {
    const letter = this.#letters[this.#at] ?? "";
    this.#at += 1;
    const classes: Readonly<Record<string, string>> = { d: "1", w: "a", s: " ", D: "x", W: "-", S: "x" };
    if (letter === "b" || letter === "A" || letter === "z") return [""];
    return [classes[letter] ?? letter];
  }

  #repeated(texts: string[]): string[] {
    const letter = this.#letters[this.#at] ?? "";
    if (letter === "{") {
      const [count = "", least = "1"] = /^\{(\d+)[^}]*\}/.exec(this.#letters.slice(this.#at).join("")) ?? [];
      if (count === "") return texts;
      this.#at += count.length;
      return this.#lazily(texts.map((text) => text.repeat(Math.min(Number(least), 100))));
    }
    if (letter !== "*" && letter !== "+" && letter !== "?") return texts;
    this.#at += 1;
    return this.#lazily(letter === "+" ? texts : ["", ...texts]);
  }

  /** A question mark behind it only says which of its matches is taken first. */
  #lazily(texts: string[]): string[] {
    if (this.#letters[this.#at] === "?") this.#at += 1;
    return texts;
  }
}
