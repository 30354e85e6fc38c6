/** What is used of the package, whose published types lack the option. */
declare module "negotiator" {
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string | string[] | undefined>> });
    /**
     * Of the encodings that are available, those that the request accepts, the most wanted first.
     * @param options.preferred the order among those that it wants alike
     */
    encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
  }
}
