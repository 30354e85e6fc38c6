/** What an agent brought; either both figures or an error. */
export interface RangeAnswer {
  /** Rates of four bytes, big-endian, in base64: one of each step, NaN where the engine has none. */
  readonly total?: string | undefined;
  readonly bad?: string | undefined;
  /** Whether the steps before some time are lacking, because there was no time for them. */
  readonly cut: boolean;
  /** Why the engine gave no figures. */
  readonly error?: string | undefined;
}
