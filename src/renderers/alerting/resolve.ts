/**
 * Who receives an alert: which routes and which rules take it, in their order, and why each other one does not.
 * Pure. It pauses between the rows, of which there may be thousands.
 */
import type { StepBudget } from "../../kernel/glob.ts";
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import type { Pieces } from "../../kernel/time-slices.ts";
import type { alertRoutes } from "../../resources/alert-routes.ts";
import type { outboundRules } from "../../resources/outbound-rules.ts";
import type { RendererRow } from "../renderer.ts";
import {
  type AlertSeverity,
  type Labels,
  type Severity,
  type SeverityWords,
  severityOf,
  severityRanks,
  usualWords,
} from "./facts.ts";
import { nextActive } from "./hours.ts";
import { createBudgets, holds, type Matcher, matcherOf } from "./matchers.ts";

export type RouteRow = RendererRow<ConfigurationOf<typeof alertRoutes>>;
export type RuleRow = RendererRow<ConfigurationOf<typeof outboundRules>>;

export type Destination = RouteRow["configuration"]["destinations"][number];

/** Whether a row takes the alert. */
export interface Decision {
  readonly taken: boolean;
  /** In a short sentence without a full stop, such as `severity is info; the route wants severity="critical"`. */
  readonly reason: string;
}

export interface RouteDecision extends Decision {
  readonly route: RouteRow;
}

export interface RuleDecision extends Decision {
  readonly rule: RuleRow;
  /**
   * How long after the alert began to be open it is sent first: the rule's delay, and from there on the wait for its
   * active hours. Null where it is not taken.
   */
  readonly firstAtSeconds: number | null;
}

/** Rows between two pauses: a pause takes as long as a row with plain matchers. */
const rowsAtOnce = 32;

/** Routes that are compared with many alerts, made ready for it. */
export function createRouting(routes: readonly RouteRow[]) {
  const ready = routes.map((route) => ({ route, matchers: readyMatchers(route.configuration.matchers) }));
  const within = createBudgets();
  /**
   * What each route does with an alert of these labels. Routes are tried in the order that they were given in, which
   * has to be that of their positions. Only enabled ones are tried, and none after the first that takes the alert and
   * does not continue.
   */
  return (labels: Labels) =>
    within(function* (budget): Pieces<readonly RouteDecision[]> {
      const decisions: RouteDecision[] = [];
      let behind: Decision | undefined;
      for (const { route, matchers } of ready) {
        if (decisions.length % rowsAtOnce === 0) yield;
        const untried = route.configuration.enabled ? behind : disabledRoute;
        const decision = untried ?? (yield* decideMatchers(matchers, labels, "route", budget));
        decisions.push(new RouteDecided(route, decision));
        if (decision.taken && !route.configuration.continue) behind = takenBefore(route);
      }
      return decisions;
    });
}

/** A decision whose reason is written when it is read: of thousands of rows few are shown. */
class Decided implements Decision {
  readonly taken: boolean;
  readonly #reason: () => string;

  constructor(taken: boolean, reason: () => string) {
    this.taken = taken;
    this.#reason = reason;
  }

  get reason(): string {
    return this.#reason();
  }
}

class RouteDecided implements RouteDecision {
  readonly route: RouteRow;
  readonly taken: boolean;
  readonly #decision: Decision;

  constructor(route: RouteRow, decision: Decision) {
    this.route = route;
    this.taken = decision.taken;
    this.#decision = decision;
  }

  get reason(): string {
    return this.#decision.reason;
  }
}

const disabledRoute = refused(() => "the route is disabled");

/** What all routes behind one are that takes an alert and does not continue. */
function takenBefore({ configuration: { name } }: RouteRow): Decision {
  return refused(() => `the route ${JSON.stringify(name)} takes it before, and does not continue`);
}

/** The same for outbound rules. Every enabled rule that wants the alert takes it. */
export function createRules(rules: readonly RuleRow[], words: SeverityWords = usualWords) {
  const ready = rules.map((rule) => ({ rule, decide: readyRule(rule, words) }));
  const within = createBudgets();
  /** @param opened when the alert began to be open */
  return (labels: Labels, opened: Date) =>
    within(function* (budget): Pieces<readonly RuleDecision[]> {
      const decisions: RuleDecision[] = [];
      for (const { rule, decide } of ready) {
        if (decisions.length % rowsAtOnce === 0) yield;
        const decision = yield* decide(labels, budget);
        const firstAtSeconds = decision.taken ? firstAfter(rule, opened) : null;
        decisions.push({ rule, taken: decision.taken, reason: decision.reason, firstAtSeconds });
      }
      return decisions;
    });
}

