/** Holds the forms that were opened from within others, the last one on top, until the page is left. */
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { later } from "../../parts/in-time.ts";
import { Soon } from "../../parts/page.tsx";
import { InlineContext, type NewRow, type OpenForm } from "./context.ts";

const InlineDialog = later(() => import("./dialog.tsx"), "InlineDialog");

/** Deeper than anybody needs: a rule's target, its connector, and so on. */
const mostForms = 5;

interface Waiting extends NewRow {
  /** Where the form was opened, which gets the focus back. */
  readonly from: Element | null;
}

export function InlineCreate({ children }: { readonly children: ReactNode }) {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  const { pathname } = useLocation();
  // What a form opens stands right above it, also where somebody asks twice.
  const openers = useMemo(
    () =>
      Array.from({ length: mostForms + 1 }, (_, depth): OpenForm | undefined =>
        depth === mostForms
          ? undefined
          : (row) => {
              const from = document.activeElement;
              setWaiting((now) => [...now.slice(0, depth), { ...row, from }]);
            },
      ),
    [],
  );
  const close = ({ from }: Waiting) => {
    setWaiting((now) => now.slice(0, -1));
    // The dialog hides what is below it until it is gone.
    setTimeout(() => from instanceof HTMLElement && from.focus(), 0);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the address alone
  useEffect(() => setWaiting([]), [pathname]);
  return (
    <InlineContext value={openers[0]}>
      {children}
      <Soon>
        {waiting.map((row, index) => (
          <InlineContext
            // biome-ignore lint/suspicious/noArrayIndexKey: the last one opened is the first one closed
            key={index}
            value={openers[index + 1]}
          >
            <InlineDialog
              trail={waiting.slice(0, index + 1).map(({ kind }) => kind)}
              kind={row.kind}
              values={row.values}
              close={() => close(row)}
              onMade={(id) => {
                close(row);
                row.onMade(id);
              }}
            />
          </InlineContext>
        ))}
      </Soon>
    </InlineContext>
  );
}
