declare const json: unique symbol;

/** A value as JSON: what a jsonb parameter takes. The driver would send an array as PostgreSQL's own kind of array. */
export type JsonText = string & { readonly [json]: true };

export function jsonText(value: object): JsonText {
  return JSON.stringify(value) as JsonText;
}
