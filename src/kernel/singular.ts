/** One of what a plural names: `policies` are each a `policy`, and "Alert routes" an "Alert route". */
export function singularOf(plural: string): string {
  return plural.replace(/ies$/, "y").replace(/s$/, "");
}
