/** A time as people read it, in UTC: readers are in many time zones. */
export function readable(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
