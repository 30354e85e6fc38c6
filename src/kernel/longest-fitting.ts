/** No way to a person shows more. */
const longest = 10_000;

/**
 * A text that somebody else may have written, cut to what there is room for: whole where it fits, else its longest
 * beginning that does, with a mark behind it; empty where nothing fits. It is cut between code points, never within one.
 * @param fits whether there is room for a text; what is longer than one that does not fit does not fit either
 */
export function longestFitting(text: string, fits: (text: string) => boolean, mark = "…"): string {
  const whole = text.toWellFormed();
  if (whole.length <= longest && fits(whole)) return whole;
  const points = Array.from(whole.slice(0, longest).toWellFormed());
  let [most, less] = [-1, points.length];
  const cut = (length: number) => `${points.slice(0, length).join("").trimEnd()}${mark}`;
  while (most + 1 < less) {
    const middle = (most + less) >> 1;
    if (fits(cut(middle))) most = middle;
    else less = middle;
  }
  return most <= 0 ? "" : cut(most);
}
