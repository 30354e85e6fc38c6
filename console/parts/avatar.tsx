/** A square for an organization, a circle for a person: the first letters of the name. */
export function Avatar({ name, round = false }: { readonly name: string; readonly round?: boolean }) {
  const letters = name
    .split(/[\s@.]+/)
    .slice(0, round ? 2 : 1)
    .map((part) => [...part][0] ?? "");
  return (
    <span className="avatar" data-round={round} aria-hidden>
      {letters.join("").toUpperCase()}
    </span>
  );
}
