/** The names that OpenSLO gives to objects: labels as RFC 1123 has them (OpenSLO v1, "General Schema"). */
import { createHash } from "node:crypto";

/** The longest name that every implementation has to take. */
const longest = 63;

/** Gives the object of a natural key its name. */
export type NameOf = (key: readonly string[]) => string;

/**
 * Names for the objects of one kind: the parts of the natural key in small letters, with dashes between them. Where two
 * keys would have the same name, or nothing of one is left, there is a hash of the key behind it, so that a name
 * depends on nothing but the keys.
 */
export function namesAmong(keys: Iterable<readonly string[]>): NameOf {
  const counts = new Map<string, number>();
  for (const key of new Map(Array.from(keys, (key) => [JSON.stringify(key), key] as const)).values())
    for (const name of choicesOf(key)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (key) => {
    const choices = choicesOf(key);
    return choices.find((name) => (counts.get(name) ?? 0) < 2) ?? (choices.at(-1) as string);
  };
}

/** What may stand for a key, best first. */
function choicesOf(key: readonly string[]): string[] {
  const plain = labelOf(key.join("-"));
  const hash = createHash("sha256").update(JSON.stringify(key)).digest("hex");
  const hashed = [8, 32].map((length) =>
    labelOf(`${plain.slice(0, longest - length - 1)}-${hash.slice(0, length)}`),
  );
  return plain === "" || plain.length > longest ? hashed : [plain, ...hashed];
}

/** Of letters with marks, the letter stays; everything else but letters and digits of ASCII is a dash. */
export function labelOf(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

/** As much of a name as every implementation shows. The whole name stands in an annotation. */
export function displayNameOf(name: string): string {
  const characters = Array.from(name);
  return characters.length <= longest ? name : `${characters.slice(0, longest - 1).join("")}…`;
}
