/** What the page reads: the rotas, who is on call, the shifts and what is wrong with them. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import { namedActions } from "../../api/calls.ts";
import type { Coverage, Post, Shift, WhoIsOnCall } from "../../api/on-call-shapes.ts";
import { membersQuery, readQuery, rowsQuery, useDefinitions } from "../../api/queries.ts";
import { kindNames } from "../../kinds/names.ts";
import { failedOf } from "../../parts/refusal.tsx";
import { useHere, useWhoAmI } from "../../shell/session.ts";
import { daysFrom, type Held, momentOf } from "./calendar.ts";
import { coloursOf } from "./colours.ts";
import type { Mode } from "./handing.ts";

const refreshMs = 60_000;
/** As far ahead as rotas are proved. */
const aheadDays = 90;

export interface RotaSeen {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
  readonly posts: readonly Post[];
  /** Addresses that its rotations name, in their order. */
  readonly people: readonly string[];
  /** From the beginning of today on; undefined until they are read. */
  readonly shifts: readonly Shift[] | undefined;
  readonly coverage: Coverage | undefined;
  /** Of what of these could not be read. */
  readonly failed: ReturnType<typeof failedOf>;
}

/** A shift or a gap that somebody wants to do something about. */
export interface Handing {
  readonly rota: RotaSeen;
  readonly held: Held;
  readonly mode: Mode | undefined;
  /** Who is to take it, where something says so. */
  readonly suggested?: string | undefined;
}

/** What every part of the page has to know of people and clocks. */
export interface Reader {
  /** In lower case. */
  readonly me: string;
  readonly nameOf: (email: string) => string;
  /** Without the domain, where there is no name and nobody else is called so: for places with little room. */
  readonly shortOf: (email: string) => string;
  readonly colourOf: (email: string) => number;
  /** The zone of the reader's own clock. */
  readonly ownZone: string;
  /** Whether times are shown on it, and not by the rota's. */
  readonly own: boolean;
  /** When it was read, as the service has it: milliseconds since 1970. */
  readonly now: number;
}

export const ReaderContext = createContext<Reader | undefined>(undefined);

export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (reader === undefined) throw new Error("parts of the page are drawn when it is read");
  return reader;
}

export function useOnCall() {
  const here = useHere();
  const who = useWho();
  const rows = useQuery(rowsQuery(here.slug, useRotaKind()));
  const zones = new Map((rows.data?.data ?? []).map((row) => [String(row.id), row]));
  const read = who.data !== undefined && rows.data !== undefined;
  const now = Date.parse(who.data?.at ?? "");
  const seen = (read ? who.data.rotas : []).flatMap((rota) => {
    const row = zones.get(rota.rota_id);
    return row === undefined ? [] : [{ ...rota, row, zone: String(row.timezone) }];
  });
  const shifts = useQueries({
    queries: seen.map(({ rota_id: id, zone }) => {
      const from = daysFrom(now, zone, 1)[0]?.from ?? now;
      const term = { from: momentOf(from), to: momentOf(from + aheadDays * 86_400_000) };
      const query = readQuery<{ data: readonly Shift[] }>(here.slug, namedActions.listShifts, {
        id,
        ...term,
      });
      return { ...query, refetchInterval: refreshMs };
    }),
  });
  const coverage = useQueries({
    queries: seen.map(({ rota_id: id }) => ({
      ...readQuery<Coverage>(here.slug, namedActions.checkCoverage, { id, days: aheadDays }),
      refetchInterval: refreshMs,
    })),
  });
  const rotas = seen.map(({ rota_id: id, name, zone, roles: posts, row }, index): RotaSeen => {
    const [ofShifts, ofCoverage] = [shifts[index], coverage[index]];
    return {
      ...{ id, name, zone, posts, people: peopleOf(row) },
      shifts: ofShifts?.data?.data,
      coverage: ofCoverage?.data,
      failed: failedOf([ofShifts, ofCoverage].flatMap((query) => query ?? [])),
    };
  });
  const failed = failedOf([who, rows]);
  return { rotas, names: useNames(who.data), now, failed, read };
}

function useWho() {
  const here = useHere();
  const query = readQuery<WhoIsOnCall>(here.slug, namedActions.whoIsOnCall, {});
  return useQuery({ ...query, refetchInterval: refreshMs });
}

/** The registry's: it is there when pages are. */
function useRotaKind(): Definition {
  const { kinds } = useDefinitions();
  return kinds.find(({ kind }) => kind === kindNames.rota) as Definition;
}

/** Names by address, as far as the reader may see them: an administrator sees all members. */
function useNames(who: WhoIsOnCall | undefined): ReadonlyMap<string, string> {
  const here = useHere();
  const { user } = useWhoAmI();
  const { data } = useQuery({ ...membersQuery(here.slug), enabled: here.allows("admin") });
  const seen = (who?.rotas ?? []).flatMap(({ roles }) => roles.flatMap(({ people }) => people));
  return new Map(
    [...(data?.data ?? []), ...seen, user].map(({ email, name }) => [email.toLowerCase(), name ?? ""]),
  );
}

export function readerOf(
  rotas: readonly RotaSeen[],
  names: ReadonlyMap<string, string>,
  me: string,
): Pick<Reader, "me" | "nameOf" | "shortOf" | "colourOf"> {
  const shown = rotas.flatMap(({ people, shifts = [] }) => [
    ...people,
    ...shifts.flatMap((shift) => shift.people),
  ]);
  const colours = coloursOf(shown);
  const called = new Map<string, Set<string>>();
  for (const email of shown) called.set(local(email), (called.get(local(email)) ?? new Set()).add(email));
  return {
    me,
    nameOf: (email) => names.get(email) || email,
    shortOf: (email) =>
      names.get(email) || ((called.get(local(email))?.size ?? 1) > 1 ? email : local(email)),
    colourOf: (email) => colours.get(email) ?? 0,
  };
}

function local(email: string): string {
  return email.split("@")[0] ?? email;
}

function peopleOf({ rotations }: JsonObject): readonly string[] {
  const named = (rotations as readonly { turns: readonly { people: readonly string[] }[] }[]).flatMap(
    ({ turns }) => turns.flatMap(({ people }) => people),
  );
  return [...new Set(named.map((email) => email.toLowerCase()))];
}
