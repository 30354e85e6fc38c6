/** What is wrong with a file, and where. */

/** A place in a file, as editors take it; lines and columns count from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Fault {
  /** Undefined where it is about nothing that stands in a file. */
  readonly at: Position | undefined;
  /** A file or directory as a whole, where it is about no place in one. */
  readonly file?: string;
  readonly message: string;
}

export function placeOf({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`;
}

/** Of what is known of a place: the file and the line of it, as far as there are any. */
interface Known {
  readonly file: string | null;
  readonly line: number | null;
}

/** `file:line`, `file`, or nothing. */
export function knownPlace({ file, line }: Known): string {
  return [file, line].filter((part) => part !== null).join(":");
}

/** `file:line: message`, as far as the place is known. */
export function placedMessage({ message, ...known }: Known & { readonly message: string }): string {
  const place = knownPlace(known);
  return place === "" ? message : `${place}: ${message}`;
}

/** `file:line:column: message`, the form that editors and compilers agree on. */
export function faultLine({ at, file, message }: Fault): string {
  const place = at === undefined ? file : placeOf(at);
  return place === undefined ? message : `${place}: ${message}`;
}
