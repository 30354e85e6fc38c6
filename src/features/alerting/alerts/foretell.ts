/** The ways that alerts take, by the one decider: the routes that take each, and to whom they send it. */
import { type Call, turnOf } from "../../../engine/context.ts";
import { grouped } from "../../../kernel/grouped.ts";
import type { Standing } from "../../../kernel/standing.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import { type Candidate, createWays, keyOfWay, takenOf } from "../../../renderers/alerting/deciding.ts";
import type { RouteRow } from "../../../renderers/alerting/resolve.ts";
import { currentMutes } from "../events/index.ts";
import type { AlertDeps } from "./deps.ts";
import { desertedIn, teamAddresses } from "./notify.ts";
import { createOutcomes, type Outcome } from "./outcome.ts";
import { foretoldOf, sentByRoutes, shownTarget } from "./preview.ts";
import { inhibitionFor } from "./resolve-withheld.ts";
import type { AlertingRows } from "./rows.ts";
import { standingsOf } from "./standings.ts";
import { nameOfMute } from "./withheld.ts";

/** One way, and an alert that takes it. */
export interface Way<C extends Candidate> {
  readonly alert: C;
  readonly routes: readonly RouteRow[];
  /** Whom its routes send it to at its beginning, as things stand. */
  readonly notified: readonly {
    readonly target: string;
    readonly kind: string;
    readonly delivery: Standing;
  }[];
  /** What keeps back all that would be sent, to be read after "it is"; undefined where nothing does. */
  readonly keptBack: string | undefined;
}

export type ForetellWays = <C extends Candidate>(
  call: Call,
  rows: AlertingRows,
  candidates: readonly C[],
) => Promise<readonly Way<C>[]>;

/** What takes a way together with others: so many are looked at for one that nothing keeps back. */
const mostTried = 10;

export function createForetelling(deps: AlertDeps): ForetellWays {
  return async <C extends Candidate>(call: Call, rows: AlertingRows, candidates: readonly C[]) => {
    const { id } = call.caller.organization;
    const wayOf = createWays({ routes: [...rows.routes.values()], ownRoutes: rows.ownRoutes });
    const taken = new Map<C, readonly RouteRow[]>();
    for (const one of candidates) taken.set(one, takenOf(await inPieces(wayOf(one), turnOf(call))));
    const routesOf = (one: C) => taken.get(one) ?? [];
    const alike = grouped(candidates, (one) => keyOfWay(rows, one, routesOf(one)));
    const addressesOf = await teamAddresses(deps, deps.store, id, [...new Set([...taken.values()].flat())]);
    const decide = await decider(deps, call, rows, (one: C) => desertedIn(routesOf(one), addressesOf));
    const ways: Way<C>[] = [];
    for (const ones of alike.values()) {
      const { alert, outcome, keptBack } = await firstThatGoesOn(ones, decide);
      const sent = sentByRoutes(outcome);
      const receivers = sent.flatMap(foretoldOf(sent, outcome.severity, { ...rows, addressesOf }, call.now));
      const standings = await standingsOf(deps, id, rows, receivers);
      const notified = receivers.map((receiver) => {
        const { target, kind } = shownTarget(receiver, rows);
        return { target, kind, delivery: standings(receiver) };
      });
      ways.push({ alert, routes: routesOf(alert), notified, keptBack });
    }
    return ways;
  };
}

interface Decided<C extends Candidate> {
  readonly alert: C;
  readonly outcome: Outcome;
  readonly keptBack: string | undefined;
}

type Decide<C extends Candidate> = (alert: C) => Promise<Decided<C>>;

/** Of alerts that take one way, one that nothing keeps back; the first where there is none. */
async function firstThatGoesOn<C extends Candidate>(
  [first, ...others]: readonly C[],
  decide: Decide<C>,
): Promise<Decided<C>> {
  if (first === undefined) throw new Error("a way without an alert");
  const decided = await decide(first);
  if (decided.keptBack === undefined) return decided;
  for (const one of others.slice(0, mostTried)) {
    const other = await decide(one);
    if (other.keptBack === undefined) return other;
  }
  return decided;
}

/** What becomes of alerts that begin now. */
async function decider<C extends Candidate>(
  deps: AlertDeps,
  call: Call,
  rows: AlertingRows,
  desertedFor: (alert: C) => ReadonlySet<string>,
): Promise<Decide<C>> {
  const mutes = await currentMutes(deps.events, call.caller.organization.id, call.now);
  const routes = [...rows.routes.values()];
  return async (alert) => {
    const { open, inhibition } = await inhibitionFor(deps, call, rows, alert.labels);
    const outcomes = createOutcomes({ ...rows, routes, mutes, deserted: desertedFor(alert) });
    const circumstances = { opened: call.now, unacknowledgedSeconds: 0, open };
    const outcome = await inPieces(outcomes(alert, circumstances), turnOf(call));
    const { mutedBy, routeMutes } = outcome;
    const ofRoutes = new Set(routeMutes.flatMap(({ routeIds }) => routeIds));
    const taking = takenOf(outcome.routes);
    const areMuted = taking.length > 0 && taking.every(({ id }) => ofRoutes.has(id));
    const [mute] = [...mutedBy, ...(areMuted ? routeMutes : [])];
    const muted = mute && `muted by ${nameOfMute(mute)}`;
    const keptBack = muted ?? (inhibition === null ? undefined : `inhibited by ${inhibition.name}`);
    return { alert, outcome, keptBack };
  };
}
