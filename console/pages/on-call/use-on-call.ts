/** What the page reads: the rotas, who is on call, the shifts and what is wrong with them. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import type { AttentionItem } from "../../api/attention-shapes.ts";
import { namedActions } from "../../api/calls.ts";
import { act } from "../../api/client.ts";
import type { Coverage, Post, Shift, ShiftOfRota, WhoIsOnCall } from "../../api/on-call-shapes.ts";
import { membersQuery, readQuery, rowsQuery, useDefinitions } from "../../api/queries.ts";
import type { Rows } from "../../api/shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { failedOf } from "../../parts/refusal.tsx";
import { browserZone } from "../../parts/time.tsx";
import { useAttention } from "../../parts/use-attention.ts";
import { useHere, useWhoAmI } from "../../shell/session.ts";
import { daysFrom, type Held, momentOf } from "./calendar.ts";
import { coloursOf } from "./colours.ts";
import type { Mode } from "./handing.ts";
import { soonestFirst } from "./view.ts";

const refreshMs = 60_000;
/** As far ahead as rotas are proved. */
const aheadDays = 90;

/** So many rotas are open at first; of more than these, what somebody opens is. */
export const mostOpen = 12;

export const whoseRotas = ["mine", "all"] as const;
export type Whose = (typeof whoseRotas)[number];

/** What of the rotas is to be read. */
export interface Wanted {
  /** Of many rotas: which are shown; undefined for the reader's own, where there are any. */
  readonly whose: Whose | undefined;
  /** What somebody opened or folded. */
  readonly opened: ReadonlyMap<string, boolean>;
  /** Whether no shifts are shown at all. */
  readonly withoutShifts: boolean;
}

