/** Whether somebody was reached about an alert: what was sent is not yet there. Pure, but for what it reads first. */
import { choice, object, text, timestamp } from "../../../kernel/field.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { readable } from "../../../kernel/readable.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { isNative } from "../../../renderers/alertmanager/native.ts";
import { personIn } from "../delivery/index.ts";
import type { FailedSend } from "./column-types.ts";
import type { OnCallRecord } from "./on-call-store.ts";
import type { SendFacts } from "./reached-store.ts";
import { type AlertingRows, routeOf } from "./rows.ts";
import type { AlertReader, StoredAlert } from "./store.ts";
import { withheldOf } from "./withheld.ts";

export const reachedField = object({
  description: "Whether a message about it has arrived anywhere.",
  fields: {
    status: choice({
      description:
        "reached: a target took a message. pending: one is on its way, or comes later by a rule. nobody: nothing was sent, or what was sent did not arrive. withheld: something keeps it back, or a route drops it by decision. unknown: its Alertmanager sends it itself.",
      choices: ["reached", "pending", "nobody", "withheld", "unknown"],
    }),
    since: timestamp({ description: "When the first message arrived; null otherwise.", nullable: true }),
    reason: text({
      description: "Why it is so; null where somebody was reached.",
      max: Number.MAX_SAFE_INTEGER,
      nullable: true,
    }),
  },
});

export type Reached = {
  readonly status: "reached" | "pending" | "nobody" | "withheld" | "unknown";
  /** RFC 3339. */
  readonly since: string | null;
  readonly reason: string | null;
};

type Subject = Pick<StoredAlert, "connectorId" | "unconfirmedSince" | "resolvedAt">;

/** What is known of an alert besides itself. */
export interface Reaching {
  /** By what decides: whom routes and rules name; where they name nobody, notification_settings. */
  readonly facts: SendFacts | undefined;
  /** The ids of the routes that took it. */
  readonly routeIds: readonly string[];
  /** What keeps it back, as answers show it. */
  readonly withheld: readonly JsonObject[];
  /** To whom what was sent to rotas went. */
  readonly onCall: readonly OnCallRecord[];
  /** When a rule sends about it next. */
  readonly nextStep: Date | undefined;
}

