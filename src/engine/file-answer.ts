/** A file that an operation answers, in the place of a body. */
import type { Readable } from "node:stream";

export interface FileAnswer {
  readonly filename: string;
  /** What it throws is answered, as long as nothing of the file was sent. */
  open(): Promise<{ readonly content: Readable; readonly bytes: number }>;
}
