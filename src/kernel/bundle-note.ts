/** Members of a bundle's files that are for their readers, and for what other members stand for by `&` and `*`. */

/** Whether the member of a file, or of a row in it, is passed over. No kind and no field is named so. */
export function isNote(name: string): boolean {
  return name.startsWith("x-");
}
