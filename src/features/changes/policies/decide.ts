/** Which change policies want somebody to look at a change, and who: alike for direct writes, plans and proposals. Pure. */

import type { RowMove } from "../../../engine/feature.ts";
import type { Approvers } from "../../../engine/ports/need.ts";
import { isWithin } from "../../../kernel/hours.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { holds, type Matcher, matcherOf } from "../../../renderers/alerting/matchers.ts";
import type { ChangePolicies } from "../../../resources/change-policies.ts";
import type { ChangedRow, Effect, Side } from "./facts.ts";

export interface Policy {
  readonly id: string;
  readonly configuration: ConfigurationOf<ChangePolicies>;
}

/** What one policy wants, of one of those who are to approve. */
export interface Wanted {
  readonly policy: Policy;
  readonly by: Approvers;
  /** The first row that it is about. */
  readonly row: RowMove;
}

/** A policy, and the rows of a change that it is about whatever they bring about. */
export interface Candidate {
  readonly policy: Policy;
  readonly rows: readonly ChangedRow[];
}

/** The policies that a change may be held by, as far as its rows and the hour say. */
export function candidatesOf(
  policies: readonly Policy[],
  rows: readonly ChangedRow[],
  now: Date,
): Candidate[] {
  return policies.flatMap((policy) => {
    const { enabled, hours } = policy.configuration;
    const isNow = hours.length === 0 || hours.some((one) => isWithin(one, now.getTime()));
    const own = enabled && isNow ? rows.filter((row) => isAbout(policy, row)) : [];
    return own.length === 0 ? [] : [{ policy, rows: own }];
  });
}

/** What of the whole change has to be known for them: an effect that a row of its own has needs no forecast. */
export function effectsAsked(candidates: readonly Candidate[]): Effect[] {
  const open = candidates.filter(
    ({ policy, rows }) => rowsWith(policy, rows, new Set()).length < rows.length,
  );
  return [...new Set(open.flatMap(({ policy }) => policy.configuration.effects))];
}

/** @param effects of the change as a whole */
export function wantedBy(candidates: readonly Candidate[], effects: ReadonlySet<Effect>): Wanted[] {
  return candidates.flatMap(({ policy, rows }) => {
    const own = rowsWith(policy, rows, effects);
    const byWhom = new Map<string, Wanted>();
    for (const row of own)
      for (const by of approversOf(policy, row)) {
        const name = by === "org_admin" ? by : by.team_id;
        if (!byWhom.has(name)) byWhom.set(name, { policy, by, row: row.move });
      }
    return [...byWhom.values()];
  });
}

function rowsWith({ configuration }: Policy, rows: readonly ChangedRow[], effects: ReadonlySet<Effect>) {
  const asked = configuration.effects;
  if (asked.length === 0 || asked.some((effect) => effects.has(effect))) return rows;
  return rows.filter((row) => asked.some((effect) => row.effects.has(effect)));
}

function isAbout({ configuration }: Policy, { kind, verb, sides }: ChangedRow): boolean {
  const { kinds, verbs, team_id } = configuration;
  if (kinds.length > 0 && !kinds.includes(kind)) return false;
  if (verbs.length > 0 && !verbs.includes(verb)) return false;
  const matchers = configuration.matchers.flatMap((text) => matcherOf(text) ?? []);
  return sides.some(
    (side) =>
      (team_id === null || side.owners.includes(team_id)) && (matchers.length === 0 || isOf(side, matchers)),
  );
}

const budget = () => ({ steps: 10_000_000 });

/** Whether a row has such labels, or may choose an alert that has them. In doubt it may. */
function isOf({ labels, choices }: Side, matchers: readonly Matcher[]): boolean {
  return (
    labels.some((own) => matchers.every((matcher) => holds(matcher, own, budget()) !== false)) ||
    choices.some((choice) => choice === undefined || mayChoose(choice, matchers))
  );
}

/** Whether there may be an alert that both take, label by label. */
function mayChoose(choice: readonly Matcher[], matchers: readonly Matcher[]): boolean {
  return matchers.every(({ name }) => {
    const all = [...choice, ...matchers].filter((one) => one.name === name);
    const exact = all.find(({ op }) => op === "=");
    return exact === undefined || all.every((one) => holds(one, { [name]: exact.value }, budget()) !== false);
  });
}

function approversOf({ configuration }: Policy, { sides }: ChangedRow): Approvers[] {
  const { by } = configuration;
  if (by === "org_admin") return [by];
  if (by !== "owning_team") return by.team_id === undefined ? ["org_admin"] : [{ team_id: by.team_id }];
  const owners = [...new Set(sides.flatMap((side) => side.owners))];
  return owners.length === 0 ? ["org_admin"] : owners.map((team_id) => ({ team_id }));
}
