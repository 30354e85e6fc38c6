/** What has been replaced: how long the old way stays, and where to go (docs/contract.md, "What may change"). */
export interface Deprecation {
  /** The day from which it is the old way, as YYYY-MM-DD. */
  readonly since: string;
  /** The first day on which it may be gone: a year later or more. */
  readonly sunset: string;
  /** What to do now, as the end of a sentence: "send `kind`". */
  readonly instead: string;
}

/** The end of the description of what is deprecated. */
export function deprecationNote({ since, sunset, instead }: Deprecation): string {
  return `Deprecated since ${since} and there until ${sunset} at least: ${instead}.`;
}
