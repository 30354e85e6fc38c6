/** Somebody's name in their colour; nobody in red. */
import type { ReactNode } from "react";
import * as texts from "./texts.ts";
import { useReader } from "./use-on-call.ts";

export function PersonChip({ email }: { readonly email: string }) {
  const { shortOf, colourOf, me } = useReader();
  return (
    <span className="person" data-colour={colourOf(email)} title={email}>
      {shortOf(email)}
      {email === me ? ` ${texts.you}` : ""}
    </span>
  );
}

export function Chips({ people }: { readonly people: readonly string[] }): ReactNode {
  if (people.length === 0) return <span className="person nobody">{texts.nobody}</span>;
  return people.map((email) => <PersonChip key={email} email={email} />);
}
