/** A time as people read it, in UTC: readers are in many time zones. */
export function readable(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** A figure as people read it: at most two decimals, which is as much as any of ours is good for. */
export function readableNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}
