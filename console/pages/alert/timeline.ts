/** What happened to an alert and what comes next, in order. Pure. */
import type { Tone } from "../../../src/kernel/field.ts";
import { counted } from "../../../src/kernel/readable.ts";
import type {
  AlertDelivery,
  AlertPage,
  OnCallMessage,
  Resolution,
  WholeAlert,
} from "../../api/alert-shapes.ts";
import { kindNames } from "../../kinds/names.ts";

const minuteMs = 60_000;

export interface Entry {
  readonly at: string;
  readonly tone: Tone;
  /** A sentence, up to the row that it leads to where there is one. */
  readonly text: string;
  readonly row?: { readonly kind: string; readonly id: string; readonly name: string };
  /** Why, or what went wrong. */
  readonly detail?: string | undefined;
}

/** The mute that keeps an alert back. */
export interface MuteSeen {
  readonly name: string;
  readonly reason: string;
  readonly by: string;
  readonly startsAt: string;
  readonly expiresAt: string;
}

export interface Timeline {
  readonly past: readonly Entry[];
  /** What becomes of it if nobody does anything. */
  readonly upcoming: readonly Entry[];
}

/**
 * @param resolution what the present configuration makes of its labels; undefined until it is read
 * @param mute undefined where none keeps it back, or until it is read
 */
export function timelineOf(
  alert: WholeAlert,
  resolution: Resolution | undefined,
  mute: MuteSeen | undefined,
): Timeline {
  const { started_at, acknowledged_at, acknowledged_by, resolved_at, muted_by, unconfirmed_since } = alert;
  const past: Entry[] = [
    { at: started_at, tone: "bad", text: "Started" },
    ...routed(alert, resolution),
    ...(muted_by === null || mute === undefined ? [] : [muted(muted_by, mute, started_at)]),
    ...(unconfirmed_since === null || resolved_at !== null ? [] : [unconfirmed(unconfirmed_since)]),
    ...alert.on_call.map((one) => asked(one, alert, resolution)),
    ...alert.pages.flatMap((page) => paged(page, alert)),
    ...alert.deliveries.map(delivered),
    ...at(acknowledged_at, "good", `Acknowledged by ${acknowledged_by ?? "somebody"}`),
    ...at(resolved_at, "good", "Ended"),
  ];
  return {
    past: inOrder(past),
    upcoming: inOrder([...alert.pages.flatMap(nextOf), ...upcomingSteps(alert, mute)]),
  };
}

/** An entry, where there is a moment for it. */
function at(moment: string | null | undefined, tone: Tone, text: string): Entry[] {
  return moment === null || moment === undefined ? [] : [{ at: moment, tone, text }];
}

/** Of the same moment, in the order in which they stand; what says the same of the same minute is there once. */
function inOrder(entries: readonly Entry[]): readonly Entry[] {
  const byLine = new Map<string, Entry>();
  for (const entry of [...entries].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    const { at, text, row, detail } = entry;
    const line = JSON.stringify([Math.floor(Date.parse(at) / minuteMs), text, row?.id, detail]);
    if (!byLine.has(line)) byLine.set(line, entry);
  }
  return [...byLine.values()];
}

/** Routes that took it, with what the present configuration says of them. */
function routed({ routes, started_at }: WholeAlert, resolution: Resolution | undefined): readonly Entry[] {
  if (routes.length === 0)
    return [{ at: started_at, tone: "warning", text: "No alert route took it", detail: undefined }];
  return routes.map(({ id, name }) => {
    const now = resolution?.routes.find((route) => route.id === id);
    const detail =
      resolution === undefined
        ? undefined
        : now === undefined
          ? "The route was deleted since."
          : now.taken
            ? `Because ${now.reason}.`
            : `The route was changed since; now it would not: ${now.reason}.`;
    return {
      at: started_at,
      tone: "quiet",
      text: "Taken by the alert route",
      row: { kind: kindNames.route, id, name },
      detail,
    };
  });
}

function muted(id: string, { name, reason, by, startsAt }: MuteSeen, began: string): Entry {
  const late = Date.parse(startsAt) > Date.parse(began);
  return {
    at: late ? startsAt : began,
    tone: "warning",
    text: `Muted by ${by === "" ? "somebody" : by}, with`,
    row: { kind: kindNames.mute, id, name },
    detail: reason,
  };
}

function unconfirmed(at: string): Entry {
  return {
    at,
    tone: "warning",
    text: "Its mute ended; no report has contained it since",
    detail: "It may be over. Nobody is notified before Alertmanager sends or reports it again.",
  };
}

function delivered({ target, kind, by, status, at, attempt, error }: AlertDelivery): Entry {
  const tries = attempt === 0 ? "" : `${attempt === 1 ? "1 try" : `${attempt} tries`} failed. `;
  const detail = `${tries}${error ?? ""} ${senderOf(by)}`.trim();
  const whom = kind === target ? target : `${target} (${wayWords[kind] ?? kind})`;
  switch (status) {
    case "sent":
      return { at, tone: "good", text: `Delivered to ${whom}`, detail };
    case "queued":
      return attempt === 0
        ? { at, tone: "quiet", text: `Waiting to be sent to ${whom}`, detail }
        : { at, tone: "warning", text: `Not delivered to ${whom} yet; it is tried again`, detail };
    case "held":
      return { at, tone: "warning", text: `Not sent to ${whom}: there is no mail server`, detail };
    case "parked":
      return { at, tone: "bad", text: `Not delivered to ${whom}; there are no more tries`, detail };
  }
}

