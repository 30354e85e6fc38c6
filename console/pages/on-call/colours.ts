/** A colour for each person, which stays theirs: it follows from the address, and is another one only where two would share it. */

/** As many as on-call.css has. */
export const colourCount = 10;

export function coloursOf(people: Iterable<string>): ReadonlyMap<string, number> {
  const taken = new Set<number>();
  const colours = new Map<string, number>();
  for (const person of [...new Set(people)].sort()) {
    let colour = hashOf(person) % colourCount;
    if (taken.size === colourCount) taken.clear();
    while (taken.has(colour)) colour = (colour + 1) % colourCount;
    taken.add(colour);
    colours.set(person, colour);
  }
  return colours;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
