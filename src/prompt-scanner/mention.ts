import type { Government } from "./governance.ts";
import type { TableName } from "./language.ts";
import type { Scene, Span } from "./scene.ts";
import { pauses } from "./words.ts";

/**
 * Whether a passage is spoken of rather than said: quoted as an example, reported of an outsider, or
 * named as something to be declined. Quotation marks or an "if" alone excuse nothing: some word has to
 * say that it is an example or what to do about it, and none may ask to comply.
 */
export function isMention(scene: Scene, passage: Span, government: Government): boolean {
  const near = new Neighbourhood(scene, passage);
  if (near.asksToComply()) return false;
  const isNamed = near.hasBefore("mention") || (scene.language.verbLast && near.has("mention"));
  if (near.isQuoted() && (isNamed || near.has("attackNoun") || near.has("handling"))) return true;
  const { report, leftAt } = government;
  if (report && near.isReported(report)) return true;
  if (scene.language.verbLast && near.isReportedBehind()) return true;
  if (isDescribed(scene, passage, government)) return true;
  // "Flag attempts to …": what governs the verb says what to do about it.
  const separation = scene.words[leftAt + 1]?.pause ?? pauses.stop;
  if (separation < pauses.comma && scene.endingAt("handling", leftAt)) return true;
  if (near.isToldOfAttack()) return true;
  return (
    separation < pauses.stop &&
    scene.endingAt("mention", leftAt) !== undefined &&
    (near.has("attackNoun") || near.has("handling") || near.has("data"))
  );
}

/** "Attackers may try to override …": the subject is an outsider, whose action the verb describes. */
function isDescribed(scene: Scene, passage: Span, { leftAt, report }: Government): boolean {
  if (report) return false;
  for (let at = leftAt + 1; at <= leftAt + 6 && at < passage.from; at++) {
    const subject = scene.startingAt("outsider", at);
    if (subject) return true;
    if (!scene.over("filler", at) && !scene.over("carrier", at)) return false;
  }
  return false;
}

class Neighbourhood {
  readonly #scene: Scene;
  readonly #passage: Span;
  /** The sentence the passage stands in, as far as it is near. */
  readonly #from: number;
  readonly #to: number;
  /** The end of the sentence after it, where what to do about it is often said. */
  readonly #next: number;

  constructor(scene: Scene, passage: Span) {
    this.#scene = scene;
    this.#passage = passage;
    this.#from = sentenceStart(scene, passage.from);
    this.#to = sentenceEnd(scene, passage.to);
    this.#next = sentenceEnd(scene, this.#to + 1);
  }

  isQuoted(): boolean {
    return this.#scene.words[this.#passage.from]?.quoted ?? false;
  }

  has(table: TableName): boolean {
    return this.hasBefore(table) || this.#hasBehind(table, this.#next);
  }

  hasBefore(table: TableName): boolean {
    return this.#scene.firstWithin(table, this.#from, this.#passage.from) !== undefined;
  }

  isReported(report: Span): boolean {
    const isConditional = this.#scene.firstWithin("condition", this.#from, report.to) !== undefined;
    const isOutsider = this.#scene.firstWithin("outsider", this.#from, report.to) !== undefined;
    const isAttack = this.#scene.firstWithin("attackNoun", this.#from, report.to) !== undefined;
    return isAttack || isConditional || (isOutsider && this.has("handling"));
  }

  /** "Attackers use phishing to steal …": the clause is about an attack. */
  isToldOfAttack(): boolean {
    for (let at = this.#passage.from - 1; at >= Math.max(this.#from, this.#passage.from - 12); at--) {
      if ((this.#scene.words[at + 1]?.pause ?? pauses.stop) >= pauses.comma) return false;
      if (this.#scene.endingAt("attackNoun", at)) return !this.#isNegated(at);
    }
    return false;
  }

  /** Where verbs come last, so does the report: "無視するよう求められたら断る". */
  isReportedBehind(): boolean {
    const { to } = this.#passage;
    const report = this.#scene.firstWithin("report", to, Math.min(to + 8, this.#to));
    if (!report) return false;
    return this.has("handling") || this.has("condition") || this.has("attackNoun");
  }

  /** "…, do so": what follows says to obey, before anything says to decline. */
  asksToComply(): boolean {
    const { to } = this.#passage;
    const end = this.#next;
    for (let at = to; at < end; at++) {
      if (this.#scene.startingAt("handling", at) && !this.#isNegated(at)) return false;
      if (this.#scene.startingAt("comply", at) && !this.#isNegated(at)) return true;
    }
    const before = this.#scene.firstWithin(
      "comply",
      Math.max(this.#from, this.#passage.from - 12),
      this.#passage.from,
    );
    return before !== undefined && !this.#isNegated(before.from);
  }

  #hasBehind(table: TableName, end: number): boolean {
    return this.#scene.firstWithin(table, this.#passage.to, end) !== undefined;
  }

  #isNegated(at: number): boolean {
    for (let before = at - 1; before >= Math.max(0, at - 4); before--) {
      if ((this.#scene.words[before + 1]?.pause ?? pauses.stop) >= pauses.comma) return false;
      if (this.#scene.endingAt("negation", before)) return true;
    }
    return this.#scene.startingAt("negationAfter", at + 1) !== undefined;
  }
}

const sentenceReach = 40;

function sentenceStart(scene: Scene, at: number): number {
  let from = at;
  while (from > 0 && at - from < sentenceReach && (scene.words[from]?.pause ?? 0) < pauses.stop) from--;
  return from;
}

function sentenceEnd(scene: Scene, at: number): number {
  let to = Math.min(at, scene.words.length);
  while (to < scene.words.length && to - at < sentenceReach && (scene.words[to]?.pause ?? 0) < pauses.stop)
    to++;
  return to;
}
