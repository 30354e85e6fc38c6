/** Text that is read from the left and knows its columns: what parsers of matchers and patterns stand on. */

/** Text whose every code unit, and whose end, knows its column in what the caller gave. */
export interface Source {
  readonly text: string;
  readonly columns: readonly number[];
}

export function sourceOf(text: string): Source {
  const source = new SourceBuilder().addRun(text, 1).endAt(Array.from(text).length + 1);
  const half = /\p{Surrogate}/u.exec(text);
  if (half)
    throw new Scanner(source).refusal("expected Unicode text, not half of a surrogate pair", half.index);
  return source;
}

export class SourceBuilder {
  private text = "";
  private readonly columns: number[] = [];

  /** Adds text that all stems from one column: an escape. */
  add(text: string, column: number): this {
    this.text += text;
    for (let unit = 0; unit < text.length; unit++) this.columns.push(column);
    return this;
  }

  /** Adds text as it was written, from this column on. */
  addRun(text: string, column: number): this {
    let next = column;
    for (const char of text) this.add(char, next++);
    return this;
  }

  endAt(column: number): Source {
    return { text: this.text, columns: [...this.columns, column] };
  }
}

const oneMatcher =
  "write one matcher per list item, without braces, and quote a part that contains braces or commas";
const useQuotes = "put a name or value with spaces or reserved characters in double quotes";

/** Takes text from the left by sticky regular expressions. */
export class Scanner {
  at = 0;
  private readonly source: Source;

  constructor(source: Source) {
    this.source = source;
  }

  get ended(): boolean {
    return this.at >= this.source.text.length;
  }

  /** The code unit that comes next; empty at the end. */
  get next(): string {
    return this.source.text.charAt(this.at);
  }

  get column(): number {
    return this.columnAt(this.at);
  }

  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.source.text);
  }

  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source.text);
    if (!found) return undefined;
    this.at = pattern.lastIndex;
    return found;
  }

  refusal(message: string, at = this.at): MatcherRefusal {
    return new MatcherRefusal(message, this.columnAt(at));
  }

  /** A refusal of what stands here outside of quotes, or of the end, for which the way out is another. */
  unexpected(expected: string, wayOutAtEnd = ""): MatcherRefusal {
    if (this.ended) return this.refusal(`expected ${expected}${wayOutAtEnd}`);
    const next = String.fromCodePoint(this.source.text.codePointAt(this.at) ?? 0);
    const shown = /["\\]/.test(next) ? `'${next}'` : JSON.stringify(next);
    return this.refusal(`expected ${expected}, not ${shown}: ${/[{},]/.test(next) ? oneMatcher : useQuotes}`);
  }

  private columnAt(at: number): number {
    return this.source.columns[at] ?? 1;
  }
}

/** Why a matcher is refused, and where; parseMatcher turns it into its answer. */
export class MatcherRefusal extends Error {
  readonly column: number;

  constructor(message: string, column: number) {
    super(message);
    this.column = column;
  }
}

/** The character a number names, if UTF-8 can hold it. */
export function scalar(digits: string | undefined, radix: number, scanner: Scanner, start: number): string {
  const codePoint = Number.parseInt(digits ?? "", radix);
  if (codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint <= 0xdfff))
    return String.fromCodePoint(codePoint);
  throw scanner.refusal("expected the number of a Unicode character", start);
}

export function codePointOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}

export function isPatternSource(source: string): boolean {
  try {
    new RegExp(source, "v");
    return true;
  } catch {
    return false;
  }
}
