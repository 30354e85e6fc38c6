/** What the reader may do about shifts, so that no button is shown that would be refused. */
import { useHere } from "../../shell/session.ts";
import type { Rights } from "./handing.ts";

export function useRights(): Rights {
  const here = useHere();
  return { operates: here.allows("operate"), admin: here.allows("admin") };
}
