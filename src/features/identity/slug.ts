/** A slug is how an organization is named in paths: lower-case letters, digits and hyphens. */

const maxLength = 48;
/** For names in scripts that leave nothing to make a slug of. */
const fallback = "organization";

export function slugOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return plain.slice(0, maxLength).replace(/^-+|-+$/g, "") || fallback;
}

/** The slug itself, or with the first number that makes it free. */
export function freeSlug(base: string, taken: readonly string[]): string {
  if (!taken.includes(base)) return base;
  let number = 2;
  while (taken.includes(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
