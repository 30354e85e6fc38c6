/** What can be done about a shift: who may take, give or swap it, and what a dialog about it begins with. */
import type { Shift, Term } from "../../api/on-call-shapes.ts";
import { type Held, momentOf } from "./calendar.ts";

export type Mode = "take" | "give" | "swap";

/** What is known of a rota; of shifts that are not read yet, nothing. */
interface Known {
  readonly people: readonly string[];
  readonly shifts: readonly Shift[] | undefined;
}

export interface Rights {
  readonly operates: boolean;
  readonly admin: boolean;
}

/** As the service has it: members do what is about themselves, administrators all. The likeliest first. */
export function modesOf({ people }: Pick<Held, "people">, me: string, { operates, admin }: Rights): Mode[] {
  if (!operates) return [];
  if (people.length === 0) return admin ? ["take", "give"] : ["take"];
  if (people.includes(me)) return ["give", "swap"];
  return admin ? ["take", "give", "swap"] : ["take", "swap"];
}

/** Who else could take it: those of the rota, who comes next first. */
export function candidates({ people, shifts = [] }: Known, held: Held, giver: string | null): string[] {
  const end = Date.parse(held.to);
  const next = shifts
    .filter(({ role, from }) => role === held.role && Date.parse(from) >= end)
    .flatMap((shift) => shift.people);
  const others = [...next, ...people, ...shifts.flatMap((shift) => shift.people)];
  return [...new Set(others)].filter((one) => one !== giver);
}

/** Shifts to come that somebody could give in return, those after this one first. */
export function returns({ shifts = [] }: Known, held: Held, from: string, now: number): readonly Term[] {
  const [begin, end] = [Date.parse(held.from), Date.parse(held.to)];
  const theirs = shifts.filter(
    (one) =>
      one.role === held.role &&
      one.people.includes(from) &&
      Date.parse(one.from) >= now &&
      (Date.parse(one.to) <= begin || Date.parse(one.from) >= end),
  );
  const isAfter = (one: Term) => Date.parse(one.from) >= end;
  return [...theirs.filter(isAfter), ...theirs.filter((one) => !isAfter(one))];
}

/** What is still to come of it. Its beginning is undefined where that is over: it is from now on then. */
export function restOf(held: Term, now: number): { readonly from: string | undefined; readonly to: string } {
  return {
    from: Date.parse(held.from) > now ? momentOf(Date.parse(held.from)) : undefined,
    to: momentOf(Date.parse(held.to)),
  };
}
