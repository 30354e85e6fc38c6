/** What would follow from a plan, in lines of plain text: for engines, for the latest alerts, for the past. */

import { alikeAlerts, namesWithDelivery, timesOf, undelivered } from "../../kernel/replayed-alerts.ts";
import { sloSentence } from "../../kernel/replayed-slo.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { countOf } from "../../kernel/words.ts";
import { deliveryLine } from "../delivery-line.ts";
import type { Difference, OnCall, Replay, Reroutes } from "./answers.ts";
import { rowName, visible } from "./names.ts";

/** Burn alerts that are shown of each SLO. */
const mostFired = 3;

/** Blocks of lines, each with a head; empty where nothing follows. */
export function effectLines({
  effects: { engines, rerouted_alerts, on_call, replay },
  refusals,
}: Difference): string[] {
  const files = [
    ...engines.map(({ connector, file, summary }) => `  ${connector} ${file}: ${summary}`),
    ...refusals.map((refusal) => `  ${notTaken(refusal)}`),
  ];
  return [
    ...onCallLines(on_call),
    ...(replay === null ? [] : [...replayLines(replay), ...sloLines(replay), ...gateLines(replay)]),
    ...(rerouted_alerts === null ? [] : rerouteLines(rerouted_alerts)),
    ...(files.length === 0 ? [] : ["What engines would be given:", ...files]),
  ].map(visible);
}

/** A plan of a service of before says nothing of it. */
function onCallLines(onCall: OnCall | null | undefined): readonly string[] {
  const { gaps_opened, gaps_closed, cut, load, now } = onCall ?? noOnCall;
  const said = [...now, ...gaps_opened, ...gaps_closed, ...load].map(({ message }) => `  ${message}`);
  return said.length === 0 ? [] : ["On call:", ...said, ...(cut ? ["  and more gaps"] : [])];
}

const noOnCall: OnCall = { gaps_opened: [], gaps_closed: [], cut: false, load: [], now: [] };

/** Nothing where nothing that decides about alerts changes. */
function replayLines(replay: Replay): readonly string[] {
  const { alerts, days, drift, nobody, cut, by_target, cannot, unknown = [] } = replay;
  const cannotBe = cannot.map(
    ({ resource, id, key, why }) =>
      `  ${key === null ? `${resource} ${id}` : rowName(resource, key as JsonObject)} is not replayed: ${why}`,
  );
  const past = `${cut ? "known " : ""}${countOf(alerts, "alert")} of the last ${countOf(days, "day")}`;
  if (drift === null) return cannotBe.length === 0 ? [] : ["Replay:", ...cannotBe];
  const moved = movedIn(replay);
  if (moved.length === 0) return [`Of the ${past} none would have been sent otherwise.`, ...cannotBe];
  return [
    `Replay of the ${past}:`,
    ...(nobody === 0
      ? []
      : [`  ${countOf(nobody, "alert")} that reached somebody would have reached nobody`]),
    `  notifications: ${moved.join(", ")}`,
    ...by_target
      .filter(({ before, after }) => before !== after)
      .flatMap(({ target, before, after, delivery }) => [
        `  ${target}: ${before} -> ${after}`,
        ...(after === 0 ? [] : deliveryLines(target, delivery)),
      ]),
    ...alikeAlerts(replay).map(
      ({ title, severity, before, after, notified, ...alike }) =>
        `  ${severity ?? "no severity"}: ${title}: ${receivers(before)} -> ${receivers(after, notified)}${timesOf(alike)}`,
    ),
    ...(drift === 0
      ? []
      : [`  For ${drift} of them something else was really sent: the rows were others then.`]),
    ...cannotBe,
    ...unknown.map((one) => `  not known: ${one}`),
  ];
}

/** A plan of a service of before says nothing of it. */
function deliveryLines(
  target: string,
  delivery: Replay["by_target"][number]["delivery"] | undefined,
): readonly string[] {
  const line = delivery && deliveryLine(target, delivery);
  return line === undefined ? [] : [`    ${line}`];
}

function movedIn({ not_sent, newly_sent, elsewhere, earlier, later }: Replay): readonly string[] {
  return [
    [not_sent, "not sent any more"],
    [newly_sent, "newly sent"],
    [elsewhere, "elsewhere"],
    [earlier, "earlier"],
    [later, "later"],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
}

function receivers(names: readonly string[], notified?: Replay["top"][number]["notified"]): string {
  return names.length === 0 ? "nobody" : namesWithDelivery(names, notified);
}

/** Nothing where no budget and no burn alert could move. */
function sloLines({ days, slos }: Replay): readonly string[] {
  if (slos.length === 0) return [];
  return [
    `Error budgets, and burn alerts of the last ${countOf(days, "day")}:`,
    ...slos.flatMap((slo) => [
      `  ${sloSentence(slo, "->")}`,
      ...slo.fired
        .slice(0, mostFired)
        .map(
          ({ severity, at, after_minutes, budget_spent_percent }) =>
            `    ${severity} at ${at}, ${countOf(after_minutes, "minute")} after the errors began: ${budget_spent_percent} % of the budget`,
        ),
    ]),
  ];
}

/** Nothing where nothing that decides at the deploy gate changes. */
function gateLines({ days, gate_verdicts, gate }: Replay): readonly string[] {
  if (gate_verdicts === null) return [];
  const { asked, cut, drift, by_service } = gate_verdicts;
  const span = `in the last ${countOf(days, "day")}`;
  if (asked === 0) return [`No answer of the deploy gate ${span} is known.`];
  const past = `${cut ? "known " : ""}${countOf(asked, "answer")} of the deploy gate ${span}`;
  if (by_service.length === 0) return [`Of the ${past} none would have been another.`];
  return [
    `Of the ${past} ${decidedIn(gate)}:`,
    ...by_service.map(
      ({ service, because, ...one }) =>
        `  ${service}: of ${one.asked}, ${decidedIn(one)} (${because.join(", ")})`,
    ),
    ...(drift === 0
      ? []
      : [
          `  ${countOf(drift, "answer")} really given differed from today's rows: the rows were others then.`,
        ]),
  ];
}

function decidedIn({ newly_held, newly_allowed }: Replay["gate"]): string {
  return [
    ...(newly_held === 0 ? [] : [`${newly_held} would have been held`]),
    ...(newly_allowed === 0 ? [] : [`${newly_allowed} would have been allowed`]),
  ].join(" and ");
}

function rerouteLines({ count, data, looked_at, complete }: Reroutes): readonly string[] {
  const whole = `${complete ? "" : "newest "}${countOf(looked_at, "alert")} of the last 7 days`;
  if (count === 0) return [`Of the ${whole} none would have gone elsewhere.`];
  const rest = count - data.length;
  return [
    `Of the ${whole} ${count} would have gone elsewhere:`,
    ...data.map(({ title, before, after }) => `  ${title}: ${routes(before)} -> ${routes(after)}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    ...undelivered(data.flatMap(({ after }) => after)).flatMap(({ target, delivery }) =>
      deliveryLines(target, delivery),
    ),
  ];
}

function routes(taking: Reroutes["data"][number]["before"]): string {
  return taking.length === 0 ? "no route" : taking.map(({ name }) => name).join(", ");
}

function notTaken({ connector, resource, key, field, message }: Difference["refusals"][number]): string {
  return `${connector} does not take ${rowName(resource, key)}: ${field}: ${message}`;
}
