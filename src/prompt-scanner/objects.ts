import type { TableName } from "./language.ts";
import type { Scene, Span } from "./scene.ts";
import { pauses } from "./words.ts";

/** What a verb is directed at: a noun with what qualifies it. */
export interface ObjectPhrase extends Span {
  /** It can only mean the instructions in force ("your rules"), not any instructions at all. */
  readonly isTelling: boolean;
  /** It is the model's own ("your", "system", "initial"). */
  readonly isOwn: boolean;
  /** Its noun names other things as well, such as rules or messages. */
  readonly isMatter: boolean;
}

/** The phrases that name the instructions in force: "all of the previous rules", "what you were told". */
export function instructionPhrases(scene: Scene): ObjectPhrase[] {
  const phrases: ObjectPhrase[] = scene
    .all("told")
    .map((span) => ({ ...span, isTelling: true, isOwn: true, isMatter: false }));
  for (const table of ["instruction", "rule", "matter"] as const) {
    for (const noun of scene.all(table)) {
      const phrase = qualified(scene, noun, table);
      if (phrase) phrases.push(phrase);
    }
  }
  return phrases;
}

/** The phrases that extraction asks for: "the system prompt", "your instructions". */
export function promptPhrases(scene: Scene, instructions: readonly ObjectPhrase[]): Span[] {
  const named = scene.all("prompt").filter((prompt) => {
    if (scene.isCompound(prompt) || scene.joinedAt("domain", prompt.to)) return false;
    return !scene.over("indefinite", prompt.from - 1) && !isElsewhere(scene, prompt);
  });
  const meant = instructions.filter(
    (phrase) => (phrase.isOwn || (phrase.isTelling && !phrase.isMatter)) && !isElsewhere(scene, phrase),
  );
  return [...named, ...meant];
}

type Noun = "instruction" | "rule" | "matter";

function qualified(scene: Scene, noun: Span, table: Noun): ObjectPhrase | undefined {
  if (scene.isCompound(noun)) return undefined;
  const before = qualifiersBefore(scene, noun);
  if (before.isOfTrade || (table === "matter" && before.isOthers)) return undefined;
  const behind = qualifiersBehind(scene, noun);
  const isOwn = before.isOwn || behind.isOwn || scene.over("own", noun.from) !== undefined;
  const isDated = (before.isDated || behind.isDated) && table === "instruction";
  const isTelling = isOwn || isDated || before.isStanding || behind.isStanding;
  const isMatter = table !== "instruction";
  if (!isTelling && (isMatter || !before.isWeak)) return undefined;
  const phrase = { from: before.from, to: behind.to, isTelling, isOwn, isMatter };
  const isClosed = behind.isOwn || behind.isStanding;
  return !isClosed && isOfData(scene, phrase) ? undefined : phrase;
}

/** "the message above the trace", "the system message of the kernel": it belongs to something else. */
function isElsewhere(scene: Scene, { to }: Span): boolean {
  if (scene.joinedAt("article", to)) return true;
  const isOfSomething = scene.joinedAt("belonging", to) !== undefined;
  if (!isOfSomething && !scene.joinedAt("scope", to)) return false;
  for (let at = to; at < to + 7 && (scene.words[at]?.pause ?? pauses.stop) < pauses.stop; at++) {
    if (scene.startingAt("own", at) || scene.startingAt("instruction", at)) return false;
    if (!isOfSomething && scene.startingAt("data", at)) return true;
  }
  return isOfSomething;
}

const qualifierReach = 7;
const unknownQualifiers = 2;

function qualifiersBefore(scene: Scene, noun: Span) {
  const found = {
    from: noun.from,
    isOwn: false,
    isStanding: false,
    isDated: false,
    isWeak: false,
    /** "previous runbook instructions" are not the model's. */
    isOfTrade: false,
    /** "my previous message". */
    isOthers: false,
  };
  let unknown = 0;
  let sawTrade = false;
  for (let at = noun.from - 1; at >= Math.max(0, noun.from - qualifierReach); at--) {
    if ((scene.words[at + 1]?.pause ?? pauses.stop) >= pauses.colon) break;
    const isOwn = scene.over("own", at) !== undefined;
    const isStanding = scene.over("standing", at) !== undefined;
    const isDated = scene.over("dated", at) !== undefined;
    const isWeak = scene.over("weak", at) !== undefined;
    if (scene.over("others", at)) found.isOthers = true;
    if (isOwn || isStanding || isDated || isWeak) {
      found.from = at;
      found.isOwn ||= isOwn;
      found.isStanding ||= isStanding;
      found.isDated ||= isDated;
      found.isWeak ||= isWeak;
      found.isOfTrade ||= sawTrade;
    } else if (scene.overAny(["breaker", "override", "follow", "reveal"], at)) {
      break;
    } else if (scene.over("domain", at)) {
      sawTrade = true;
      if (at === noun.from - 1) found.isOfTrade = true;
    } else if (
      !scene.overAny(["filler", "or", "instruction", "rule", "matter"], at) &&
      ++unknown > unknownQualifiers
    ) {
      break;
    }
  }
  return found;
}

function qualifiersBehind(scene: Scene, noun: Span) {
  const { qualifiersFirst, commaBeforeClause } = scene.language;
  const found = { to: noun.to, isOwn: false, isStanding: false, isDated: false };
  let unknown = 0;
  for (let at = noun.to; at < noun.to + 5; at++) {
    if ((scene.words[at]?.pause ?? pauses.stop) >= (commaBeforeClause ? pauses.colon : pauses.comma)) break;
    const own = ownBehind(scene, at);
    const standing = scene.startingAt("standing", at);
    const dated = qualifiersFirst ? undefined : scene.startingAt("dated", at);
    const qualifier = standing ?? own ?? dated;
    if (qualifier && scene.joinedAt("article", qualifier.to)) break;
    if (qualifier) {
      found.to = qualifier.to;
      found.isOwn ||= own !== undefined;
      found.isStanding ||= standing !== undefined;
      found.isDated ||= dated !== undefined;
      at = qualifier.to - 1;
    } else if (scene.overAny(behindStops, at)) {
      break;
    } else if (!scene.over("filler", at) && ++unknown > 1) {
      break;
    }
  }
  return found;
}

/** Where adjectives precede their noun, only a clause of its own follows it ("rules you must follow"). */
function ownBehind(scene: Scene, at: number): Span | undefined {
  const own = scene.startingAt("own", at);
  return own && (own.to - own.from > 1 || !scene.language.qualifiersFirst) ? own : undefined;
}

const behindStops: readonly TableName[] = ["breaker", "override", "follow", "reveal", "or"];

/** "any instructions in the logs": instructions that are part of the data are no instructions. */
function isOfData(scene: Scene, { to, isOwn, isTelling, isMatter }: ObjectPhrase): boolean {
  if (isOwn) return false;
  const { words } = scene;
  if (!scene.joinedAt("scope", to)) return false;
  if (!isTelling) return true;
  for (let at = to; at < to + 9 && (words[at]?.pause ?? pauses.stop) < pauses.stop; at++) {
    if (scene.startingAt("data", at)) return true;
    if (scene.startingAt("own", at) || scene.startingAt("instruction", at)) return false;
  }
  return isMatter;
}
