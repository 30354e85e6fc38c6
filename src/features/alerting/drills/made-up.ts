/** The alert that a drill is: made up so that the route or the target in question gets it. Pure. */
import { atOnce } from "../../../kernel/time-slices.ts";
import { createWays } from "../../../renderers/alerting/deciding.ts";
import type { Labels } from "../../../renderers/alerting/facts.ts";
import type { RouteRow } from "../../../renderers/alerting/resolve.ts";
import { sampleOfTexts } from "../../../renderers/alerting/samples.ts";

/** What a drill is about: one of them. */
export interface About {
  readonly route_id?: string | undefined;
  readonly target_id?: string | undefined;
  readonly service?: string | undefined;
}

export type MadeUp =
  | { readonly labels: Labels; readonly name: string }
  | { readonly field: keyof About; readonly message: string };

/** @param routes in the order of their positions */
export function labelsFor(
  { route_id, target_id }: About,
  routes: readonly RouteRow[],
  nameOfTarget: (id: string) => string | undefined,
): MadeUp {
  if (route_id !== undefined) {
    const route = routes.find(({ id }) => id === route_id);
    const field = "route_id";
    if (route === undefined) return { field, message: "names no alert route" };
    if (!route.configuration.enabled)
      return { field, message: "names a route that is off: switch it on first" };
    if (route.configuration.destinations.length === 0)
      return { field, message: "names a route that notifies nobody" };
    const found = labelsOf(route, routes);
    return "message" in found ? { field, ...found } : { ...found, name: route.configuration.name };
  }
  const field = "target_id";
  const name = nameOfTarget(target_id ?? "");
  if (name === undefined) return { field, message: "names no outbound target that is on" };
  const leading = routes.filter(
    ({ configuration: { enabled, destinations } }) =>
      enabled && destinations.some(({ outbound_config_id }) => outbound_config_id === target_id),
  );
  const tried = leading.map((route) => labelsOf(route, routes));
  const found = tried.find((one) => "labels" in one);
  if (found !== undefined) return { ...found, name };
  const why = tried.find((one) => "message" in one)?.message;
  return { field, message: why ?? "names a target that no route leads to: send it a test message instead" };
}

/** Its alert has a label `drill` next to those that are made up; routes may want one, or none. */
export const labelled = { drill: "drill_00000000000000000000000000" } as const;

/** Labels that a route takes, with those before it; a severity that is urgent where it leaves that open. */
function labelsOf(
  route: RouteRow,
  routes: readonly RouteRow[],
): { readonly labels: Labels } | { readonly message: string } {
  const sample = sampleOfTexts(route.configuration.matchers);
  const name = JSON.stringify(route.configuration.name);
  if (sample === undefined) return { message: `leads to ${name}, whose matchers no made-up alert fits` };
  const { alertname, ...rest } = sample;
  const named = { ...rest, alertname: alertname === "Example" ? "Drill" : (alertname ?? "Drill") };
  const proposed = [{ severity: "critical", ...named }, named, sample];
  const waysOf = createWays({ routes, ownRoutes: new Map() });
  let before: string | undefined;
  for (const labels of proposed) {
    const decision = atOnce(waysOf({ labels: { ...labels, ...labelled } })).find(
      (one) => one.route.id === route.id,
    );
    if (decision?.taken) return { labels };
    before = decision?.reason;
  }
  return { message: `leads to ${name}, which does not get what it takes: ${before}` };
}