/**
 * What one rule does with an alert, such as when its next step is due.
 * @param within the budgets of all that are looked at together
 */
export function decideRule(
  rule: RuleRow,
  labels: Labels,
  within: ReturnType<typeof createBudgets> = createBudgets(),
  words: SeverityWords = usualWords,
): Pieces<Decision> {
  return within((budget) => readyRule(rule, words)(labels, budget));
}

function readyRule(
  { configuration }: RuleRow,
  words: SeverityWords,
): (labels: Labels, budget: StepBudget) => Pieces<Decision> {
  const { enabled, min_severity } = configuration;
  const matchers = readyMatchers(configuration.matchers);
  return function* (labels, budget) {
    if (!enabled) return refused(() => "the rule is disabled");
    const severity = severityOf(labels, words);
    if (severity === "none")
      return refused(() => `severity is ${severityShown(labels, severity)}, which no rule escalates`);
    if (min_severity !== null && isBelow(severity, min_severity))
      return refused(
        () => `severity is ${severityShown(labels, severity)}; the rule wants ${min_severity} or above`,
      );
    return yield* decideMatchers(matchers, labels, "rule", budget);
  };
}

/** The severity, with the label's own word for it where that is another one. */
function severityShown(labels: Labels, severity: AlertSeverity | null): string {
  const word = labels.severity ?? "";
  return word === severity || word === "" ? String(severity) : `${shown(word)}, which counts as ${severity}`;
}

/** An alert without a severity counts as critical: a missed page is worse than one too many. */
function isBelow(severity: AlertSeverity | null, least: Severity): boolean {
  return severity !== null && severityRanks[severity] < severityRanks[least];
}

function firstAfter({ configuration: { delay_seconds, active_hours } }: RuleRow, opened: Date): number {
  const due = new Date(opened.getTime() + delay_seconds * 1_000);
  return Math.ceil((nextActive(active_hours, due).getTime() - opened.getTime()) / 1_000);
}

interface ReadyMatcher {
  /** As its row has it. */
  readonly text: string;
  readonly matcher: Matcher | undefined;
}

function readyMatchers(matchers: readonly string[]): readonly ReadyMatcher[] {
  return matchers.map((text) => ({ text: text.trim(), matcher: matcherOf(text) }));
}

/** It pauses before each regular expression. */
function* decideMatchers(
  matchers: readonly ReadyMatcher[],
  labels: Labels,
  who: "route" | "rule",
  budget: StepBudget,
): Pieces<Decision> {
  for (const { text, matcher } of matchers) {
    if (matcher === undefined) return refused(() => `its matcher ${text} cannot be read; write it again`);
    if (matcher.op === "=~" || matcher.op === "!~") yield;
    const held = holds(matcher, labels, budget);
    if (held === undefined) return undecided(text, who);
    if (!held) return refused(() => `${labelIn(matcher, labels)}; the ${who} wants ${text}`);
  }
  if (matchers.length === 0) return new Decided(true, () => `the ${who} takes every alert`);
  return new Decided(true, () => `every matcher holds: ${matchers.map(({ text }) => text).join(", ")}`);
}

function labelIn({ name }: Matcher, labels: Labels): string {
  return Object.hasOwn(labels, name) ? `${name} is ${shown(labels[name] ?? "")}` : `${name} is missing`;
}

/** Alertmanager decides about a route in any case. A rule takes it: a page too many does less harm than one that is missed. */
function undecided(text: string, who: "route" | "rule"): Decision {
  const why = `the matcher ${text} takes too long to compare with labels of this length`;
  return who === "rule"
    ? new Decided(true, () => `${why}, and so counts as one that holds`)
    : refused(() => why);
}

const longestShown = 100;

/** A label's value in a sentence. */
function shown(value: string): string {
  const points = Array.from(value);
  const short = points.length > longestShown ? `${points.slice(0, longestShown).join("")}…` : value;
  return /^[\p{L}\p{N}_.:/@-]+$/u.test(short) ? short : JSON.stringify(short);
}

function refused(reason: () => string): Decision {
  return new Decided(false, reason);
}
