/** What somebody most likely means: the very title first, then what begins with the text, then the rest. */
export function ranked<H extends { readonly title: string }>(hits: readonly H[], text: string): readonly H[] {
  const sought = text.trim().toLowerCase().replace(/\s+/g, " ");
  const rank = ({ title }: H) => {
    const known = title.toLowerCase();
    if (known === sought) return 0;
    return known.startsWith(sought) ? 1 : 2;
  };
  return [...hits].sort((a, b) => rank(a) - rank(b));
}
