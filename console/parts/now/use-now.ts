/** What Now is made of: what needs attention, what happened in the last 24 hours, and who is at what. */
import { useQuery } from "@tanstack/react-query";
import { given } from "../../../src/kernel/given.ts";
import { timelineQuery } from "../../api/now-queries.ts";
import { countsQuery, rowsQuery, useDefinition, useDefinitions } from "../../api/queries.ts";
import type { Timeline } from "../../api/timeline-shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { useHere, useWhoAmI } from "../../shell/session.ts";
import { useAlerts } from "../alerts/use-alerts.ts";
import { failedOf } from "../refusal.tsx";
import { useAttention } from "../use-attention.ts";
import { byCause } from "./causes.ts";
import { sentenceOf } from "./sentence.ts";
import { isWithin, narrowed, type Span } from "./span.ts";
import { countsOf, ofWhom, type Person, pressingOf, type Whose } from "./urgency.ts";

const refreshMs = 30_000;

/** Kinds whose rows say that something is wrong, or bring what says so. */
const watching = [
  kindNames.connector,
  kindNames.slo,
  kindNames.syntheticCheck,
  kindNames.certificate,
  kindNames.heartbeat,
] as const;

interface TimelineOptions {
  readonly enabled?: boolean;
  /** Of this service alone. */
  readonly service?: string | undefined;
}

/** @param span where it is left out, the last 24 hours */
export function useTimeline(span: Span | undefined, { enabled = true, service }: TimelineOptions = {}) {
  const here = useHere();
  return useQuery({
    ...timelineQuery(here.slug, { ...span, ...given({ service }) }),
    refetchInterval: refreshMs,
    enabled,
  });
}

/** What happened in the span: of the last 24 hours where it is a part of them, or else asked for. */
export function usePast(span: Span | undefined, day: Timeline | undefined, service?: string) {
  const isPart = span !== undefined && day !== undefined && isWithin(span, day);
  const enabled = span !== undefined && day !== undefined && !isPart;
  const other = useTimeline(span, { enabled, service });
  const whole = isPart ? day : other.data;
  if (span === undefined || whole === undefined) return undefined;
  return { ...narrowed(whole, span), whole };
}

export function useNowState(which: Whose) {
  const here = useHere();
  const counts = useQuery(countsQuery(here.slug));
  const attention = useAttention();
  const timeline = useTimeline(undefined);
  const taken = useAlerts("acknowledged");
  const { person, teams } = usePerson(which === "my_teams");
  const sections = attention.data?.sections ?? [];
  const { kinds } = useDefinitions();
  const lines = pressingOf({
    sections,
    incidents: timeline.data?.incidents ?? [],
    taken: taken.data?.data ?? [],
  });
  const all = byCause(lines, kinds);
  const queries = [attention, timeline, taken, counts, ...(teams === undefined ? [] : [teams])];
  const watched = watching.some((kind) => (counts.data?.get(kind)?.count ?? 0) > 0);
  return {
    sections,
    /** Whether anything is there that could say that something is wrong. */
    watched,
    all,
    items: ofWhom(all, which, person, timeline.data?.changes ?? []),
    /** Undefined as long as a part of it could not be read: nothing known is not "All is well.". */
    sentence: queries.every(({ data }) => data !== undefined)
      ? sentenceOf(countsOf(all, sections), watched)
      : undefined,
    timeline: timeline.data,
    loading: queries.some(({ isPending }) => isPending),
    failed: failedOf(queries),
    /** When the oldest part of it was read, in ms since 1970. */
    readAt: Math.min(...queries.map(({ dataUpdatedAt }) => dataUpdatedAt)),
  };
}

/** @param withTeams whether the teams are asked for, too: until they are known nothing is said of what is theirs */
function usePerson(withTeams: boolean) {
  const here = useHere();
  const { user } = useWhoAmI();
  const teams = useDefinition(kindNames.team);
  if (teams === undefined) throw new Error("there is a kind of teams");
  const rows = useQuery({ ...rowsQuery(here.slug, teams), enabled: withTeams, staleTime: 60_000 });
  const own = (rows.data?.data ?? []).filter(({ members }) =>
    (members as readonly { readonly id: string }[]).some(({ id }) => id === user.id),
  );
  const { id, email, name } = user;
  const person: Person = { id, email, name, teams: own.map((one) => String(one.id)) };
  return { person, teams: withTeams ? rows : undefined };
}
