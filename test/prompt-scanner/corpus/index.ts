import { createHash } from "node:crypto";
import type { ScannerCategory } from "../../../src/prompt-scanner/index.ts";
import { asianAttacks } from "./attacks-asian.ts";
import { englishAttacks, overrideObjects, overrideVerbs } from "./attacks-english.ts";
import { europeanAttacks } from "./attacks-european.ts";
import { harmlessEnglish } from "./harmless-english.ts";
import { harmlessLanguages } from "./harmless-languages.ts";
import { hidings, transforms, turns } from "./transforms.ts";

export interface Attack {
  readonly text: string;
  readonly category: ScannerCategory;
  readonly language: string;
  /** How the seed was disguised, or "plain". */
  readonly form: string;
  readonly part: Part;
}

export interface Harmless {
  readonly text: string;
  readonly part: Part;
}

export type Part = "tuning" | "held-out";

/** Every attack is a seed sentence in a carrier, plain or disguised. */
export function attacks(): Attack[] {
  const plain = seeds().map((seed) => entry(seed, "plain", seed.text, seed.category));
  const english = seeds().filter(({ language }) => language === "en");
  const disguised = Object.entries(transforms).flatMap(([form, transform]) =>
    sample(english, form, 4).map((seed) => entry(seed, form, transform(seed.text), categoryOf(form, seed))),
  );
  const hidden = Object.entries(hidings).flatMap(([form, hide]) =>
    sample(english, form, 4).map((seed) => entry(seed, form, hide(seed.text), "hidden_text")),
  );
  const forged = Object.entries(turns).flatMap(([form, turn]) =>
    sample(seeds(), form, 4).map((seed) => entry(seed, form, turn(seed.text), "chat_markup")),
  );
  return [...plain, ...disguised, ...hidden, ...forged];
}

export function harmless(): Harmless[] {
  return [...harmlessEnglish, ...harmlessLanguages].map((text) => ({ text, part: partOf(text) }));
}

interface Seed {
  readonly text: string;
  readonly category: ScannerCategory;
  readonly language: string;
}

function seeds(): Seed[] {
  const crossed = overrideVerbs.flatMap((verb, row) =>
    // Each verb with three of the objects, and each object with some verb.
    [0, 3, 7].map((step) => `${verb} ${overrideObjects[(row + step) % overrideObjects.length]}.`),
  );
  const all = { en: englishAttacks, ...europeanAttacks, ...asianAttacks };
  const written = Object.entries(all).flatMap(([language, categories]) =>
    Object.entries(categories).flatMap(([category, texts]) =>
      texts.map((text) => ({ text, category: category as ScannerCategory, language })),
    ),
  );
  return [
    ...crossed.map((text) => ({ text, category: "instruction_override" as const, language: "en" })),
    ...written,
  ];
}

const carriers: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `You are an SRE assistant. Summarise the alert.\n\n${text}`,
  (text) => `Read the logs of the service and name the cause. ${text}`,
  (text) => `${text} Then continue with the summary of the incident.`,
  (text) => `Context:\n- service: checkout\n- note: ${text}\n\nAnswer in English.`,
  (text) => `1. Check the dashboard.\n2. ${text}\n3. Write the report.`,
];

const encoded = new Set([
  "base64",
  "base64_twice",
  "percent",
  "percent_all",
  "hex",
  "html_entities",
  "unicode_escapes",
  "rot13",
  "reversed",
]);

function categoryOf(form: string, seed: Seed): ScannerCategory {
  return encoded.has(form) ? "encoding_evasion" : seed.category;
}

function entry({ text, language }: Seed, form: string, disguised: string, category: ScannerCategory): Attack {
  const carrier = carriers[digest(form + text) % carriers.length] ?? ((plain: string) => plain);
  return { text: carrier(disguised), category, language, form, part: partOf(text) };
}

/** A seed belongs to one part with all its disguises, so that nothing held out was seen in tuning. */
function partOf(seed: string): Part {
  return digest(seed) % 2 === 0 ? "tuning" : "held-out";
}

/** The same few for every run, and others for every form. */
function sample(from: readonly Seed[], form: string, count: number): Seed[] {
  return from.toSorted((a, b) => digest(form + a.text) - digest(form + b.text)).slice(0, count);
}

function digest(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0);
}
