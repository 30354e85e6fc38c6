const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** A date as people read it: "22 Nov 2026". */
export function dayOf(date: string): string {
  const at = Date.parse(date);
  return Number.isNaN(at) ? date : day.format(at);
}
