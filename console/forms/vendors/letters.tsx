/** A vendor's sign: the first letters of its name, in a colour that stays the same. */

const tints = 6;

export function Letters({ title }: { readonly title: string }) {
  const [first = "", second] = title.split(/\s+/);
  const letters = second === undefined ? first.slice(0, 2) : `${first.slice(0, 1)}${second.slice(0, 1)}`;
  const sum = [...title].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return (
    <span className="vendor-sign" data-tint={sum % tints} aria-hidden>
      {letters}
    </span>
  );
}
