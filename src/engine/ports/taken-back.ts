/** Long calls that were taken back at a process which does not run them. */
export interface TakenBack {
  /** @param call at most 64 characters that name it, of no other call of the last minute */
  say(call: string): Promise<void>;
  /** Those of the calls that somebody said so of, within the last minute. */
  among(calls: readonly string[]): Promise<readonly string[]>;
}
