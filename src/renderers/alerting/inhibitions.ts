/**
 * Which alerts keep others back, as Alertmanager's inhibitor decides it (inhibit/inhibit.go): an open alert that the
 * source matchers of a rule match keeps back one that the target matchers match and that has the same values of the
 * rule's equal labels; a label that is not there has the empty text. Of an alert that both sides match, another one that
 * both match is no source. Pure.
 *
 * An alert is compared with the rules once, not with every other alert: what it keeps back and what keeps it back meet in
 * keys, which are made of the rule and of the values of its equal labels.
 */
import { createHash } from "node:crypto";
import type { StepBudget } from "../../kernel/glob.ts";
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import type { Pieces } from "../../kernel/time-slices.ts";
import type { alertInhibitions } from "../../resources/alert-inhibitions.ts";
import type { RendererRow } from "../renderer.ts";
import type { Labels } from "./facts.ts";
import { burnMatcher, sameSlo, slowerBurns } from "./grouping.ts";
import { createBudgets, holds, type Matcher, matcherOf } from "./matchers.ts";

export type InhibitionRow = RendererRow<ConfigurationOf<typeof alertInhibitions>>;

/**
 * What nobody has to write: while a burn alert of an SLO is open, it keeps back the slower ones of the same SLO. Engines get
 * it with the other rules; the service goes by it too, because an Alertmanager that has just read its file sends for a
 * moment what it kept back before.
 */
export const burnInhibitions: readonly InhibitionRow[] = slowerBurns.map(([severity, slower]) => {
  const burns = `${burnMatcher.name}="${burnMatcher.value}"`;
  return {
    id: `slo_burns:${severity}`,
    configuration: {
      name: `The ${severity} burn alert of the same SLO`,
      enabled: true,
      source_matchers: [burns, `severity="${severity}"`],
      target_matchers: [burns, `severity=~"${slower.join("|")}"`],
      equal: sameSlo,
      owning_team_id: null,
    },
  };
});

/** Whether a rule is one that nobody wrote. */
export function isUnwritten(ruleId: string): boolean {
  return burnInhibitions.some(({ id }) => id === ruleId);
}

/** What rules say of one alert. */
export interface Sides {
  /** While the alert is open, it keeps back those whose target keys have one of these. */
  readonly sourceKeys: readonly string[];
  /** It is kept back while an alert is open whose source keys have one of these; in the order of the rules. */
  readonly targetKeys: readonly string[];
}

interface ReadyRule {
  readonly id: string;
  readonly sources: readonly (Matcher | undefined)[];
  readonly targets: readonly (Matcher | undefined)[];
  /** In one order: another order is no other rule. */
  readonly equal: readonly string[];
}

/** Rules that are compared with many alerts. Where the steps run out, an alert is on neither side of those that are left. */
export function createInhibiting(rules: readonly InhibitionRow[]) {
  const ready = rules.filter(({ configuration }) => configuration.enabled).map(readyRule);
  const within = createBudgets();
  return (labels: Labels): Pieces<Sides> =>
    within(function* (budget): Pieces<Sides> {
      const [sourceKeys, targetKeys]: [string[], string[]] = [[], []];
      for (const { id, sources, targets, equal } of ready) {
        yield;
        const [isSource, isTarget] = [allHold(sources, labels, budget), allHold(targets, labels, budget)];
        if (!isSource && !isTarget) continue;
        const [one, both] = keysOf(id, equal, labels);
        if (isSource) sourceKeys.push(isTarget ? both : one);
        // Of one that both sides match, only what is a source alone.
        if (isTarget) targetKeys.push(...(isSource ? [one] : [one, both]));
      }
      return { sourceKeys, targetKeys };
    });
}

/** The rule that a key is of. */
export function ruleOfKey(key: string): string {
  return key.slice(0, key.indexOf("/"));
}

/** The keys of alerts that are a source alone, and of those that are a target as well. */
function keysOf(ruleId: string, equal: readonly string[], labels: Labels): readonly [string, string] {
  const values = equal.map((name) => (Object.hasOwn(labels, name) ? labels[name] : ""));
  const hash = createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 22);
  return [`${ruleId}/1/${hash}`, `${ruleId}/2/${hash}`];
}

function readyRule({
  id,
  configuration: { source_matchers, target_matchers, equal },
}: InhibitionRow): ReadyRule {
  return {
    id,
    sources: source_matchers.map(matcherOf),
    targets: target_matchers.map(matcherOf),
    equal: [...new Set(equal)].sort(),
  };
}

function allHold(matchers: readonly (Matcher | undefined)[], labels: Labels, budget: StepBudget): boolean {
  return matchers.every((matcher) => matcher !== undefined && holds(matcher, labels, budget) === true);
}
