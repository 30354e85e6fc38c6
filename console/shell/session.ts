/** Who is signed in, the organization at hand, and what the person may do there. */
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { createContext, useContext } from "react";
import { type Level, allows as levelAllows, levelOfRole } from "../../src/kernel/access.ts";
import { type Session, sessionQuery } from "../api/queries.ts";
import type { Membership } from "../api/shapes.ts";

export const SessionContext = createContext<Session | undefined>(undefined);

export function useWhoAmI(): Session {
  const who = useContext(SessionContext);
  if (who === undefined) throw new Error("the page is shown to people who are signed in");
  return who;
}

/** The organization of an open page that the session no longer reaches, until it does again. */
export const KeptContext = createContext<Membership | undefined>(undefined);

const remembered = "orgconfig.organization";

/** Each tab stays with its own; a new one begins with that of whichever tab was used last. */
function remember(slug: string): void {
  try {
    sessionStorage.setItem(remembered, slug);
    localStorage.setItem(remembered, slug);
  } catch {
    // Where a browser lets pages store nothing, the address alone says it.
  }
}

/** The organization that the address names, or else the one that was looked at last. */
export function useOrganization(): Membership | undefined {
  const { org } = useParams({ strict: false });
  const kept = useContext(KeptContext);
  // Who only looks does not ask again for a session that could not be read: what says so is drawn by way of this.
  const organizations = useQuery({ ...sessionQuery, retryOnMount: false }).data?.organizations ?? [];
  const named = organizations.find(({ slug, id }) => slug === org || id === org);
  if (named !== undefined) {
    remember(named.slug);
    return named;
  }
  if (org !== undefined) return kept;
  return lastOrganization(organizations);
}

/** The short name of the organization that this tab, or else this browser, looked at last. */
export function rememberedOrganization(): string | undefined {
  try {
    return sessionStorage.getItem(remembered) ?? localStorage.getItem(remembered) ?? undefined;
  } catch {
    return undefined;
  }
}

export function lastOrganization(organizations: readonly Membership[]): Membership | undefined {
  const last = rememberedOrganization();
  return organizations.find(({ slug }) => slug === last) ?? organizations[0];
}

/** The organization of a page under /o/, which the frame has made sure of. */
export function useHere(): Membership & { allows(level: Level): boolean } {
  const here = useOrganization();
  if (here === undefined) throw new Error("the page belongs to an organization");
  return { ...here, allows: (level) => levelAllows(levelOfRole(here.role), level) };
}
