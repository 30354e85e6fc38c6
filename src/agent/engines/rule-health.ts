/** Whether the rules that an engine has loaded can be evaluated: one that is well formed may fail each time. */
import { failingRules } from "../../renderers/prometheus/rule-health.ts";
import type { Engine, Render } from "../engine.ts";
import type { EngineHttp } from "./http.ts";

const named = 5;
const longestName = 60;
const longestError = 120;

/**
 * Answers a function that names the SLOs, checks and certificate monitors of which a rule fails.
 * @param failures how many evaluations have failed since the engine's start, for engines that count them: the list of
 *   rules is long, and is only asked for when one failed
 */
export function createFaults(
  http: EngineHttp,
  failures?: () => Promise<number>,
): NonNullable<Engine["faults"]> {
  let counted = 0;
  let found: string | undefined;
  return async (render) => {
    if (failures !== undefined) {
      const before = counted;
      counted = await failures();
      if (counted === before && found === undefined) return undefined;
    }
    found = await faultsIn(http, render);
    return found;
  };
}

async function faultsIn(http: EngineHttp, { connector, evaluated }: Render): Promise<string | undefined> {
  const ids = new Set(evaluated.flatMap((rows) => rows.ids));
  if (ids.size === 0) return undefined;
  const [first, ...others] = failingRules(await http.json("/api/v1/rules"), connector.id, ids);
  if (first === undefined) return undefined;
  const name = (one: typeof first) => http.quote(one.name, longestName);
  const also = others.slice(0, named - 1).map(name);
  const more = others.length - also.length;
  const rest = [...also, ...(more > 0 ? [`${more} more`] : [])];
  const alike = rest.length === 0 ? "" : `; so do rules of ${rest.join(", ")}`;
  return `rules of ${name(first)} fail when they are evaluated (${http.quote(first.error, longestError)})${alike}`;
}
