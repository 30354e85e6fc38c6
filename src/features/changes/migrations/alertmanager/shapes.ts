/** What a configuration of Alertmanager consists of, once it is read. */
import type { JsonObject } from "../../../../kernel/validate.ts";
import type { Conjunction } from "../../../../renderers/alerting/samples.ts";
import type { Interval } from "./intervals.ts";
import type { Constants } from "./templates.ts";

export interface Config {
  readonly file: string;
  readonly global: JsonObject;
  readonly root: Route;
  readonly receivers: readonly Receiver[];
  readonly intervals: ReadonlyMap<string, NamedInterval>;
  readonly inhibitions: readonly Inhibition[];
  readonly constants: Constants;
  /** Members of the file that nothing is made of. */
  readonly rest: JsonObject;
}

export interface Route {
  /** Such as `route.routes[2]`. */
  readonly address: string;
  readonly receiver: string;
  readonly matchers: Conjunction;
  readonly continues: boolean;
  readonly groupBy: readonly string[];
  /** In milliseconds; inherited. */
  readonly timing: Timing;
  /** Names of time intervals. These are not inherited. */
  readonly mutes: readonly string[];
  readonly actives: readonly string[];
  readonly children: readonly Route[];
  /** As it stands in the file, without its children. */
  readonly values: JsonObject;
}

export interface Timing {
  readonly group_wait: number;
  readonly group_interval: number;
  readonly repeat_interval: number;
}

export interface Receiver {
  readonly name: string;
  readonly address: string;
  readonly values: JsonObject;
}

export interface NamedInterval {
  readonly name: string;
  readonly address: string;
  readonly parts: readonly Interval[];
}

export interface Inhibition {
  readonly address: string;
  readonly name: string | undefined;
  readonly source: Conjunction;
  readonly target: Conjunction;
  readonly equal: readonly string[];
}

/** The route and all below it, in the order of the file. */
export function allRoutes(route: Route): readonly Route[] {
  return [route, ...route.children.flatMap(allRoutes)];
}
