/** Who is paged by rotas, before and after, and in how many nights. Pure. */
import { whoIsReached } from "../../../renderers/alerting/on-call.ts";
import { nightAt } from "../../../shifts/load.ts";
import type { Notification, ReplayRows } from "./notifications.ts";

/** The pages of one person. */
export interface PersonCounts {
  readonly person: string;
  readonly before: number;
  readonly after: number;
  /** Nights in which at least one came, from 22:00 to 07:00 by the clock of the rota's zone. */
  readonly nights_before: number;
  readonly nights_after: number;
}

interface Counting {
  readonly pages: { before: number; after: number };
  readonly nights: { readonly before: Set<string>; readonly after: Set<string> };
}

export function createPeople() {
  const people = new Map<string, Counting>();
  return {
    /** @param rows those by which these are sent */
    add(notifications: readonly Notification[], rows: ReplayRows, side: "before" | "after"): void {
      for (const { named, destination, at } of notifications) {
        const { email } = destination;
        if (named?.rota_id === undefined || email === undefined) continue;
        const { rota, answered } = whoIsReached(rows, named, new Date(at));
        // A fallback is no person on call.
        if (rota === undefined || answered === null) continue;
        const own = people.get(email) ?? {
          pages: { before: 0, after: 0 },
          nights: { before: new Set<string>(), after: new Set<string>() },
        };
        people.set(email, own);
        own.pages[side] += 1;
        const night = nightAt(at, rota.timezone);
        if (night !== undefined) own.nights[side].add(night);
      }
    },
    /** Those first whose pages differ most. */
    shown(): readonly PersonCounts[] {
      return [...people]
        .map(([person, { pages, nights }]) => ({
          ...{ person, ...pages },
          ...{ nights_before: nights.before.size, nights_after: nights.after.size },
        }))
        .sort((one, other) => differenceOf(other) - differenceOf(one) || (one.person < other.person ? -1 : 1))
        .slice(0, mostPeople);
    },
  };
}

const mostPeople = 100;

function differenceOf({ before, after, nights_before, nights_after }: PersonCounts): number {
  return Math.abs(after - before) + Math.abs(nights_after - nights_before);
}
