/** Which side of a row's page is shown. The address says it, so that each can be shared and survives a reload. */
import { useNavigate, useSearch } from "@tanstack/react-router";

export type View = "summary" | "edit" | "history";

export interface Shown {
  readonly view: View;
  readonly show: (view: View, options?: { readonly replace: boolean }) => void;
}

export function useView(): Shown {
  const { view, ...search } = useSearch({ strict: false }) as { readonly view?: string };
  const go = useNavigate();
  return {
    view: view === "edit" || view === "history" ? view : "summary",
    show: (next, { replace } = { replace: false }) =>
      void go({ to: ".", search: next === "summary" ? search : { ...search, view: next }, replace }),
  };
}