export function reachedOf(
  { connectorId, unconfirmedSince, resolvedAt }: Subject,
  { facts, routeIds, withheld, onCall, nextStep }: Reaching,
  rows: AlertingRows,
): Reached {
  const said = (status: Reached["status"], reason: string): Reached => ({ status, since: null, reason });
  if (facts?.reachedAt != null)
    return { status: "reached", since: facts.reachedAt.toISOString(), reason: null };
  const connector = rows.connectors.get(connectorId);
  if (connector !== undefined && isNative(connector))
    return said("unknown", `${connector.configuration.name} sends to its receivers itself.`);
  const held = withheld.find(({ reason }) => reason !== "severity_none");
  if (held !== undefined) return said("withheld", keptBack(held));
  if (unconfirmedSince !== null) return said("withheld", "Its mute ended; no report has had it since.");
  if (facts !== undefined && facts.failures !== null) return said("nobody", failed(facts.failures, rows));
  if (facts !== undefined && facts.waiting > 0)
    return said("pending", "A message about it waits to be sent.");
  if (facts !== undefined && facts.held > 0)
    return said(
      "nobody",
      "The service has no mail server: the mail about it waits until SMTP_URL names one.",
    );
  if (nextStep !== undefined && resolvedAt === null)
    return said("pending", `An outbound rule sends at ${readable(nextStep)}.`);
  const empty = onCall.filter(({ outcome }) => outcome === "nobody").map(({ reason }) => reason);
  if (empty.length > 0) return said("nobody", `${[...new Set(empty)].map(capital).join("; ")}.`);
  return unsent(routeIds, rows);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function keptBack({ reason, by }: JsonObject): string {
  const row = by as JsonObject | null;
  return `It is ${String(reason)}${row === null ? "" : ` by ${JSON.stringify(row.name)}`}.`;
}

/** Of receivers that got nothing. */
const mostNamed = 3;

/** What of the messages failed, by the names of their receivers. */
function failed(failures: readonly FailedSend[], { targets }: Pick<AlertingRows, "targets">): string {
  const each = failures.slice(0, mostNamed).map(({ channel, target, error }) => {
    const name = nameOf(channel, target, targets);
    return `${JSON.stringify(name)}: ${error}`;
  });
  return [...new Set(each)].join("; ");
}

function nameOf(channel: FailedSend["channel"], target: string, targets: AlertingRows["targets"]): string {
  if (channel === "page") return `${personIn(target).email} by ${personIn(target).kind}`;
  return channel === "email" ? target : (targets.get(target)?.configuration.name ?? target);
}

/** Why nothing was sent at all. */
function unsent(routeIds: readonly string[], rows: AlertingRows): Reached {
  const routes = routeIds.flatMap((id) => routeOf(rows, id) ?? []);
  if (routes.length > 0 && routes.every(({ configuration }) => configuration.drop))
    return { status: "withheld", since: null, reason: `${listOf(routes)} sends to nobody, by decision.` };
  const why =
    routes.length === 0
      ? "No route took it."
      : `${listOf(routes)} took it and leads to nobody: its targets are off, or get none of its severity, or its teams have no members.`;
  return { status: "nobody", since: null, reason: why };
}

function listOf(routes: readonly { readonly configuration: { readonly name: string } }[]): string {
  return routes.map(({ configuration }) => JSON.stringify(configuration.name)).join(", ");
}

/** Whether the route names anybody at all: a rota, team or target that leads to nobody counts. */
function names(rows: AlertingRows, routeId: string): boolean {
  const route = routeOf(rows, routeId);
  if (route === undefined) return false;
  const { enabled, drop, destinations } = route.configuration;
  return enabled && !drop && destinations.length > 0;
}

/** What keeps these alerts back, and whether each reached anybody. */
export async function reachedAll(
  reader: AlertReader,
  organizationId: string,
  rows: AlertingRows,
  alerts: readonly StoredAlert[],
) {
  const ids = alerts.map(({ id }) => id);
  const withheld = await withheldOf(reader, organizationId, rows, alerts);
  const sends = await reader.sends(organizationId, ids);
  const routings = grouped(await reader.routings(organizationId, ids), ({ alertId }) => alertId);
  const onCall = grouped(await reader.onCallOf(organizationId, ids), ({ alertId }) => alertId);
  const on = new Set(rows.rules.flatMap(({ id, configuration }) => (configuration.enabled ? [id] : [])));
  const timers = (await reader.timers(organizationId, ids)).filter(({ ruleId }) => on.has(ruleId));
  // The first of each, as they come in the order in which they are due.
  const steps = new Map(timers.toReversed().map(({ alertId, dueAt }) => [alertId, dueAt]));
  const reached = (alert: StoredAlert) => {
    const routes = routings.get(alert.id) ?? [];
    const everywhere = alert.mutedBy !== null || alert.inhibitedBy !== null;
    const isHeld = everywhere || (routes.length > 0 && routes.every(({ mutedBy }) => mutedBy !== null));
    const { named, mailed } = sends.get(alert.id) ?? {};
    const isNamed =
      named !== undefined || steps.has(alert.id) || routes.some((one) => names(rows, one.routeId));
    const reaching = {
      facts: isNamed ? named : mailed,
      routeIds: routes.map(({ routeId }) => routeId),
      withheld: isHeld ? (withheld.get(alert.id) ?? []) : [],
      onCall: onCall.get(alert.id) ?? [],
      nextStep: steps.get(alert.id),
    };
    return reachedOf(alert, reaching, rows);
  };
  return { withheld, reached, sends, onCall };
}
