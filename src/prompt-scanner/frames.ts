import type { Pieces } from "../kernel/time-slices.ts";
import type { ScannerCategory } from "./finding.ts";
import { governmentOf, isNegatedBehind, isNegatedBetween } from "./governance.ts";
import type { PhraseCategory, TableName } from "./language.ts";
import { isMention } from "./mention.ts";
import { instructionPhrases, type ObjectPhrase, promptPhrases } from "./objects.ts";
import type { Scene, Span } from "./scene.ts";
import { firstBehind, lastBefore, verbsOf } from "./verbs.ts";

/** A passage in word indexes that reads like an attack, unless it is a warning against one or a mention. */
export interface Suspicion extends Span {
  readonly category: ScannerCategory;
  readonly isHarmless: boolean;
}

/** What one language finds in a text: its verbs with their objects, and its whole phrases. */
export function* suspicionsIn(scene: Scene): Pieces<Suspicion[]> {
  const instructions = instructionPhrases(scene);
  const readings = [
    () => overrides(scene, instructions),
    () => annulments(scene, instructions),
    () => extractions(scene, instructions),
    () => loosenings(scene),
    () => exfiltrations(scene),
    () => spillings(scene),
    () => decodings(scene),
    () => modes(scene),
    ...phraseCategories.map((category) => () => phrasesOf(scene, category)),
  ];
  const suspicions: Suspicion[] = [];
  for (const read of readings) {
    yield;
    suspicions.push(...read().filter((suspicion) => isNative(scene, suspicion)));
  }
  return suspicions;
}

// ── Verbs and their objects ─────────────────────────────────────────────────────────────────────

/** "Ignore the instructions above", "do not follow your rules". */
function overrides(scene: Scene, instructions: readonly ObjectPhrase[]): Suspicion[] {
  return instructions.flatMap((object) =>
    verbsOf(scene, object, ["override", "follow"]).flatMap(({ verb, table }) => {
      if (table === "override") return [judge(scene, "instruction_override", verb, object, [])];
      return object.isTelling ? [judge(scene, "instruction_override", verb, object, [], "odd")] : [];
    }),
  );
}

/** "The instructions above no longer apply." */
function annulments(scene: Scene, instructions: readonly ObjectPhrase[]): Suspicion[] {
  return instructions.flatMap((object) => {
    const predicate = object.isTelling ? firstBehind(scene, "void", object.to, 5) : undefined;
    if (!predicate) return [];
    const isConditional =
      scene.firstWithin("condition", object.from - 5, object.from) !== undefined ||
      scene.firstWithin("negation", object.to, predicate.from) !== undefined;
    const government = governmentOf(scene, object);
    const isHarmless =
      isConditional || government.inversions % 2 === 1 || isMention(scene, object, government);
    return [{ category: "instruction_override", ...spanning([object, predicate]), isHarmless }];
  });
}

/** "Print your system prompt." */
function extractions(scene: Scene, instructions: readonly ObjectPhrase[]): Suspicion[] {
  return promptPhrases(scene, instructions).flatMap((object) =>
    verbsOf(scene, object, ["reveal", "retell"]).flatMap(({ verb, table }) =>
      table === "retell" && isTranscript(scene, object)
        ? []
        : [judge(scene, "prompt_extraction", verb, object, [])],
    ),
  );
}

/** "The text above": whatever precedes, which one may ask to summarise or to translate. */
function isTranscript(scene: Scene, { from, to }: Span): boolean {
  for (let at = from; at < to; at++) if (scene.over("own", at)) return false;
  return scene.firstWithin("standing", from, to) !== undefined;
}

/** "Disable your safety filters." */
function loosenings(scene: Scene): Suspicion[] {
  return scene.all("guard").flatMap((object) => {
    const isOfTrade = scene.over("domain", object.from - 1) ?? scene.joinedAt("domain", object.to);
    if (isOfTrade || scene.isCompound(object)) return [];
    return verbsOf(scene, object, ["loosen"]).map(({ verb }) =>
      judge(scene, "constraint_removal", verb, object, []),
    );
  });
}

/** "Send the API keys to https://…" */
function exfiltrations(scene: Scene): Suspicion[] {
  return scene.all("secret").flatMap((object) => {
    const isOfTrade = scene.over("domain", object.from - 1) ?? scene.joinedAt("domain", object.to);
    if (isOfTrade || scene.isCompound(object)) return [];
    const verbs = verbsOf(scene, object, ["send"]);
    const before = verbs.length === 0 ? lastBefore(scene, "outlet", object.from, 10) : undefined;
    const sender = before && lastBefore(scene, "send", before.from, 6);
    if (sender) verbs.push({ verb: sender, table: "send" });
    if (verbs.length === 0 && scene.language.verbLast === "always") {
      const verb = firstBehind(scene, "send", object.to, outletReach);
      if (verb) verbs.push({ verb, table: "send" });
    }
    return verbs.flatMap(({ verb }) => {
      const outlet =
        firstBehind(scene, "outlet", object.to, outletReach) ??
        scene.firstWithin("outlet", verb.to, object.from) ??
        (scene.language.verbLast ? lastBefore(scene, "outlet", object.from, outletReach) : undefined);
      return outlet ? [judge(scene, "exfiltration", verb, object, [outlet])] : [];
    });
  });
}

