/** The texts of "Who is notified". */
import { counted, figure } from "../../../src/kernel/readable.ts";
import type { Resolution } from "../../api/alert-shapes.ts";
import type { AlertFlow, FlowPath } from "../../api/flow-shapes.ts";
import { kindNames } from "../../kinds/names.ts";
import { span } from "../../parts/alerts/words.ts";
import { sentence } from "../../parts/words.ts";
import { type Column, noteOf } from "./view.ts";

export const columnTitles: Readonly<Record<Column, string>> = {
  service: "Alerts of",
  route: "Routes, in order",
  receiver: "Sent to",
  person: "People",
};

const folded: Readonly<Record<Column, string>> = {
  service: "service",
  route: "route",
  receiver: "receiver",
  person: "person",
};

/** `12 more routes, 340 alerts`: what is folded in a column. */
export function foldWords(column: Column, count: number, alerts: number): string {
  const more =
    column === "person" ? `${figure(count)} more people` : counted(count, `more ${folded[column]}`);
  return column === "person" || alerts === 0 ? more : `${more}, ${counted(alerts, "alert")}`;
}

/** What of the last week the picture shows. */
export function weekWords(
  { looked_at, complete, paths }: Pick<AlertFlow, "looked_at" | "complete" | "paths">,
  shown: number,
  name: string | undefined,
): string {
  const all = `${counted(looked_at, "alert")}${complete ? "" : ", the newest,"} of the last week`;
  if (looked_at === 0) return "No alert in the last week: thin lines show where each route leads.";
  const lost = paths.filter(isLost).reduce((sum, { count }) => sum + count, 0);
  if (name !== undefined) return `${figure(shown)} of ${all} went through ${name}.`;
  return lost === 0
    ? `${all}. Each was sent to somebody.`
    : `${all}. ${figure(lost)} of them were sent to nobody.`;
}

/** How many of those that routes name get nothing now: to be sent is not to arrive. */
export function failingWords({ receivers }: Pick<AlertFlow, "receivers">): string {
  const lost = receivers.filter(
    ({ problem, delivery }) => problem !== null || noteOf(delivery) !== undefined,
  );
  if (lost.length === 0) return "";
  const all = `${figure(lost.length)} of ${counted(receivers.length, "receiver")}`;
  const causes = new Map<string, number>();
  for (const { problem, delivery } of lost) {
    const cause = problem ?? delivery.reason;
    if (cause !== null) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  }
  const why = [...causes].map(([cause, count]) => `${figure(count)}: ${sentence(cause)}`);
  return [`Nothing arrives at ${all} now.`, ...why].join(" ");
}

function isLost({ routes }: FlowPath): boolean {
  return routes.every(({ receivers }) => receivers.length === 0);
}

export const noRest = "No route takes the rest: an alert that no route is for reaches nobody.";

/** What becomes of an alert with the typed labels, in a sentence or two. */
export function answerOf({
  muted_by,
  muted_routes,
  inhibited_by,
  routes,
  rules,
  recipients,
  unknown,
  deciding = [],
}: Resolution): string {
  if (muted_by.length > 0) return "Nobody is notified: a mute keeps it back.";
  if (inhibited_by !== null)
    return `Nobody is notified: the alert ${inhibited_by.alert_title} keeps it back.`;
  const taking = routes.flatMap(({ taken, name }) => (taken ? [name] : []));
  const first = taking.length === 0 ? "No route takes it." : `It goes through ${taking.join(", then ")}.`;
  const nobody = recipients.length === 0 ? ["Nobody is notified."] : [];
  const muted = muted_routes.length > 0 ? ["A mute keeps back what some of them send."] : [];
  const later = rules.flatMap(({ taken, name, first_at_seconds: seconds }) =>
    taken && seconds !== null
      ? [`${name}${seconds === 0 ? " at once" : ` after ${span(seconds * 1_000)}`}`]
      : [],
  );
  const rule = later.length === 0 ? [] : [`Rules, while nobody acknowledges it: ${later.join(", ")}.`];
  const mailed = recipients.flatMap(({ by, target }) => (by === kindNames.notifications ? [target] : []));
  const mail = mailed.length === 0 ? [] : [`Mailed about the event: ${mailed.join(", ")}.`];
  const lost = recipients.flatMap(({ target, delivery }) => {
    const note = noteOf(delivery);
    return note === undefined ? [] : [`${target} is ${note}`];
  });
  const open =
    deciding.length === 0
      ? []
      : [`Labels that would decide otherwise: ${deciding.map(({ label }) => label).join(", ")}.`];
  return [first, ...nobody, ...open, ...muted, ...rule, ...mail, ...new Set(lost), ...unknown].join(" ");
}
