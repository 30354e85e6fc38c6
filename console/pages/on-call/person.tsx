/** Somebody's name in their colour; nobody in red. */
import type { ReactNode } from "react";
import * as texts from "./texts.ts";
import { useReader } from "./use-on-call.ts";

interface PersonChipProps {
  readonly email: string;
  /** As the service has it, where it says it. */
  readonly name?: string;
}

export function PersonChip({ email, name = "" }: PersonChipProps) {
  const { shortOf, colourOf, me } = useReader();
  return (
    <span className="person" data-colour={colourOf(email)} title={email}>
      {name === "" || name === email ? shortOf(email) : name}
      {email === me ? ` ${texts.you}` : ""}
    </span>
  );
}

export function Chips({ people }: { readonly people: readonly string[] }): ReactNode {
  if (people.length === 0) return <span className="person nobody">{texts.nobody}</span>;
  return people.map((email) => <PersonChip key={email} email={email} />);
}
