/** From one row to another, whichever stands first; only the second where the first is not shown. */
export function spanOf(shown: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [start, end] = [shown.indexOf(from ?? to), shown.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return shown.slice(Math.min(start, end), Math.max(start, end) + 1);
}
