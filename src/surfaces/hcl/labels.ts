import { createHash } from "node:crypto";

/**
 * The label of a row's blocks in the export, made from its natural key alone, so that it is the
 * same at every export and whatever else exists. A row without a natural key is labelled by its id.
 *
 * A key of plain words (`platform`, `on_call`, `3scale`) is its own label; several parts are joined
 * by two underscores, and a leading digit gets one before it, because an identifier cannot start
 * with a digit. Every other key loses something, so its slug is followed by six characters of the
 * key's hash. So is a plain key that looks as if it carried a hash. Within a slug, words that ASCII
 * cannot spell stand as six characters of their own hash, so that a thousand names in another
 * script still differ by more than the last six.
 */
export function makeLabel(naturalKey: readonly string[], fallbackId: string): string {
  const key = naturalKey.length === 0 ? [fallbackId] : naturalKey;
  const plain = asIdentifier(key);
  return key.every(isPlain) && !looksHashed(plain)
    ? plain
    : `${asIdentifier(key.map(slug))}_${hash(JSON.stringify(key))}`;
}

/** No underscore at an edge and no two together, so that the parts can be told apart. */
function isPlain(part: string): boolean {
  return /^[a-z0-9]+(_[a-z0-9]+)*$/.test(part);
}

function looksHashed(label: string): boolean {
  return /_[0-9a-f]{6}$/.test(label);
}

function asIdentifier(parts: readonly string[]): string {
  const joined = parts.filter((part) => part !== "").join("__");
  return /^[0-9]/.test(joined) ? `_${joined}` : joined;
}

function slug(part: string): string {
  const letters = part
    .normalize("NFKD")
    .replace(/(?<=[A-Za-z])\p{M}+/gu, "")
    .toLowerCase();
  const spelled = letters.replace(/[^a-z0-9]+/g, (gap) =>
    /[\p{L}\p{N}]/u.test(gap) ? `_${hash(gap)}_` : "_",
  );
  return spelled.replace(/^_|_$/g, "");
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 6);
}
