/** Alertmanager's matchers in all their forms: `match`, `match_re`, and `matchers` in the older and the newer grammar. */
import type { Json } from "../../../../kernel/field.ts";
import { isObject } from "../../../../kernel/validate.ts";
import { type Matcher, matcherOf } from "../../../../renderers/alerting/matchers.ts";
import { cut, quoted } from "../quoted.ts";

/** Why a matcher cannot be read, in a sentence that begins with it. */
export class UnreadableMatcher extends Error {}

/** `match` and `match_re`: a label's value, or its expression, by its name. */
export function matchersInMap(map: Json | undefined, op: "=" | "=~"): Matcher[] {
  if (!isObject(map)) return [];
  return Object.entries(map).map(([name, value]) => {
    if (value === null && op === "=~") throw new UnreadableMatcher(`${name} has no regular expression`);
    return { name, op, value: value === null ? "" : String(value) };
  });
}

/** Grafana's triples: a name, an operator and a value. */
export function matchersInTriples(triples: Json | undefined): Matcher[] {
  if (!Array.isArray(triples)) return [];
  return triples.map((triple: Json) => {
    const [name, op, value] = Array.isArray(triple) ? triple.map(String) : [];
    if (name === undefined || value === undefined || !isOperator(op))
      throw new UnreadableMatcher(
        `${cut(JSON.stringify(triple))} is no matcher; write ["label", "=", "value"]`,
      );
    return { name, op, value };
  });
}

function isOperator(text: string | undefined): text is Matcher["op"] {
  return text === "=" || text === "!=" || text === "=~" || text === "!~";
}

/**
 * What one item of `matchers` says, which may be several of them in braces. As Alertmanager does it while it knows both
 * grammars (matcher/compat, `FallbackMatchersParser`): the newer one, but for what only the older one reads, or reads otherwise.
 * @throws UnreadableMatcher
 */
export function matchersInText(text: string): Matcher[] {
  const inner = text.trim().replace(/^\{/, "").replace(/\}$/, "");
  return partsAtCommas(inner).map((part) => {
    const [older, newer] = [olderMatcher(part), matcherOf(part)];
    const found = older ?? newer;
    if (found === undefined) throw new UnreadableMatcher(`${quoted(part)} is no matcher`);
    return found;
  });
}

/** What stands between commas that are not in quotes, as it is written. */
export function partsAtCommas(text: string): string[] {
  const found: string[] = [];
  let [part, quoted, escaped] = ["", false, false];
  for (const letter of text) {
    if (letter === "," && !quoted) {
      found.push(part);
      part = "";
      continue;
    }
    if (letter === '"' && !escaped) quoted = !quoted;
    escaped = letter === "\\" && !escaped;
    part += letter;
  }
  return [...found, part].filter((one, index, all) => one.trim() !== "" || index < all.length - 1);
}

/** The grammar before 0.27 (pkg/labels, `ParseMatcher`): quotes around the value may be left out. */
function olderMatcher(text: string): Matcher | undefined {
  const [, name, op, raw] = /^\s*([a-zA-Z_:][a-zA-Z0-9_:]*)\s*(=~|=|!=|!~)\s*([\s\S]*?)\s*$/.exec(text) ?? [];
  if (name === undefined || raw === undefined || !isOperator(op)) return undefined;
  const opened = raw.startsWith('"');
  const rest = opened ? raw.slice(1) : raw;
  let [value, closed] = ["", !opened];
  for (let at = 0; at < rest.length; at += 1) {
    const letter = rest.charAt(at);
    const next = rest.charAt(at + 1);
    if (letter === "\\" && next !== "") {
      value += next === "n" ? "\n" : next === '"' || next === "\\" ? next : `\\${next}`;
      at += 1;
    } else if (letter === '"') {
      if (!opened || at < rest.length - 1) return undefined;
      closed = true;
    } else value += letter;
  }
  return closed ? { name, op, value } : undefined;
}
