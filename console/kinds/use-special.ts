/**
 * What a kind has of its own, for forms and summaries. They are given the table, since components that the table names
 * draw forms and summaries themselves: an import would be a circle. Pages import special.ts.
 */
import { createContext, useContext } from "react";
import type { Special, SpecialKinds } from "./special-type.ts";

export const SpecialContext = createContext<SpecialKinds>({});

export function useSpecial(kind: string): Special {
  return useContext(SpecialContext)[kind] ?? {};
}
