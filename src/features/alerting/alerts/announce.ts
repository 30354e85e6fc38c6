/** An alert that is new starts the timers of the rules that want it, and is an event to be mailed about. */

import { turnOf } from "../../../engine/context.ts";
import { defaultLimits } from "../../../kernel/field.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { inPieces, type Pieces } from "../../../kernel/time-slices.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { factsOf } from "../../../renderers/alerting/facts.ts";
import { createRules } from "../../../renderers/alerting/resolve.ts";
import { notificationSettings } from "../../../resources/notification-settings.ts";
import type { Labels } from "./column-types.ts";
import type { AlertDeps, Scene } from "./deps.ts";
import { pageOfAlert } from "./messages.ts";
import type { AlertingRows } from "./rows.ts";
import type { NotifiedSource } from "./store.ts";

export interface OpenedAlert {
  readonly id: string;
  readonly title: string;
  readonly labels: Labels;
}

/** Events of one kind beyond which one event counts them. */
const mostEvents = 10;

export async function announce(
  { raiseEvent }: Pick<AlertDeps, "raiseEvent">,
  { writer, alerts, organizationId, rows, call }: Scene,
  opened: readonly OpenedAlert[],
): Promise<void> {
  if (opened.length === 0) return;
  await alerts.startTimers(organizationId, await inPieces(timersOf(opened, rows, call.now), turnOf(call)));
  const byEvent = grouped(opened, ({ labels }) => factsOf({ labels, annotations: {} }).event);
  const mailed: NotifiedSource[] = [];
  const note = (source: string | undefined, ones: readonly OpenedAlert[]) => {
    const alertIds = ones.map(({ id }) => id);
    if (source !== undefined) mailed.push({ source, senderId: notificationSettings.kind, alertIds });
  };
  for (const [event, ones] of byEvent) {
    if (ones.length > mostEvents) note(await raiseEvent(writer, call, countOf(event, ones), "alerts"), ones);
    else
      for (const one of ones)
        note(await raiseEvent(writer, call, eventOf(event, one), pageOfAlert(one.id)), [one]);
  }
  await alerts.recordNotified(organizationId, mailed);
}

function* timersOf(
  opened: readonly OpenedAlert[],
  { rules, words }: AlertingRows,
  now: Date,
): Pieces<{ alertId: string; ruleId: string; delaySeconds: number }[]> {
  const decide = createRules(rules, words);
  const timers = [];
  for (const { id, labels } of opened) {
    yield;
    for (const { rule, taken } of yield* decide(labels, now))
      if (taken)
        timers.push({ alertId: id, ruleId: rule.id, delaySeconds: rule.configuration.delay_seconds });
  }
  return timers;
}

function eventOf(event: string, { title, labels }: OpenedAlert): JsonObject {
  const service = labels.service?.slice(0, defaultLimits.name).toWellFormed();
  return { event, title, service: service || null, labels: mailed(labels) };
}

function countOf(event: string, ones: readonly OpenedAlert[]): JsonObject {
  const named = ones.slice(0, mostEvents).map(({ title }) => title);
  return {
    event,
    title: `${ones.length} new alerts`,
    body: [...named, `and ${ones.length - named.length} more`].join("\n"),
  };
}

/** As many and as long as an event takes. */
function mailed(labels: Labels): JsonObject {
  const entries = Object.entries(labels).filter(([name]) => name !== "");
  return Object.fromEntries(
    entries
      .slice(0, defaultLimits.entries)
      .map(([name, value]) => [name, value.slice(0, defaultLimits.text).toWellFormed()]),
  );
}
