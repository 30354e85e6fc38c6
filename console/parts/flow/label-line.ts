/** Labels in one line as people type them: `service=checkout severity=critical`, and what could come next. Pure. */
import type { KnownLabel } from "../../api/flow-shapes.ts";

export interface Line {
  readonly labels: Readonly<Record<string, string>>;
  /** What cannot be read yet, such as the beginning of a name. */
  readonly unread: readonly string[];
}

/** A name, or a name with its value; a value with gaps stands in quotes. */
const word = /(?:[^\s",=]|"[^"]*")+(?:=(?:"(?:[^"\\]|\\.)*"?|[^\s",]*))?/g;

/** Commas, braces and line breaks between labels mean nothing, so that a selector can be pasted. */
export function readLine(text: string): Line {
  const labels: Record<string, string> = {};
  const unread: string[] = [];
  for (const [token] of text.replace(/^\s*\{|\}\s*$/g, "").matchAll(word)) {
    const at = token.indexOf("=");
    if (at < 1) unread.push(token);
    else {
      const value = unquoted(token.slice(at + 1));
      if (value === "") unread.push(token);
      else labels[token.slice(0, at)] = value;
    }
  }
  return { labels, unread };
}

/** In the form in which {@link readLine} reads it. */
export function writeLine(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join(" ");
}

export interface Offer {
  /** The whole line with it. */
  readonly line: string;
  /** The label or the value alone. */
  readonly text: string;
  /** Alerts of the last week that have it. */
  readonly count: number;
}

const mostOffers = 12;

/** What the last word of the line may become. */
export function offersFor(text: string, known: readonly KnownLabel[]): readonly Offer[] {
  const begun = /(?:^|[\s,{])([^\s,{]*)$/.exec(text)?.[1] ?? "";
  const before = text.slice(0, text.length - begun.length);
  const at = begun.indexOf("=");
  const has = (one: string, sought: string) => one.toLowerCase().includes(sought.toLowerCase());
  if (at < 0) {
    const given = readLine(before).labels;
    return known
      .filter(({ name }) => has(name, begun) && given[name] === undefined)
      .slice(0, mostOffers)
      .map(({ name, count }) => ({ line: `${before}${name}=`, text: name, count }));
  }
  const [name, sought] = [begun.slice(0, at), begun.slice(at + 1).replace(/^"/, "")];
  const values = known.find((label) => label.name === name)?.values ?? [];
  if (values.some(({ value }) => value === sought)) return [];
  return values
    .filter(({ value }) => has(value, sought))
    .slice(0, mostOffers)
    .map(({ value, count }) => ({ line: `${before}${name}=${quoted(value)} `, text: value, count }));
}

function quoted(value: string): string {
  return /^[^\s",={}]+$/.test(value) ? value : JSON.stringify(value);
}

function unquoted(value: string): string {
  if (!value.startsWith('"')) return value;
  return value.replace(/^"|"$/g, "").replace(/\\(["\\])/g, "$1");
}
