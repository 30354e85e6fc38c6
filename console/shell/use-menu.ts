/** The menu's memory of whoever is signed in, in the organization at hand. */
import { useEffect } from "react";
import { useMenuMemory } from "../parts/menu-memory.ts";
import { useOrganization, useWhoAmI } from "./session.ts";

export function useMenu() {
  return useMenuMemory(useWhoAmI().user.id, useOrganization()?.id ?? "");
}

/** Notes that a row was looked at, under its present name; one that is gone drops out. */
export function useVisited(to: string, title: string | undefined): void {
  const { visited, forget } = useMenu();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions write, and are new each time
  useEffect(() => {
    if (title === undefined) forget(to);
    else visited({ to, title });
  }, [to, title]);
}
