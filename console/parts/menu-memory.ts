/** What a person keeps of the menu in this browser: pinned pages, rows that were looked at. */
import { useSyncExternalStore } from "react";

export interface Place {
  /** With the search of its address. */
  readonly to: string;
  readonly title: string;
}

export interface MenuMemory {
  /** The whole menu is out of the way. */
  readonly away: boolean;
  readonly pinned: readonly Place[];
  /** Rows, the last one first. */
  readonly recent: readonly Place[];
}

const nothing: MenuMemory = { away: false, pinned: [], recent: [] };
const mostPinned = 12;
const mostRecent = 5;

const listeners = new Set<() => void>();
const known = new Map<string, MenuMemory>();

function keyOf(person: string, org: string): string {
  return `orgconfig.menu.${person}.${org}`;
}

function read(key: string): MenuMemory {
  const before = known.get(key);
  if (before !== undefined) return before;
  let found = nothing;
  try {
    found = { ...nothing, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<MenuMemory>) };
  } catch {
    // A browser that keeps nothing, or a text of somebody else's: the menu begins anew.
  }
  known.set(key, found);
  return found;
}

function change(key: string, part: Partial<MenuMemory>): void {
  const next = { ...read(key), ...part };
  known.set(key, next);
  try {
    localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // It holds until the page is closed.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The memory of one person in one organization, and what changes it. */
export function useMenuMemory(person: string, org: string) {
  const key = keyOf(person, org);
  const memory = useSyncExternalStore(subscribe, () => read(key));
  return {
    ...memory,
    putAway(away: boolean) {
      change(key, { away });
    },
    pin(place: Place) {
      const others = read(key).pinned.filter(({ to }) => to !== place.to);
      change(key, { pinned: [...others, place].slice(-mostPinned) });
    },
    unpin(to: string) {
      change(key, { pinned: read(key).pinned.filter((place) => place.to !== to) });
    },
    visited(place: Place) {
      const { recent } = read(key);
      if (recent[0]?.to === place.to && recent[0].title === place.title) return;
      change(key, { recent: [place, ...recent.filter(({ to }) => to !== place.to)].slice(0, mostRecent) });
    },
    /** A row that is gone is looked for no more. */
    forget(to: string) {
      const { recent, pinned } = read(key);
      const isOther = (place: Place) => place.to !== to;
      if (recent.every(isOther) && pinned.every(isOther)) return;
      change(key, { recent: recent.filter(isOther), pinned: pinned.filter(isOther) });
    },
  };
}
