/**
 * URLs that carry out what a model knows: an image is fetched as soon as its answer is shown, so that a placeholder
 * in its address sends what is put there. Names of things that dashboards are opened by are not what is meant.
 */
import type { Passage } from "./finding.ts";

export function findCarriers(content: string): Passage[] {
  const found: Passage[] = [];
  for (const { 0: url, index: start } of content.matchAll(urls)) {
    if (carries(url)) found.push({ category: "exfiltration", start, end: start + url.length });
  }
  for (const { 0: image, index: start } of content.matchAll(openImages))
    found.push({ category: "exfiltration", start, end: start + image.length });
  return found;
}

/** What stands for something else: {{x}}, {x}, ${x}, <x>, [x]; and the arguments of a function. */
const slot =
  /\{\{[^{}\n]{1,100}\}\}|\{[^{}\n]{1,100}\}|<[^<>\n]{1,100}>|\[[^[\]\n]{1,100}\]|\([^()\n]{1,100}\)/;

/** A URL goes on until a blank, a quote or a bracket; slots in it may have blanks. Every quantifier is bounded. */
const urls = new RegExp(
  `(?:https?:|(?<=\\]\\([ \\t]{0,3}<?))//(?:${slot.source}|[^\\s<>[\\]{}()"'\`]){1,1000}`,
  "giu",
);

/** An image whose last parameter is to be filled in: ![](https://…?d=). */
const openImages =
  /!\[[^\]\n]{0,200}\]\([ \t]{0,3}<?(?:https?:)?\/\/[^)\s]{1,500}[?&][\w.-]{1,40}=[ \t]{0,3}\)/giu;

function carries(url: string): boolean {
  const slots = Array.from(url.matchAll(new RegExp(slot, "gu")), ([text]) => text);
  // A value in capitals stands for something, as DATA does.
  const values = Array.from(url.matchAll(/[=/]([A-Z][A-Z_-]{2,60})(?=$|[&#./?])/gu), ([, text = ""]) => text);
  return [...slots, ...values].some((text) => isOfTalk(text));
}

/** Whether a placeholder's words are what was said, or what nobody outside is to know. */
function isOfTalk(placeholder: string): boolean {
  const words = placeholder
    .replace(/([a-z])([A-Z])/gu, "$1 $2")
    .toLowerCase()
    .replace(/data[ _-]?(?:source|base|center|centre)s?/gu, " ")
    .split(/[^a-z]+/u)
    .filter((word) => word !== "");
  // An id opens a page; what it is the id of stays where it is.
  if (words.length <= 3 && /^ids?$/.test(words.at(-1) ?? "")) return false;
  return words.some((word, at) => talk.has(word) || secretPairs.has(`${words[at - 1] ?? ""} ${word}`));
}

const talk = new Set(
  `conversation conversations chat chats dialogue transcript history context memory prompt prompts instructions
  message messages question answer answers reply response responses output outputs input inputs text content contents
  summary findings secret secrets password passwords passphrase credential credentials token tokens apikey apikeys
  cookie cookies session pii encoded everything data info information`.split(/\s+/),
);
const secretPairs = new Set(
  ["api", "access", "private", "secret", "signing"].flatMap((of) => [`${of} key`, `${of} keys`]),
);
