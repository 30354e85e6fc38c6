/** What the database cannot describe itself: what is in its JSON, and which texts a column holds (scripts/generate-queries.ts). */

/** How many rows of each kind name a service. */
export type ServiceRows = Readonly<Record<string, number>>;
