/** Alerts that fire for as long as all is well, by which people notice that nothing is watched any more. */

import { type Conjunction, strange, takes } from "../../../renderers/alerting/samples.ts";
import type { Attributes } from "./attributes.ts";

/** The names that such an alert has in the rules that most people start from. */
const names = ["Watchdog", "DeadMansSwitch", "DeadManSwitch", "DeadmansSwitch", "AlwaysFiring"];

/** Whether the matchers name such an alert, alone or among others; what takes alerts of every name does not. */
function isNamed(matchers: Conjunction): boolean {
  const own = matchers.filter(({ name }) => name === "alertname");
  if (own.every((matcher) => takes(matcher, strange))) return false;
  const named = [...names, ...own.map(({ value }) => value).filter(isName)];
  return named.some((name) => own.every((matcher) => takes(matcher, name)));
}

function isName(text: string): boolean {
  return names.some((name) => name.toLowerCase() === text.toLowerCase());
}

/** Says of a route that takes such an alert what takes its place. */
export function noteAlwaysFiring(matchers: Conjunction, route: Attributes): void {
  if (isNamed(matchers))
    route.note(
      "",
      "its alert always fires: an alert heartbeat with these matchers raises an alert when it stops",
      "info",
    );
}

/** Whether a rule of Prometheus fires at all times: by its name, or by an expression that is a constant. */
export function firesAlways(alert: string, expression: string): boolean {
  const bare = expression.replace(/[\s()]/g, "");
  return isName(alert) || /^(?:vector)?\d+(?:\.\d+)?(?:[<>=!]=?(?:bool)?\d+(?:\.\d+)?)?$/.test(bare);
}
