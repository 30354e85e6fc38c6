/**
 * A row's natural key as one text: the import id that a person can write without looking up the row's own. Its
 * parts are joined by slashes, in the order of the kind's natural key; a slash or a percent sign within a part is
 * percent-encoded (RFC 3986 §2.1): `acme%2Fcheckout/main`.
 *
 * A part that is null has no form, because a row with such a part has no natural key: it is named by its id alone.
 */

/** The text for these parts. */
export function formatImportKey(parts: readonly string[]): string {
  return parts.map((part) => part.replace(/[%/]/g, encodeURIComponent)).join("/");
}

/**
 * The parts of a text; undefined where it is no key of so many, or a percent sign stands for nothing. A lone part
 * may hold slashes as they are: nothing shows which.
 */
export function parseImportKey(text: string, parts: number): readonly string[] | undefined {
  const pieces = parts === 1 ? [text] : text.split("/");
  if (pieces.length !== parts) return undefined;
  try {
    return pieces.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
