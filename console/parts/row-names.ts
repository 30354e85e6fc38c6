/** What the rows are called that a page of a list points at, for the cells that show them. */
import { createContext } from "react";

/** By path, as `teams/team_1`. */
export type Names = ReadonlyMap<string, string>;

export const NamesContext = createContext<Names | undefined>(undefined);
