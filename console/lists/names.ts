/** What the rows are called that a page of a list points at, for the cells that show them. */
import { createContext } from "react";
import type { Names } from "./use-rows.ts";

export const NamesContext = createContext<Names | undefined>(undefined);
