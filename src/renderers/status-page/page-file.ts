/** What is served under one path of a page. */
export interface PageFile {
  readonly type: string;
  readonly text: string;
  /** How the text becomes bytes; as UTF-8 where it is left out. */
  readonly encoding?: "base64";
  /** The content security policy of a page. */
  readonly policy?: string;
  /** Whether pages of other hosts may read it. */
  readonly shared?: true;
}