export interface RotaSeen {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
  readonly posts: readonly Post[];
  /** Whether its shifts are shown. */
  readonly open: boolean;
  /** Whether it names the reader. */
  readonly isMine: boolean;
  /** A time of the next days that must be covered and belongs to nobody, where that is known. */
  readonly gap: AttentionItem | undefined;
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

export function useOnCall(me: string, wanted: Wanted) {
  const here = useHere();
  const who = useWho();
  const rows = useQuery(rowsQuery(here.slug, useKind(kindNames.rota)));
  const zones = new Map((rows.data?.data ?? []).map((row) => [String(row.id), row]));
  const now = Date.parse(who.data?.at ?? "");
  const found = (who.data?.rotas ?? []).flatMap(({ rota_id: id, name, roles: posts }) => {
    const row = zones.get(id);
    return row === undefined ? [] : [{ id, name, posts, zone: String(row.timezone), people: peopleOf(row) }];
  });
  const many = found.length > mostOpen;
  const overrides = useOwnOverrides(me, many);
  const attention = useAttention();
  const gaps = new Map(
    (attention.data?.sections.find(({ section }) => section === "on_call")?.data ?? []).map((one) => [
      one.id,
      one,
    ]),
  );
  const read = who.data !== undefined && rows.data !== undefined && !overrides.isLoading;
  const own = soonestFirst(
    found.filter((rota) => isOf(rota, me) || (overrides.data?.has(rota.id) ?? false)),
    me,
  );
  const ids = new Set(own.map(({ id }) => id));
  const whose = wanted.whose ?? (own.length > 0 ? "mine" : "all");
  const isOpen = (id: string) =>
    !many || (wanted.opened.get(id) ?? (whose === "mine" && own.length <= mostOpen && ids.has(id)));
  const none = !read || wanted.withoutShifts;
  const shifts = useShifts(none ? [] : found.filter(({ id }) => isOpen(id)), now);
  const mine = useMine(me, now, !none);
  const coverage = useCoverage(none ? [] : found.filter(({ id }) => isOpen(id)));
  const rotas = found.map((rota): RotaSeen => {
    const [ofShifts, ofCoverage] = [shifts.get(rota.id), coverage.get(rota.id)];
    return {
      ...{ ...rota, open: isOpen(rota.id), isMine: ids.has(rota.id), gap: gaps.get(rota.id) },
      shifts: ofShifts?.data?.data,
      coverage: ofCoverage?.data,
      failed: failedOf([ofShifts, ofCoverage].flatMap((query) => query ?? [])),
    };
  });
  return {
    ...{ rotas, many, whose, now, read, names: useNames(who.data) },
    /** The reader's shifts from the beginning of today on; undefined until they are read. */
    mine: mine.data?.data,
    mineFailed: failedOf([mine]),
    failed: failedOf([who, rows, overrides]),
  };
}

type Found = Pick<RotaSeen, "id" | "zone" | "posts" | "people">;

/** The reader's shifts of all rotas. */
function useMine(me: string, now: number, enabled: boolean) {
  const { slug } = useHere();
  const query = readQuery<{ data: readonly ShiftOfRota[] }>(slug, namedActions.listShiftsOfPerson, {
    email: me,
    ...(Number.isNaN(now) ? {} : termFrom(now, browserZone())),
  });
  return useQuery({ ...query, refetchInterval: refreshMs, enabled });
}

/** From the beginning of today on, so that a shift of now is known from there. */
function termFrom(now: number, zone: string) {
  const from = daysFrom(now, zone, 1)[0]?.from ?? now;
  return { from: momentOf(from), to: momentOf(from + aheadDays * 86_400_000) };
}

/** By the rota's id. */
function useShifts(of: readonly Found[], now: number) {
  const { slug } = useHere();
  const queries = useQueries({
    queries: of.map(({ id, zone }) => {
      const input = { id, ...termFrom(now, zone) };
      const query = readQuery<{ data: readonly Shift[] }>(slug, namedActions.listShifts, input);
      return { ...query, refetchInterval: refreshMs };
    }),
  });
  return new Map(of.map(({ id }, index) => [id, queries[index]]));
}

/** By the rota's id. */
function useCoverage(of: readonly Found[]) {
  const { slug } = useHere();
  const queries = useQueries({
    queries: of.map(({ id }) => ({
      ...readQuery<Coverage>(slug, namedActions.checkCoverage, { id, days: aheadDays }),
      refetchInterval: refreshMs,
    })),
  });
  return new Map(of.map(({ id }, index) => [id, queries[index]]));
}

/** Rotas that an override puts the reader into: it may be one that does not name them. */
function useOwnOverrides(me: string, enabled: boolean) {
  const { slug } = useHere();
  const { kind, actionNames } = useKind(kindNames.override);
  return useQuery({
    // Its key begins like those of rows: a write may move it.
    queryKey: ["rows", slug, kind, "of", me],
    queryFn: async () => {
      const { data } = (await act<Rows>(slug, actionNames.list, { email: me })).body;
      return new Set(data.map((row) => String(row.rota_id)));
    },
    enabled,
  });
}

/** Whether its rotations name somebody, or they are on call in it now or next. */
function isOf({ people, posts }: Found, me: string): boolean {
  return (
    people.includes(me) ||
    posts.some(({ people: on, next }) => on.some(({ email }) => email === me) || next?.people.includes(me))
  );
}

function useWho() {
  const here = useHere();
  const query = readQuery<WhoIsOnCall>(here.slug, namedActions.whoIsOnCall, {});
  return useQuery({ ...query, refetchInterval: refreshMs });
}

/** The registry's: it is there when pages are. */
function useKind(name: string): Definition {
  const { kinds } = useDefinitions();
  return kinds.find(({ kind }) => kind === name) as Definition;
}

/** Names by address, as far as the reader may see them: an administrator sees all members. */
function useNames(who: WhoIsOnCall | undefined): ReadonlyMap<string, string> {
  const here = useHere();
  const { user } = useWhoAmI();
  const { data } = useQuery({ ...membersQuery(here.slug), enabled: here.allows("admin") });
  const seen = (who?.rotas ?? []).flatMap(({ roles }) => roles.flatMap(({ people }) => people));
  return new Map(
    [...(data?.data ?? []), ...seen, user].map(({ email, name }) => {
      const address = email.toLowerCase();
      // Of people without a name the service says the address.
      return [address, name?.toLowerCase() === address ? "" : (name ?? "")];
    }),
  );
}

export function readerOf(
  rotas: readonly RotaSeen[],
  names: ReadonlyMap<string, string>,
  me: string,
): Pick<Reader, "me" | "nameOf" | "shortOf" | "colourOf"> {
  const shown = rotas.flatMap(({ people, posts, shifts = [] }) => [
    ...people,
    ...posts.flatMap((post) => [...post.people.map(({ email }) => email), ...(post.next?.people ?? [])]),
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
