/**
 * What becomes of an alert at a moment, by an organization's rows alone: who is notified, what keeps it back, and what
 * each row says. Pure: each part of it is the function by which live alerts are decided.
 */
import type { Pieces } from "../../kernel/time-slices.ts";
import { type AlertSeverity, factsOf, type Labels, severityOf } from "../../renderers/alerting/facts.ts";
import { createInhibiting, type InhibitionRow } from "../../renderers/alerting/inhibitions.ts";
import { createMuting, type Mute } from "../../renderers/alerting/mutes.ts";
import {
  createRouting,
  createRules,
  type RouteDecision,
  type RouteRow,
  type RuleDecision,
  type RuleRow,
} from "../../renderers/alerting/resolve.ts";
import { type Sending, sentByRoute, sentByRule, type TargetRows } from "../../renderers/alerting/sending.ts";
import type { AlertingRows } from "./rows.ts";
import { sourceOf } from "./rules.ts";

/** The rows that decide. */
export interface DecidingRows extends Pick<AlertingRows, "rules" | "inhibitions" | "words">, TargetRows {
  /** In the order of their positions. */
  readonly routes: readonly RouteRow[];
  /** Those that hold at some time. */
  readonly mutes: readonly Mute[];
}

/** When it is asked, and what else is open then. */
export interface Circumstances {
  /** When the alert begins to be open. */
  readonly opened: Date;
  /** How long nobody acknowledges it: the steps of rules until then count as sent. 0 where none is waited for. */
  readonly unacknowledgedSeconds: number;
  /** By source key (`Sides`), the open alerts that may keep it back. */
  readonly open: ReadonlyMap<string, string>;
}

/** A message about the alert, and the row that it is sent by. */
export type Sent = Sending &
  ({ readonly route: RouteRow } | { readonly rule: RuleRow; readonly step: number });

export interface Outcome {
  /** Null where the alert says none. */
  readonly severity: AlertSeverity | null;
  /** The mutes that hold, wherever the alert goes. */
  readonly mutedBy: readonly Mute[];
  /** The mutes that hold, for some of the routes that take it only. */
  readonly routeMutes: readonly Mute[];
  readonly inhibitedBy: { readonly rule: InhibitionRow; readonly sourceId: string } | undefined;
  readonly routes: readonly RouteDecision[];
  readonly rules: readonly RuleDecision[];
  /** Empty where a mute or another alert keeps it back. */
  readonly sent: readonly Sent[];
}

/** Makes the rows ready for many alerts. It pauses between rows, of which there may be thousands. */
export function createOutcomes(rows: DecidingRows) {
  const routing = createRouting(rows.routes);
  const deciding = createRules(rows.rules, rows.words);
  const muting = createMuting(rows.mutes);
  const sides = createInhibiting(rows.inhibitions);
  return function* outcomeOf(labels: Labels, circumstances: Circumstances): Pieces<Outcome> {
    const { opened, open } = circumstances;
    const { title } = factsOf({ labels, annotations: {} });
    const routes = yield* routing(labels);
    const taking = new Set(routes.flatMap(({ taken, route }) => (taken ? [route.id] : [])));
    const { mutes } = yield* muting({ title, labels }, opened);
    const source = sourceOf(rows.inhibitions, (yield* sides(labels)).targetKeys, open);
    const decided = {
      severity: severityOf(labels, rows.words),
      mutedBy: mutes.filter(({ routeIds }) => routeIds.length === 0),
      routeMutes: mutes.filter(({ routeIds }) => routeIds.some((id) => taking.has(id))),
      inhibitedBy: source,
      routes,
      rules: yield* deciding(labels, opened),
    };
    const isHeld = decided.mutedBy.length > 0 || source !== undefined;
    return { ...decided, sent: isHeld ? [] : sentBy(rows, decided, circumstances) };
  };
}

function sentBy(
  rows: DecidingRows,
  { severity, routes, rules, routeMutes }: Omit<Outcome, "sent">,
  { opened, unacknowledgedSeconds }: Circumstances,
): readonly Sent[] {
  const muted = new Set(routeMutes.flatMap(({ routeIds }) => routeIds));
  const receiving = routes.flatMap(({ taken, route }) => (taken && !muted.has(route.id) ? [route] : []));
  const byRoutes = receiving.flatMap((route) => sentByRoute(route, severity, rows));
  const until = new Date(opened.getTime() + unacknowledgedSeconds * 1_000);
  const byRules = rules.flatMap(({ taken, rule }) =>
    taken ? sentByRule(rule, rows, { opened, until }) : [],
  );
  return [...byRoutes, ...byRules];
}
