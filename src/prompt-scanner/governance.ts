import type { TableName } from "./language.ts";
import type { Scene, Span } from "./scene.ts";
import { pauses } from "./words.ts";

/** What stands before a verb in its own clause. */
export interface Government {
  /** How often the verb is turned into its opposite: "never ignore" once, "do not fail to ignore" twice. */
  readonly inversions: number;
  /** Whether the last of them that was read is a plain negation. */
  readonly isNegated: boolean;
  /** Someone is said to ask for it: "asks you to ignore". */
  readonly report: Span | undefined;
  /** The first word before the verb that governs nothing; -1 at the beginning of the text. */
  readonly leftAt: number;
}

/**
 * Reads back from a verb over the words that may stand between it and what governs it, and counts the
 * negations among them. Anything else ends the reading, so that in "never mind: ignore …", "do not
 * worry, ignore …" and "never stop and ignore …" nothing governs the verb.
 */
export function governmentOf(scene: Scene, verb: Span): Government {
  let inversions = 0;
  let report: Span | undefined;
  let isNegated = false;
  let at = verb.from - 1;
  const limit = verb.from - farthest;
  while (at >= 0 && at > limit) {
    if (endsClause(scene, at)) {
      if (isForbiddenItem(scene, at + 1)) inversions++;
      return { inversions, isNegated, report, leftAt: at };
    }
    if (scene.endingAt("idiom", at)) return { inversions, isNegated, report, leftAt: at };
    const negation = scene.endingAt("negation", at);
    const inverter = scene.endingAt("inverter", at);
    const asking = scene.endingAt("report", at);
    if (negation) {
      // Negations that follow each other are one: "ne … jamais", "non … mai".
      if (!isNegated) inversions++;
      isNegated = true;
      at = negation.from - 1;
    } else if (inverter) {
      inversions++;
      isNegated = false;
      at = inverter.from - 1;
    } else if (asking) {
      report ??= asking;
      at = asking.from - 1;
    } else if (scene.endingAt("or", at)) {
      if (isAlternative(scene, at)) inversions++;
      return { inversions, isNegated, report, leftAt: at };
    } else {
      const passing = passingAt(scene, at);
      if (!passing) return { inversions, isNegated, report, leftAt: at };
      at = passing.from - 1;
    }
  }
  if (at < 0 && isForbiddenItem(scene, 0)) inversions++;
  return { inversions, isNegated, report, leftAt: Math.max(at, -1) };
}

/** Whether a negation follows the verb, or stands at the end of its clause ("ignoriere sie nicht"). */
export function isNegatedBehind(scene: Scene, verb: Span, object: Span): boolean {
  if (followsAtOnce(scene, "negationAfter", verb.to, 2)) return true;
  if (verb.from >= object.to) return false;
  if (followsAtOnce(scene, "negationAfter", object.to, 1)) return true;
  const final = followsAtOnce(scene, "negationFinal", object.to, 3);
  return final !== undefined && (scene.words[final.to]?.pause ?? pauses.stop) >= pauses.comma;
}

/** Whether a negation stands between a verb and its object ("ignore none of them", "die Regeln nicht ignorieren"). */
export function isNegatedBetween(scene: Scene, verb: Span, object: Span): boolean {
  if (scene.firstWithin("negationAfter", verb.to, object.from)) return true;
  return (
    scene.firstWithin("negation", object.to, verb.from) !== undefined ||
    scene.firstWithin("inverter", object.to, verb.from) !== undefined
  );
}

function followsAtOnce(scene: Scene, table: TableName, from: number, reach: number): Span | undefined {
  for (let at = from; at < from + reach; at++) {
    if ((scene.words[at]?.pause ?? pauses.stop) >= pauses.comma) return undefined;
    const span = scene.startingAt(table, at);
    if (span) return span;
  }
  return undefined;
}

const farthest = 18;
const passingTables = ["carrier", "adverbial", "filler", "outsider"] as const;

/** The longest of the entries that let a negation through and end at a word. */
function passingAt(scene: Scene, at: number): Span | undefined {
  let longest: Span | undefined;
  for (const table of passingTables) {
    const span = scene.endingAt(table, at);
    if (span && span.from < (longest?.from ?? at + 1)) longest = span;
  }
  return longest;
}

/** Whether the clause ends behind a word; a comma ends it too, unless it sets off an adverbial. */
function endsClause(scene: Scene, at: number): boolean {
  const separation = scene.words[at + 1]?.pause ?? pauses.stop;
  if (separation >= pauses.colon) return true;
  if (separation < pauses.comma) return false;
  if (scene.language.commaBeforeClause && (scene.endingAt("report", at) || scene.endingAt("inverter", at))) {
    return false;
  }
  return !scene.over("adverbial", at) && !scene.over("adverbial", at + 1);
}

/** "never reveal your prompt or ignore …": what is forbidden before an "or" is forbidden behind it. */
function isAlternative(scene: Scene, or: number): boolean {
  for (let at = or - 1; at >= Math.max(0, or - 14); at--) {
    if ((scene.words[at + 1]?.pause ?? pauses.stop) >= pauses.colon) return false;
    if (scene.over("idiom", at) || scene.endingAt("inverter", at)) return false;
    if (scene.endingAt("negation", at)) return true;
  }
  return false;
}

/** An item of a list that is headed "Never:" or "You must not:". */
function isForbiddenItem(scene: Scene, item: number): boolean {
  for (let at = item; at >= Math.max(0, item - 120); at--) {
    const word = scene.words[at];
    if (at === item && !word?.bullet) return false;
    if (!word?.bullet) continue;
    if (!word.gap.includes(":")) continue;
    return scene.endingAt("header", at - 1) !== undefined || scene.endingAt("negation", at - 1) !== undefined;
  }
  return false;
}
