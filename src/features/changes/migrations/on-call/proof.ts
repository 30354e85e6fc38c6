/** Whether a rota's shifts are those that the other tool itself worked out. */
import { bareFigure, counted, readable } from "../../../../kernel/readable.ts";
import { dayMs } from "../../../../shifts/clock.ts";
import { usualDays } from "../../../../shifts/coverage.ts";
import type { Override, Rota, Stretch } from "../../../../shifts/shapes.ts";
import { rolesOf, shiftsOf } from "../../../../shifts/shifts.ts";
import { nobody } from "./people.ts";

/** A shift as the other tool has it: who, from when, until when, in milliseconds since 1970. */
export interface Entry extends Stretch {
  readonly email: string;
}

/** What the other tool worked out. */
export interface Rendered {
  readonly entries: readonly Entry[];
  /** For which time; undefined where only the entries show it. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

export interface ShiftProof {
  /** The name of the schedule. */
  readonly schedule: string;
  /** The other tool. */
  readonly tool: string;
  /** `unknown`: the files do not say who is on call when. */
  readonly state: "same" | "differs" | "unknown";
  /** What was compared, or how the files would say it. */
  readonly says: string;
  /** When somebody else is on call here than there, the first of them. */
  readonly differs: readonly string[];
}

const mostNamed = 50;

/** @param how what would show it, in a part of a sentence */
export function unproved(schedule: string, tool: string, how: string): ShiftProof {
  return { schedule, tool, state: "unknown", says: how, differs: [] };
}

/**
 * Compares shift by shift: for 90 days from now on, or where the entries lie, if that is in the past.
 * All roles together are the other tool's schedule.
 */
export function provedShifts(
  { schedule, tool }: Pick<ShiftProof, "schedule" | "tool">,
  rota: Rota,
  overrides: readonly Override[],
  rendered: Rendered,
  now: number,
): ShiftProof {
  const { entries } = rendered;
  const { from, to } = timeOf(rendered, now);
  const ours = shiftsOf(rota, overrides, from, to).flatMap(({ role, people, from, to }) =>
    people.flatMap((email) => (email === nobody ? [] : [{ email, role, from, to }])),
  );
  const edges = [...new Set([...entries, ...ours].flatMap((one) => [one.from, one.to]))]
    .filter((at) => at > from && at < to)
    .sort((a, b) => a - b);
  const pieces = [from, ...edges].map((at, index) => ({ from: at, to: edges[index] ?? to }));
  const found: Difference[] = [];
  for (const piece of pieces) {
    const [theirs, here] = [peopleIn(entries, piece), peopleIn(ours, piece)];
    if (theirs === here) continue;
    const own = ours.filter((one) => covers(one, piece)).map(({ role }) => role);
    const roles = [...new Set(own.length === 0 ? rolesOf(rota, overrides) : own)].join(", ");
    const last = found.at(-1);
    if (last !== undefined && last.to === piece.from && last.theirs === theirs && last.here === here)
      last.to = piece.to;
    else found.push({ ...piece, theirs, here, roles });
  }
  const times = `from ${readable(new Date(from))} to ${readable(new Date(to))}`;
  const shifts = counted(entries.filter((one) => one.to > from && one.from < to).length, "shift");
  if (found.length === 0)
    return { schedule, tool, state: "same", says: `${shifts} ${times}: the same people in all`, differs: [] };
  const more = found.length - mostNamed;
  return {
    schedule,
    tool,
    state: "differs",
    says: `${shifts} ${times}: ${bareFigure(found.length)} ${found.length === 1 ? "time" : "times"} somebody else is on call`,
    differs: [
      ...found.slice(0, mostNamed).map((one) => lineOf(one, tool)),
      ...(more > 0 ? [`and ${more} more`] : []),
    ],
  };
}

interface Difference {
  readonly from: number;
  to: number;
  readonly theirs: string;
  readonly here: string;
  readonly roles: string;
}

function lineOf({ from, to, theirs, here, roles }: Difference, tool: string): string {
  const [there, us] = [theirs || "nobody", here || "nobody"];
  return `${roles} from ${readable(new Date(from))} to ${readable(new Date(to))}: in ${tool} ${there}, here ${us}`;
}

/** What lies outside of the first and the last entry was perhaps not asked for. */
function timeOf({ entries, ...asked }: Rendered, now: number): Stretch {
  const first = asked.from ?? Math.min(...entries.map(({ from }) => from));
  const last = asked.to ?? Math.max(...entries.map(({ to }) => to));
  if (last <= now) return { from: first, to: last };
  const from = Math.max(first, now);
  return { from, to: Math.min(last, from + usualDays * dayMs) };
}

function peopleIn(shifts: readonly Entry[], piece: Stretch): string {
  return [...new Set(shifts.filter((one) => covers(one, piece)).map(({ email }) => email))].sort().join(", ");
}

function covers(one: Stretch, piece: Stretch): boolean {
  return one.from <= piece.from && piece.to <= one.to;
}

/** The proofs as the report has them, a line each, with those that differ and what is not proved. */
export function shiftLines(proofs: readonly ShiftProof[]): string[] {
  return proofs.flatMap(({ schedule, tool, state, says, differs }) => [
    state === "unknown"
      ? `- ${JSON.stringify(schedule)}: not proved by ${tool}: ${says}`
      : `- ${JSON.stringify(schedule)}: ${says}`,
    ...differs.map((line) => `  - ${line}`),
  ]);
}