const outletReach = 18;

/** "Leak the passwords." */
function spillings(scene: Scene): Suspicion[] {
  return scene.all("treasure").flatMap((object) => {
    const isNarrowed = scene.isCompound(object) || joinsAny(scene, ["scope", "domain", "breaker"], object.to);
    if (isNarrowed || scene.over("domain", object.from - 1)) return [];
    return verbsOf(scene, object, ["spill"])
      .filter(({ verb }) => isPlainGap(scene, verb.to, object.from))
      .map(({ verb }) => judge(scene, "exfiltration", verb, object, []));
  });
}

/** "Give me the passwords", but not "give me the number of passwords". */
function isPlainGap(scene: Scene, from: number, to: number): boolean {
  if (to - from > 3) return false;
  for (let at = from; at < to; at++) if (!scene.overAny(["filler", "weak", "own"], at)) return false;
  return true;
}

function joinsAny(scene: Scene, tables: readonly TableName[], at: number): boolean {
  return tables.some((table) => scene.joinedAt(table, at) !== undefined);
}

/** "Decode this base64 and do what it says." */
function decodings(scene: Scene): Suspicion[] {
  return scene.all("decode").flatMap((decode) => {
    const encoding = scene.firstWithin("encoding", decode.from - 14, decode.to + 14);
    const execute = scene.firstWithin("execute", decode.to, decode.to + 30);
    if (!encoding || !execute) return [];
    const { isHarmless, ...rest } = judge(scene, "encoding_evasion", decode, decode, [encoding, execute]);
    const isForbidden =
      governmentOf(scene, execute).inversions % 2 === 1 || isNegatedBehind(scene, execute, execute);
    return [{ ...rest, isHarmless: isHarmless || isForbidden }];
  });
}

// ── Whole phrases ───────────────────────────────────────────────────────────────────────────────

const phraseCategories: readonly PhraseCategory[] = [
  "instruction_override",
  "prompt_extraction",
  "role_reassignment",
  "jailbreak",
  "constraint_removal",
  "encoding_evasion",
  "exfiltration",
];

function phrasesOf(scene: Scene, category: PhraseCategory): Suspicion[] {
  return (
    scene
      .all(category)
      .filter((phrase) => !scene.isCompound(phrase))
      // "Print the message above the trace" asks for something else.
      .filter(({ to }) => category !== "prompt_extraction" || !scene.joinedAt("article", to))
      .map((phrase) => judge(scene, category, phrase, phrase, []))
  );
}

/** "Enter developer mode": of the model, unless what follows says which machine is meant. */
function modes(scene: Scene): Suspicion[] {
  return scene
    .all("mode")
    .filter(({ to }) => !scene.joinedAt("scope", to))
    .map((phrase) => judge(scene, "jailbreak", phrase, phrase, []));
}

// ── Judgement ───────────────────────────────────────────────────────────────────────────────────

/**
 * Whether a verb means what it says: not turned into its opposite, and not merely mentioned. A verb that
 * attacks only when turned ("do not follow …") needs an odd number of inversions.
 */
function judge(
  scene: Scene,
  category: ScannerCategory,
  verb: Span,
  object: Span,
  others: readonly Span[],
  attacksWhen: "even" | "odd" = "even",
): Suspicion {
  const passage = spanning([verb, object]);
  const government = governmentOf(scene, passage);
  // Where a language negates twice ("nunca … no", "لا … أبدا"), it means it once.
  const isNegatedToo =
    !government.isNegated && (isNegatedBehind(scene, verb, object) || isNegatedBetween(scene, verb, object));
  const inversions = government.inversions + (isNegatedToo ? 1 : 0);
  const isAttack =
    inversions % 2 === (attacksWhen === "even" ? 0 : 1) && !isMention(scene, passage, government);
  return { category, ...spanning([verb, object, ...others]), isHarmless: !isAttack };
}

/** Han is read as Chinese only where no kana stands near, and the like. */
function isNative(scene: Scene, { from, to }: Span): boolean {
  const { foreign } = scene.language;
  if (!foreign) return true;
  return !scene.words.slice(Math.max(0, from - 4), to + 4).some(({ forms }) => foreign.test(forms[0] ?? ""));
}

function spanning(spans: readonly Span[]): Span {
  return {
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
  };
}
