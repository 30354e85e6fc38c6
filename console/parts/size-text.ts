const units = ["B", "kB", "MB", "GB", "TB"];

/** `12 MB`, in powers of a thousand. */
export function sizeText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1_000 && unit < units.length - 1) [value, unit] = [value / 1_000, unit + 1];
  return `${value >= 10 || unit === 0 ? Math.round(value) : Math.round(value * 10) / 10} ${units[unit]}`;
}
