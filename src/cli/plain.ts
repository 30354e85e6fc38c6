/** Stored text must not reach a terminal with its control characters: each becomes a space. */
export function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, " ");
}
