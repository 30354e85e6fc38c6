/** What has been replaced: how long the old way stays, and where to go (docs/contract.md, "What may change"). */
export interface Deprecation {
  /** The day from which it is the old way, as YYYY-MM-DD. */
  readonly since: string;
  /** The first day on which it may be gone: a year later or more. */
  readonly sunset: string;
  /** What to do now, as the end of a sentence: "send `kind`". */
  readonly instead: string;
  /** The field of the same type that is meant by it. */
  readonly means?: string;
}

/** The day from which calls of 2026 with other words for the same thing have the one word (docs/api.md, "Lists"). */
const words = { since: "2026-11-29", sunset: "2027-11-29" } as const;

/** An older word for a field of the same call. */
export function oldWord(means: string): Deprecation {
  return { ...words, instead: `send \`${means}\``, means };
}

/** What says the same as a field of the same call, in another form. */
export function oldForm(field: string, instead = `send \`${field}\``): Deprecation {
  return { ...words, instead };
}

/** A member of an answer that another one says as well. */
export function oldAnswer(member: string): Deprecation {
  return { ...words, instead: `read \`${member}\`` };
}

/** The end of the description of what is deprecated. */
export function deprecationNote({ since, sunset, instead }: Deprecation): string {
  return `Deprecated since ${since} and there until ${sunset} at least: ${instead}.`;
}
