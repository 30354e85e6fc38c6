/** Keys and tokens as they travel in a header. */

/** Whether it can be a key or a token: printable ASCII without spaces. Others no header takes, and none has them. */
export function isCredential(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
