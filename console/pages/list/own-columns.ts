/** The columns that somebody chose for a kind in this browser, where the address names none. */
const keyOf = (kind: string) => `orgconfig.columns.${kind}`;

export function ownColumns(kind: string): readonly string[] | undefined {
  try {
    return localStorage.getItem(keyOf(kind))?.split(",");
  } catch {
    return undefined; // a browser that keeps nothing
  }
}

export function keepColumns(kind: string, names: readonly string[] | undefined): void {
  try {
    if (names === undefined) localStorage.removeItem(keyOf(kind));
    else localStorage.setItem(keyOf(kind), names.join(","));
  } catch {
    // The address has them all the same.
  }
}