/** A person on call was paged, and what became of that. */
function paged(page: AlertPage, { on_call }: WholeAlert): readonly Entry[] {
  const { email, rota_id, role, urgent, ways, outcome, closed_at, closed_by } = page;
  const name = on_call.find((one) => one.rota_id === rota_id)?.rota ?? rota_id;
  const left = page.steps_left === 0 ? "" : ` ${counted(page.steps_left, "step")} left.`;
  const by = ways.length === 0 ? "No step was taken yet." : `By ${ways.map(wayWord).join(", ")}.`;
  const begun: Entry = {
    at: page.at,
    tone: urgent ? "warning" : "quiet",
    text: `${urgent ? "Paged" : "Notified"} ${email}, on call as ${role} in`,
    row: { kind: kindNames.rota, id: rota_id, name },
    detail: `${by}${left}${page.kept_back ? " It is kept back for now." : ""}`,
  };
  const closed = {
    acknowledged: `The page of ${email} was acknowledged by ${closed_by ?? "somebody"}`,
    passed_on: `${email} passed the page on`,
    handed_over: `The shift of ${email} ended, and the page went to who came next`,
    ended: `The page of ${email} ended with the alert`,
    nobody: `${email} left the organization, and nobody is on call after them`,
  };
  const tone = outcome === "nobody" ? "bad" : "quiet";
  return [begun, ...(outcome === null ? [] : at(closed_at, tone, closed[outcome]))];
}

function nextOf({ email, next_at, closed_at }: AlertPage): readonly Entry[] {
  return closed_at === null ? at(next_at, "quiet", `${email} is notified by the next of their ways`) : [];
}

/** Kinds of ways, as people call them. */
const wayWords: Readonly<Record<string, string>> = { sms: "text message", push: "push", call: "call" };

function wayWord(kind: string): string {
  return wayWords[kind] ?? kind;
}

/** Who of a rota got a message: whoever had the role, or in their place somebody else, or nobody. */
function asked(message: OnCallMessage, alert: WholeAlert, resolution: Resolution | undefined): Entry {
  const { at, by, rota_id, rota, role, outcome, answered, receivers, reason } = message;
  const whom = receivers.join(" and ");
  const sender = senders(alert, resolution).find(({ id }) => id === by);
  const known = {
    at,
    row: { kind: kindNames.rota, id: rota_id, name: rota },
    detail: sender === undefined ? undefined : senderOf(sender),
  };
  switch (outcome) {
    case "role":
      return { ...known, tone: "quiet", text: `Meant for ${whom}, on call as ${role} in` };
    case "next_role":
      return {
        ...known,
        tone: "warning",
        text: `Nobody was on call as ${role}: meant for ${whom}, on call as ${answered ?? "another role"} in`,
      };
    case "fallback":
      return {
        ...known,
        tone: "warning",
        text: `Nobody was on call as ${role} or in another role: meant for ${whom}, the fallback of`,
      };
    case "nobody":
      return {
        ...known,
        tone: "bad",
        text: `Reached nobody as ${role} in`,
        detail: [`Because ${reason}.`, known.detail].filter((part) => part !== undefined).join(" "),
      };
  }
}

/** What may have sent something of an alert, as far as it says what it is called. */
function senders(
  { routes, deliveries, next_steps }: WholeAlert,
  resolution: Resolution | undefined,
): readonly AlertDelivery["by"][] {
  return [
    ...deliveries.map(({ by }) => by),
    ...routes.map((route) => ({ ...route, kind: kindNames.route })),
    ...next_steps.map(({ rule_id: id, name }) => ({ id, name, kind: kindNames.rule })),
    ...(resolution?.rules ?? []).map(({ id, name }) => ({ id, name, kind: kindNames.rule })),
  ];
}

/** Two messages to one mailbox about an alert differ by that. */
function senderOf({ kind, name }: AlertDelivery["by"]): string {
  if (kind === kindNames.route) return `By the alert route ${name}.`;
  if (kind === kindNames.rule) return `By the outbound rule ${name}.`;
  if (kind === kindNames.heartbeat) return `By the alert heartbeat ${name}.`;
  return kind === kindNames.notifications ? "By the notification settings." : "As it had reached nobody.";
}

function upcomingSteps(
  { next_steps, status, muted_by, unconfirmed_since }: WholeAlert,
  mute: MuteSeen | undefined,
): readonly Entry[] {
  if (status === "resolved") return [];
  const ends = at(
    mute?.expiresAt,
    "quiet",
    "The mute ends; targets are notified if a later report still contains it",
  );
  // While a mute keeps the alert back, or nobody knows whether it is still on, no rule takes a step.
  if (muted_by !== null || unconfirmed_since !== null) return ends;
  return next_steps.map(({ rule_id, name, target, step, due_at }) => ({
    at: due_at,
    tone: "quiet",
    text: `${target ?? "Nobody"} is notified, step ${step} of the rule`,
    row: { kind: kindNames.rule, id: rule_id, name },
  }));
}
