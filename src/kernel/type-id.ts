/** What an id looks like. By itself, so that the console can ask too: making one needs Node (ids.ts). */

/** Whether a text is an id as `newId` makes them. */
export function isTypeId(text: string): boolean {
  return /^[a-z_]+_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text);
}
