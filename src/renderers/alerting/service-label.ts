/** Which routes, rules and mutes can take alerts of a service, by what their matchers say of the label service. */
import type { Pieces } from "../../kernel/time-slices.ts";
import type { createBudgets } from "./matchers.ts";
import { holds, matcherOf } from "./matchers.ts";

/** The label by which an alert says which service it is about. */
export const serviceLabel = "service";

export interface ServiceTaking {
  /** Whether a matcher speaks of the service; otherwise alerts of any service are taken. */
  readonly named: boolean;
  /** The other matchers, which an alert has to meet as well. */
  readonly conditions: readonly string[];
}

/** Undefined where no alert of the service can be taken: a matcher rules the service out, or nobody can read it. */
export function takesService(
  matchers: readonly string[],
  service: string,
  within: ReturnType<typeof createBudgets>,
): Pieces<ServiceTaking | undefined> {
  return within(function* (budget) {
    const conditions: string[] = [];
    let named = false;
    for (const text of matchers) {
      yield;
      const matcher = matcherOf(text);
      if (matcher === undefined) return undefined;
      if (matcher.name !== serviceLabel) {
        conditions.push(text.trim());
        continue;
      }
      if (holds(matcher, { [serviceLabel]: service }, budget) !== true) return undefined;
      named = true;
    }
    return { named, conditions };
  });
}
