/** What a mute takes that may be more than was meant; a pure rule. */
import type { Previewed } from "../../../engine/feature.ts";
import { holds, matcherOf, mostSteps } from "../../../renderers/alerting/matchers.ts";

interface Taking {
  readonly pattern: string | null;
  readonly matchers: readonly string[];
}

/** Alertmanager refuses such a silence. Here it is taken and said: somebody may want to be left alone for an hour. */
export function widthWarnings({ pattern, matchers }: Taking): Pick<Previewed, "field" | "message">[] {
  if (pattern !== null && /^\*+$/.test(pattern))
    return [{ field: "pattern", message: "takes every alert: nobody is notified of any while it holds" }];
  const budget = { steps: mostSteps.ofOne };
  const takesUnlabelled = matchers.every((text) => {
    const matcher = matcherOf(text);
    return matcher !== undefined && holds(matcher, {}, budget) === true;
  });
  if (matchers.length === 0 || !takesUnlabelled) return [];
  const message =
    'take every alert that does not have the labels they name; add one that needs a value, such as service="checkout", if that is not meant';
  return [{ field: "matchers", message }];
}
