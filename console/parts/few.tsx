/** The first lines of a list, and the others behind a button that counts them. */
import { type ReactNode, useState } from "react";
import { figure } from "../../src/kernel/readable.ts";
import { QuietButton } from "./buttons.tsx";
import * as texts from "./texts.ts";

interface FewProps<T> {
  readonly items: readonly T[];
  /** Lines that are shown at first. */
  readonly most: number;
  /** An `li` with a key. */
  readonly line: (item: T) => ReactNode;
}

export function Few<T>({ items, most, line }: FewProps<T>) {
  const [all, setAll] = useState(false);
  const shown = all ? items : items.slice(0, most);
  return (
    <>
      <ul className="lines">{shown.map(line)}</ul>
      <MoreButton all={all} others={items.length - shown.length} set={setAll} />
    </>
  );
}

interface MoreButtonProps {
  readonly all: boolean;
  /** How many are not shown. */
  readonly others: number;
  readonly set: (all: boolean) => void;
}

/** Nothing where all of a list is shown from the beginning. */
export function MoreButton({ all, others, set }: MoreButtonProps) {
  if (others === 0 && !all) return null;
  return (
    <QuietButton mt={4} aria-expanded={all} onClick={() => set(!all)}>
      {all ? texts.showLess : texts.showMore(figure(others))}
    </QuietButton>
  );
}
