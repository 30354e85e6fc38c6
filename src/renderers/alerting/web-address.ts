/** A web address as URLs are written, which has neither spaces nor brackets; undefined for one that is too long. */
export function webAddress(url: string | null, max = 2_000): string | undefined {
  if (url === null || url.length > max || !URL.canParse(url)) return undefined;
  const { href, protocol } = new URL(url);
  return href.length <= max && /^https?:$/.test(protocol) ? href : undefined;
}
