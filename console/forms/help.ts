/** What a field's help says next to its description: its bounds, before they are broken, and its default. */
import { defaultLimits, defaultOf, type ItemField, maxInteger } from "../../src/kernel/field.ts";
import { isObject } from "../../src/kernel/validate.ts";
import { brief, measured, phrase, words } from "../parts/words.ts";
import { isDuration, spelled, writeNumber } from "./number.ts";
import * as texts from "./texts.ts";

/** @param label what stands above it: a description that says no more than that is left out */
export function helpOf(field: ItemField, label: string): string {
  const description = addsTo(label, field.description) ? plainly(field.description) : "";
  return [description, boundsOf(field), startOf(field)].filter((part) => part !== "").join(" ");
}

const fillers = new Set(texts.aAn.split(" "));

/** A name of the wire, such as total_query, that is not part of a path, a pair or anything quoted. */
const wireName = /(?<![\w"'`{<./:$=~-])[a-z]+(?:_[a-z]+)+(?![\w"'`}>/(:=~-]|\.\w)/g;

/** A member of a connector's settings by its path, such as config.url: its form calls it by its label. */
const memberPath = /\b(?:config|metadata)\.([a-z]+(?:_[a-z]+)*)\b/g;

/** A description in people's words: what is null to a program is an empty input, and fields go by their labels. */
export function plainly(description: string): string {
  return description
    .replace(/\bnull\b/g, "empty")
    .replace(/\bNull\b/g, texts.empty)
    .replace(memberPath, (_, name) => words(name))
    .replace(wireName, (name) => phrase(words(name)));
}

/** Whether a sentence has a word that is neither in the label nor one that only joins others. */
export function addsTo(label: string, sentence: string): boolean {
  const stems = (text: string) =>
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/(?:ed|es|s|d)$/, ""));
  const said = new Set([...stems(label), ...[...fillers].flatMap(stems)]);
  return stems(sentence).some((word) => !said.has(word));
}

function boundsOf(field: ItemField): string {
  switch (field.type) {
    case "text":
      // Its format says more than its length: a time of the day has five characters anyway.
      if (field.format !== undefined) return "";
      return field.min > 1 || field.max < defaultLimits.name
        ? texts.upToCharacters(field.min, field.max)
        : "";
    case "integer":
    case "number": {
      if (field.type === "integer" && field.choices !== undefined)
        return texts.oneOf(field.choices.join(", "));
      const { min, max } = field;
      const open = field.type === "number" && field.exclusive === true;
      const low = min > -maxInteger ? min : undefined;
      const high = max < maxInteger ? max : undefined;
      if (low === undefined && high === undefined) return "";
      const [least, most] = [low, high].map((bound) => (bound === undefined ? "" : amount(field, bound)));
      if (open) return texts.moreThanLessThan(least || texts.nothing, most || texts.anyBound);
      if (high === undefined) return `At least ${least}.`;
      return low === undefined ? `At most ${most}.` : `From ${least} to ${most}.`;
    }
    case "list":
      return field.min > 0
        ? texts.atLeastAtMost(field.min, field.max)
        : field.max < defaultLimits.items
          ? texts.atMost(field.max)
          : "";
    case "map":
      return field.maxEntries < defaultLimits.entries ? texts.atMostEntries(field.maxEntries) : "";
    default:
      return "";
  }
}

/** The default in words; "nothing" needs none. */
function startOf(field: ItemField): string {
  const start = defaultOf(field);
  if (start === undefined || start === null || start === "") return "";
  if (typeof start === "object" && Object.keys(start).length === 0) return "";
  // Items with fields of their own stand in the form, each with its labels.
  if (Array.isArray(start) && start.some(isObject)) return "";
  if (typeof start === "boolean") return texts.defaultOff(start);
  if (typeof start === "number") return texts.defaultField(defaultAmount(field, start));
  return texts.defaultStart(field.type === "choice" ? words(String(start)) : brief(start));
}

/** A length of time in the units in which people say it, a share with its sign, and any other number as it is. */
function amount(field: ItemField, value: number): string {
  const unit = "unit" in field ? field.unit : undefined;
  if (isDuration(unit)) return spelled(value, unit) ?? measured("", field, value);
  // To its last digit: it is a bound.
  return `${writeNumber(value)}${unit === "percent" ? "%" : ""}`;
}

function defaultAmount(field: ItemField, value: number): string {
  const unit = "unit" in field ? field.unit : undefined;
  if (unit === undefined || unit === "percent" || isDuration(unit)) return amount(field, value);
  return measured("", field, value);
}

/** What stands in an empty input. */
export function placeholderOf(field: ItemField, examples: Readonly<Record<string, string>>): string {
  const start = defaultOf(field);
  if (typeof start === "string" && start !== "") return start;
  if (typeof start === "number") return String(start);
  if (field.type !== "text") return "";
  return field.example ?? (field.format === undefined ? "" : (examples[field.format] ?? ""));
}
