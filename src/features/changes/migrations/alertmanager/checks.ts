/** What Alertmanager itself looks at when it loads a file (config/config.go, `UnmarshalYAML`). */
import { everyLabel } from "../../../../renderers/alerting/grouping.ts";
import { isExpression } from "../../../../renderers/alerting/matchers.ts";
import type { Conjunction } from "../../../../renderers/alerting/samples.ts";
import { quoted } from "../quoted.ts";
import { allRoutes, type Config, type NamedInterval, type Route } from "./shapes.ts";

interface LoadProblem {
  readonly address: string;
  /** A part of a sentence that begins with the address. */
  readonly message: string;
}

/** Why it would not load the file. @param listed the time intervals of both lists, those of the same name among them */
export function loadProblems(config: Config, listed: readonly NamedInterval[]): readonly LoadProblem[] {
  const { root, receivers, inhibitions } = config;
  const first: readonly [boolean, string][] = [
    [root.receiver === "", "has no receiver, which the first route needs"],
    [root.matchers.length > 0, "has matchers, which the first route must not have"],
    [root.continues, "has continue, which the first route must not have"],
    [root.mutes.length + root.actives.length > 0, "has time intervals, which the first route must not have"],
  ];
  return [
    ...first.flatMap(([isWrong, message]) => (isWrong ? [{ address: root.address, message }] : [])),
    ...receivers.flatMap(({ values, address }) =>
      Object.keys(values)
        .filter((name) => name !== "name" && !name.endsWith("_configs"))
        .map((name) => ({
          address,
          message: `has ${quoted(name)}, which Alertmanager does not know`,
        })),
    ),
    ...repeated(receivers, "receiver"),
    ...repeated(listed, "time interval"),
    ...missing(config),
    ...allRoutes(root).flatMap((route) => [
      ...ofGroups(route),
      ...ofExpressions(route.address, route.matchers),
    ]),
    ...inhibitions.flatMap(({ address, source, target }) => ofExpressions(address, [...source, ...target])),
  ];
}

/** Receivers and time intervals that routes name, and nobody defines; a receiver only once. */
function missing({ root, receivers, intervals }: Config): LoadProblem[] {
  const names = new Set(["", ...receivers.map(({ name }) => name)]);
  return allRoutes(root).flatMap(({ address, receiver, mutes, actives }) => {
    const isKnown = names.has(receiver);
    names.add(receiver);
    const unknown = [...mutes, ...actives].filter((name) => !intervals.has(name));
    return [
      ...(isKnown ? [] : [`the receiver ${quoted(receiver)}`]),
      ...unknown.map((name) => `the time interval ${quoted(name)}`),
    ].map((what) => ({ address, message: `names ${what}, which is not defined` }));
  });
}

function repeated(
  all: readonly { readonly name: string; readonly address: string }[],
  what: string,
): LoadProblem[] {
  const seen = new Set<string>();
  return all.flatMap(({ name, address }) => {
    if (name === "") return [{ address, message: "has no name" }];
    if (seen.has(name)) return [{ address, message: `is a second ${what} ${quoted(name)}` }];
    seen.add(name);
    return [];
  });
}

function ofGroups({ address, values, timing }: Route): LoadProblem[] {
  const labels = Array.isArray(values.group_by) ? values.group_by.map(String) : [];
  const twice = labels.find((label, index) => labels.indexOf(label) < index);
  const zero = (["group_interval", "repeat_interval"] as const).filter(
    (name) => timing[name] === 0 && values[name] !== undefined,
  );
  return [
    ...(labels.includes(everyLabel) && labels.length > 1
      ? [
          {
            address: `${address}.group_by`,
            message: `has "${everyLabel}", which stands for every label, and others`,
          },
        ]
      : []),
    ...(twice === undefined
      ? []
      : [{ address: `${address}.group_by`, message: `has the label ${quoted(twice)} twice` }]),
    ...zero.map((name) => ({ address: `${address}.${name}`, message: "is 0; it must be more" })),
  ];
}

function ofExpressions(address: string, matchers: Conjunction): LoadProblem[] {
  return matchers
    .filter(({ op, value }) => (op === "=~" || op === "!~") && !isExpression(value))
    .map(({ name, value }) => ({
      address,
      message: `has the matcher of ${quoted(name)} with ${quoted(value)}, which is no regular expression of RE2`,
    }));
}
