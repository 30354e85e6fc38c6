import type { ScannerCategory } from "./finding.ts";

/**
 * What one language says in an injection, as tables of words (see notation.ts for how an entry reads).
 * Verbs and objects are found apart and joined by frames.ts; what makes a mention of them harmless is
 * found by governance.ts and mention.ts. Every language has the same silhouette, and may leave out what
 * it has no use for.
 */
export interface Language {
  readonly code: string;
  /** A verb may follow its object as well as precede it ("die Regeln ignorieren"), or always does. */
  readonly verbLast?: "often" | "always";
  /** A comma parts a verb from the clause it governs ("bittet dich, die Regeln zu ignorieren"). */
  readonly commaBeforeClause?: boolean;
  /** What qualifies a noun precedes it; otherwise it may follow as well ("instrucciones iniciales"). */
  readonly qualifiersFirst?: boolean;
  /** How many words may stand between a verb and its object, and how many of them may be unknown. */
  readonly reach: { readonly words: number; readonly unknown: number };
  /** Letters beside which its own letters are another language's. */
  readonly foreign?: RegExp;
  readonly tables: Readonly<Partial<Record<TableName, string>>>;
  /** Sentences that need no frame: what they say, whoever the verb's object is. */
  readonly phrases: Readonly<Partial<Record<PhraseCategory, string>>>;
}

export type PhraseCategory = Exclude<ScannerCategory, "chat_markup" | "hidden_text">;

export const tableNames = [
  // Verbs and their objects.
  "override", // ignore, disregard, forget: an attack upon standing instructions
  "follow", // obey, heed: an attack where negated
  "instruction", // nouns that name what a model was told
  "rule", // nouns that also name other things: an attack only with a telling qualifier
  "matter", // nouns that mostly name other things: the message, the context
  "standing", // previous, above, earlier: qualifies the instructions in force
  "dated", // old, default: likewise, but of rules it tells nothing
  "own", // your, system, initial: likewise, and what extraction asks for
  "weak", // all, any, the: qualifies anything
  "told", // whole objects: what you were told, everything above
  "void", // predicates: no longer apply, are cancelled
  "reveal", // print, repeat, tell me
  "retell", // summarise, translate: harmless with any text but the model's own instructions
  "prompt", // whole objects of extraction: system prompt, initial instructions
  "mode", // enter developer mode: an attack unless it is said of some machine
  "loosen", // disable, remove, bypass
  "guard", // safety filters, content policy
  "send", // send, post, forward
  "secret", // API keys, passwords, the conversation
  "spill", // leak, give me: needs no outlet
  "treasure", // the secrets that nobody asks for innocently
  "outlet", // a URL, an address, an outsider
  "decode", // decode, decipher
  "encoding", // base64, rot13
  "execute", // follow, execute: what is done with something decoded
  // What stands around them.
  "filler", // words that may stand in any gap
  "breaker", // words over which no verb reaches its object
  "domain", // alert, runbook: the instructions are those of the trade
  "compound", // words that make a noun part of a longer, harmless name
  "indefinite", // a, another: the prompt is one to be written, not the one in force
  "article", // the, a: "the message above the trace" is not the message above
  "others", // my, their: a message of someone else's
  "belonging", // of, for: whose instructions they are
  "scope", // in, from, within: what follows says which instructions
  "data", // logs, tickets, tool output: where instructions are no instructions
  // What makes it harmless.
  "negation",
  "negationAfter", // follows its verb
  "negationFinal", // follows the object at the end of the clause
  "idiom", // never mind, not only: no negation at all
  "inverter", // fail to, hesitate to, refuse to
  "carrier", // try to, requests to, let anyone: passes a negation on
  "adverbial", // under any circumstances: may stand between commas
  "or",
  "header", // what may precede a list of things that are forbidden
  "report", // asks you to, tells the model to
  "condition", // if, when
  "outsider", // a user, an attacker, a log line
  "attackNoun", // injection, attack, attempt
  "mention", // such as, phrases like, the words
  "handling", // decline, refuse, flag, treat as data
  "comply", // do so, obey, go ahead
] as const;

export type TableName = (typeof tableNames)[number];
