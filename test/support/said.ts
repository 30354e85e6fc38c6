/** What a write says of the rows that it changed: the field and the message of each, a line each; undefined for nothing. */
interface Warning {
  readonly field: string;
  readonly message: string;
}

export function saidBy({ body }: { readonly body: { readonly warnings?: readonly Warning[] } }) {
  const { warnings } = body;
  return warnings?.map(({ field, message }) => `${field} ${message}`).join("\n");
}
