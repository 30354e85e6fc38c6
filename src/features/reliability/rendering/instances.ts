/** The agents of one connector, of which there may be several: each says for itself what its engine runs. */

import { unprocessable } from "../../../kernel/problem.ts";
import { readable } from "../../../kernel/readable.ts";
import { sanitised } from "../../../kernel/sanitised.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { degradedReport, healthReport } from "../../../renderers/health.ts";
import type { Refusal } from "../../../renderers/renderer.ts";
import type { Acknowledgement } from "./store.ts";

/** The agent inside of the service: one node at a time runs it, and which one makes no difference. */
export const hostedInstance = "service";

/** Agents that one connector may have. */
const mostInstances = 16;

export interface Place {
  /** What the instance said before; or whoever's place it takes. */
  readonly before: Acknowledgement | undefined;
  /** The connector's other agents. */
  readonly others: readonly Acknowledgement[];
  /** The instances to forget. */
  readonly forgotten: readonly string[];
}

/**
 * Where an instance stands among its connector's agents. A new one takes the place of those that ended and said so, and
 * of one that gave no name. What was silent for long is forgotten.
 *
 * @throws Refusal 422 where the connector has too many agents
 */
export function placeOf(all: readonly Acknowledgement[], instance: string): Place {
  const own = all.find((one) => one.instance === instance);
  const rest = all.filter((one) => one !== own);
  const newlyNamed = own === undefined && instance !== "";
  const replaced = rest.filter((one) => one.departed || (newlyNamed && one.instance === ""));
  const standing = rest.filter((one) => !replaced.includes(one) && !one.expired);
  const [longest] = standing.filter(({ silent }) => silent).sort(byAge);
  const full = own === undefined && standing.length >= mostInstances;
  if (full && longest === undefined)
    throw unprocessable([
      {
        field: "instance",
        message: `is one too many: ${mostInstances} agents speak for this connector. Give each agent a name that stays, with --instance`,
      },
    ]);
  const others = full ? standing.filter((one) => one !== longest) : standing;
  return {
    before: own ?? replaced.sort(byAge).at(-1),
    others,
    forgotten: rest.filter((one) => !others.includes(one)).map((one) => one.instance),
  };
}

function byAge(one: Acknowledgement, other: Acknowledgement): number {
  return one.at.getTime() - other.at.getTime();
}

/** What counts as the connector's: what the one says that is worst off. Undefined where none has said anything. */
export function worstOf(all: readonly Acknowledgement[], digest: string): Acknowledgement | undefined {
  const rank = ({ ok, silent, degraded, ...one }: Acknowledgement) => {
    if (silent) return 3;
    if (!ok) return 4;
    return one.digest === digest ? Number(degraded) : 2;
  };
  return [...all].sort((one, other) => rank(other) - rank(one) || byAge(one, other))[0];
}

/**
 * The connector's health after one of its agents spoke, as a checker would report it: that of the one that is worst
 * off; of several, in the order of their names. Nothing where only another one fails, which reports that itself. An engine that is not given every row, and a connector
 * with an absent agent, are not in order.
 */
export function healthAfter(
  now: Date,
  mine: Acknowledgement,
  others: readonly Acknowledgement[],
  refusals: readonly Pick<Refusal, "resource" | "id" | "message">[],
): JsonObject {
  const live = [mine, ...others.filter(({ silent }) => !silent)].sort(byInstance);
  const say = (one: Acknowledgement, usual: string) => {
    const message = one.message ?? usual;
    return others.length > 0 ? byName(one, message) : message;
  };
  const failing = live.filter(({ ok }) => !ok);
  if (!mine.ok) {
    const all = failing.map((one) => say(one, "The engine does not run what was rendered."));
    return healthReport(now, { kind: "other", message: sanitised(all.join("; ")) });
  }
  if (failing.length > 0) return {};
  const faults = live.filter(({ degraded }) => degraded).map((one) => say(one, "Some rules fail."));
  const said = [leftOut(refusals), ...faults, absenceOf(others)].filter((one) => one !== undefined);
  return said.length === 0 ? healthReport(now) : degradedReport(now, sanitised(said.join("; ")));
}

/** In the order of their names, whoever spoke last: what is shown of them stays the same then. */
function byInstance(one: Acknowledgement, other: Acknowledgement): number {
  return one.instance < other.instance ? -1 : 1;
}

/** The agents that say nothing any more, in a sentence; undefined where there is none. */
export function absenceOf(all: readonly Acknowledgement[]): string | undefined {
  const silent = all.filter((one) => one.silent);
  const each = silent.map((one) => `${nameOf(one)} since ${readable(one.at)}`).join(", ");
  return silent.length === 0 ? undefined : `Nothing came from an agent: ${each}`;
}

function byName(one: Acknowledgement, message: string): string {
  return `${nameOf(one)}: ${message}`;
}

function nameOf({ instance }: Acknowledgement): string {
  return instance === "" ? "the agent without a name" : instance;
}

/** The rows that the engine is not given, and why the first of them is not. */
function leftOut(refusals: readonly Pick<Refusal, "resource" | "id" | "message">[]): string | undefined {
  const [first] = refusals;
  if (first === undefined) return undefined;
  const count = new Set(refusals.map(({ resource, id }) => `${resource}/${id}`)).size;
  return `${count} ${count === 1 ? "row is" : "rows are"} left out: ${first.message}`;
}
