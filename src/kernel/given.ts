/**
 * The members that have a value, in their order: for whatever takes an absent member and an undefined one for two
 * things, as headers, YAML, a merge, and types with `exactOptionalPropertyTypes` do.
 */
export function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const some = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(some) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
