/** Which labels that are not given would decide about an alert, and the way to which each value leads. */
import { type Call, turnOf } from "../../../engine/context.ts";
import { list, object, text } from "../../../kernel/field.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { inPieces } from "../../../kernel/time-slices.ts";
import { takenOf } from "../../../renderers/alerting/deciding.ts";
import { severityRanks } from "../../../renderers/alerting/facts.ts";
import { isUnwritten } from "../../../renderers/alerting/inhibitions.ts";
import { matcherOf } from "../../../renderers/alerting/matchers.ts";
import { textsOf } from "../../../renderers/alerting/samples.ts";
import { currentMutes } from "../events/index.ts";
import type { Labels } from "./column-types.ts";
import type { AlertDeps } from "./deps.ts";
import { sidesOf } from "./inhibiting.ts";
import { createOutcomes, type Outcome } from "./outcome.ts";
import type { AlertingRows } from "./rows.ts";
import { nameOfMute } from "./withheld.ts";

const anything = Number.MAX_SAFE_INTEGER;
const most = { labels: 20, values: 10, ofPattern: 4 } as const;
/** Rows that are compared with values, in all. */
const comparisons = 50_000;

const names = (description: string) =>
  list({ description, max: anything, items: text({ description: "A name.", max: anything }) });

export const decidingField = list({
  description: `Labels that are not given, and by which routes, rules, mutes or inhibitions would decide otherwise; at most ${most.labels}.`,
  max: most.labels,
  items: object({
    description: "One of them.",
    fields: {
      label: text({ description: "Its name.", max: anything }),
      ways: list({
        description: `What becomes of an alert that has it, next to the labels that are given: of up to ${most.values} values that rows name, those that change something.`,
        max: most.values,
        items: object({
          description: "One way.",
          fields: {
            values: names("The values that lead to it."),
            routes: names("The routes that take it."),
            rules: names("The rules that take it."),
            kept_back: text({ description: "What keeps it back.", max: anything, nullable: true }),
          },
        }),
      }),
    },
  }),
});

interface Way {
  readonly routes: string[];
  readonly rules: string[];
  readonly kept_back: string | null;
}

/** @param call its `now` is when the alert begins */
export async function decidingLabels(deps: AlertDeps, call: Call, rows: AlertingRows, labels: Labels) {
  const { id } = call.caller.organization;
  const mutes = await currentMutes(deps.events, id, call.now);
  const routes = [...rows.routes.values()];
  const candidates = candidatesOf(rows, mutes, labels).slice(
    0,
    Math.max(1, Math.floor(comparisons / Math.max(1, routes.length + rows.rules.length + mutes.length))),
  );
  if (candidates.length === 0) return [];
  const all = [labels, ...candidates.map(({ label, value }) => ({ ...labels, [label]: value }))];
  const sides = await sidesOf(
    { rows, call },
    all.map((one, index) => ({ id: String(index), labels: one })),
  );
  const keys = [...new Set([...sides.values()].flatMap(({ targetKeys }) => targetKeys))];
  const open = await deps.withholding.in(deps.store).sources(id, keys);
  const outcomeOf = createOutcomes({ ...rows, routes, mutes, deserted: new Set() });
  const ways: Way[] = [];
  for (const one of all) {
    const circumstances = { opened: call.now, unacknowledgedSeconds: 0, open };
    ways.push(wayOf(await inPieces(outcomeOf({ labels: one }, circumstances), turnOf(call))));
  }
  const without = JSON.stringify(ways[0]);
  const changing = candidates.flatMap(({ label, value }, index) => {
    const way = ways[index + 1] as Way;
    return JSON.stringify(way) === without ? [] : [{ label, value, way }];
  });
  return [...grouped(changing, ({ label }) => label)].slice(0, most.labels).map(([label, ones]) => ({
    label,
    ways: [...grouped(ones, ({ way }) => JSON.stringify(way)).values()].flatMap((same) =>
      same.slice(0, 1).map(({ way }) => ({ values: same.map(({ value }) => value), ...way })),
    ),
  }));
}

function wayOf({ routes, rules, mutedBy: [mute], inhibitedBy }: Outcome): Way {
  const inhibition = inhibitedBy?.rule.configuration.name;
  return {
    routes: takenOf(routes).map(({ configuration }) => configuration.name),
    rules: rules.flatMap(({ taken, rule }) => (taken ? [rule.configuration.name] : [])),
    kept_back: mute === undefined ? (inhibition ?? null) : nameOfMute(mute),
  };
}

/** Values that rows name of labels that are not given. */
function candidatesOf(
  rows: AlertingRows,
  mutes: readonly { readonly matchers: readonly string[] }[],
  labels: Labels,
): readonly { readonly label: string; readonly value: string }[] {
  const on = <R extends { readonly configuration: { readonly enabled: boolean } }>(all: Iterable<R>) =>
    [...all].filter(({ configuration }) => configuration.enabled);
  const rules = on(rows.rules);
  const texts = [
    ...on(rows.routes.values()).flatMap(({ configuration }) => configuration.matchers),
    ...rules.flatMap(({ configuration }) => configuration.matchers),
    ...mutes.flatMap(({ matchers }) => matchers),
    ...on(rows.inhibitions.filter(({ id }) => !isUnwritten(id))).flatMap(
      ({ configuration }) => configuration.target_matchers,
    ),
  ];
  const named = texts.flatMap((one) => {
    const matcher = matcherOf(one);
    if (matcher === undefined) return [];
    const { name: label, op, value } = matcher;
    const values = op === "=" || op === "!=" ? [value] : textsOf(value).slice(0, most.ofPattern);
    return values.map((each) => ({ label, value: each }));
  });
  const bySeverity = rules.some(({ configuration }) => configuration.min_severity !== null);
  const severities = bySeverity ? Object.keys(severityRanks) : [];
  const wanted = [...named, ...severities.map((value) => ({ label: "severity", value }))].filter(
    ({ label, value }) => !Object.hasOwn(labels, label) && value !== "",
  );
  return [...grouped(wanted, ({ label }) => label).values()].flatMap((ones) =>
    [...new Map(ones.map((one) => [one.value, one])).values()].slice(0, most.values),
  );
}
