/** A file that somebody chose, as it was read. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}
