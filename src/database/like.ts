/** The word anywhere in a text, for LIKE; what LIKE takes for a wildcard stands for itself. */
export function patternOf(word: string): string {
  return `%${word.replace(/[\\%_]/g, "\\$&")}%`;
}
