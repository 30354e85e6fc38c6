/** Runs git in the repository of a contact. @throws GitFailure */
export type Local = (
  args: readonly string[],
  input?: string,
  options?: {
    readonly most?: number;
    readonly mostEnds?: number;
    readonly tooMuch?: string;
    readonly env?: Readonly<Record<string, string>>;
  },
) => Promise<{ readonly output: Buffer }>;
