/** Where a service is, as people write it. */

/** Whether it is the address of a service: http or https, without a path, a query or a user. */
export function isServiceAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  const plain = /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === "");
  return plain && /^\/*$/.test(pathname);
}
