/** What a write says of the rows that it changed: the field and the message of each, a line each; undefined for nothing. */
interface Warning {
  readonly field: string;
  readonly message: string;
}

/** @param answer with the body, or of a contract's test, which has the row by itself and what is said of it next to it */
export function saidBy(answer: {
  readonly body: { readonly warnings?: readonly Warning[] };
  readonly warnings?: unknown;
}) {
  const warnings = answer.body.warnings ?? (answer.warnings as readonly Warning[] | undefined);
  return warnings?.map(({ field, message }) => `${field} ${message}`).join("\n");
}
