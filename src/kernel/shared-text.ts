/** Texts in memory that a thread is given without a copy: to copy megabytes of strings holds up whoever gives them. */

/** UTF-8. */
export type SharedText = Uint8Array;

export function sharedText(text: string): SharedText {
  const bytes = Buffer.from(new SharedArrayBuffer(Buffer.byteLength(text)));
  bytes.write(text);
  return bytes;
}

export function textOf(shared: SharedText): string {
  return Buffer.from(shared.buffer, shared.byteOffset, shared.byteLength).toString();
}
