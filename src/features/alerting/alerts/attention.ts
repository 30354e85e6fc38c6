/** Alerts that nobody has acknowledged: what the overview begins with. */
import type { Call } from "../../../engine/context.ts";
import type { NeedsAttention, Remarks } from "../../../engine/feature.ts";
import { notificationSettings } from "../../../resources/notification-settings.ts";
import { organizationSettings } from "../../../resources/organization-settings.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import type { AlertDeps } from "./deps.ts";
import { overflowFingerprint } from "./overflow.ts";
import { reachedAll } from "./reached.ts";
import type { AlertingRows } from "./rows.ts";
import { standingsOf } from "./standings.ts";
import type { StoredAlert } from "./store.ts";
import { channelOf } from "./targets.ts";
import { unknownMessage } from "./withheld.ts";

/** An alert without a severity counts as critical, as it does to those who are notified. */
const lesser = ["warning", "info", "none"];

type Reading = Pick<AlertDeps, "store" | "alerts" | "rowsOf">;

export function alertAttention({ store, alerts, rowsOf }: Reading): NeedsAttention {
  return async (call, shown) => {
    const { id: organizationId } = call.caller.organization;
    const found = await alerts.in(store).waiting(organizationId, overflowFingerprint, lesser, shown);
    const lost = await lostAlerts({ store, alerts, rowsOf }, call);
    const first = lost.slice(0, shown).map(({ alert, reached }) => ({
      ...itemOf(alert),
      tone: "bad" as const,
      state: "unreached",
      why: [placeOf(alert.service), `It reached nobody: ${reached.reason}`]
        .flatMap((one) => one ?? [])
        .join(" "),
    }));
    const known = new Set(lost.map(({ alert }) => alert.id));
    const others = found.alerts.filter(({ id }) => !known.has(id));
    const isFirst = ({ fingerprint }: { readonly fingerprint: string }) =>
      fingerprint === overflowFingerprint;
    const standing = others.filter(isFirst).map(itemOf);
    const rest = others.filter((one) => !isFirst(one)).map(itemOf);
    return {
      section: "alerts",
      resource: "alerts",
      total: found.total,
      // What stands for others comes before them.
      data: [...standing, ...first, ...rest].slice(0, shown),
    };
  };
}

/** Open alerts that are looked at, the worst first. */
const mostLost = 200;

/** Those that reached nobody, each with why. */
export async function lostAlerts({ store, alerts, rowsOf }: Reading, call: Call) {
  const { id: organizationId } = call.caller.organization;
  const reader = alerts.in(store);
  const found = await reader.unreached(organizationId, overflowFingerprint, lesser, mostLost);
  if (found.length === 0) return [];
  const rows = await rowsOf(store, organizationId, call.now);
  const { reached, sends } = await reachedAll(reader, organizationId, rows, found);
  return found
    .map((alert) => ({
      alert,
      reached: reached(alert),
      failures: sends.get(alert.id)?.named?.failures ?? [],
    }))
    .filter(({ reached: { status } }) => status === "nobody");
}

type Waiting = Pick<
  StoredAlert,
  "id" | "title" | "severity" | "startedAt" | "service" | "mutedBy" | "unconfirmedSince"
>;

function itemOf(alert: Waiting) {
  const { id, title, severity, startedAt } = alert;
  return {
    resource: "alerts",
    id,
    name: title,
    tone: severity !== null && lesser.includes(severity) ? ("warning" as const) : ("bad" as const),
    state: "open",
    why: whyOf(alert),
    since: startedAt.toISOString(),
  };
}

function placeOf(service: string | null): string | undefined {
  return service === null ? undefined : `On ${service}.`;
}

function whyOf({ service, mutedBy, unconfirmedSince }: Waiting): string | null {
  const place = placeOf(service) ?? [];
  const doubt = unconfirmedSince === null ? [] : ["Its mute ended; nobody has reported it since."];
  // Only of the alert that stands for others.
  const muted = mutedBy === null ? [] : ["It is muted: nobody is notified of it."];
  return [place, muted, doubt].flat().join(" ") || null;
}

/** Why what is sent to a target does not arrive, since when, and an open alert of which nobody learns by that. */
export function targetRemarks(deps: AlertDeps): Remarks {
  return async (call, kind, ids) => {
    if (kind !== outboundConfigs.kind) return new Map();
    const { id: organizationId } = call.caller.organization;
    const rows = await deps.rowsOf(deps.store, organizationId, call.now);
    const receivers = ids.flatMap((id) => {
      const row = rows.targets.get(id);
      return row === undefined ? [] : [{ channel: channelOf(row.configuration), target: id } as const];
    });
    const standings = await standingsOf(deps, organizationId, rows, receivers);
    const lost = await lostAlerts(deps, call);
    return new Map(
      receivers.map((receiver) => {
        const { reason, since } = standings(receiver);
        const alert = lost.find(({ failures }) => failures.some(({ target }) => target === receiver.target));
        const unreached = alert && `The open alert ${JSON.stringify(alert.alert.title)} reached nobody.`;
        return [receiver.target, { since, why: [reason, unreached].filter(Boolean).join(" ") || null }];
      }),
    );
  };
}

/** Targets that are on, and that nothing can be sent to: found out here, and not at the first alert. */
export function unsetTargets({ store, rowsOf }: Pick<AlertDeps, "store" | "rowsOf">): NeedsAttention {
  return async (call, shown) => {
    const { targets } = await rowsOf(store, call.caller.organization.id, call.now);
    const unset = [...targets.values()].filter(({ isUnset }) => isUnset);
    return {
      section: "decisions",
      resource: outboundConfigs.kind,
      total: unset.length,
      data: unset.slice(0, shown).map(({ id, configuration: { name }, unsetReason }) => ({
        resource: outboundConfigs.kind,
        id,
        name,
        tone: "bad",
        state: "no_secret",
        why: `Its secret ${unsetReason}, and nothing can be sent to it: save its secret, or switch it off.`,
        since: null,
      })),
    };
  };
}

/** Where no alert at all would reach anybody, as in an installation that is new. */
export function nobodyNotified(deps: AlertDeps): NeedsAttention {
  return async (call) => {
    const rows = await deps.rowsOf(deps.store, call.caller.organization.id, call.now);
    const isCovered = leadsToSomebody(rows, deps.queue.mails) || (await isMailed(deps, call));
    const item = {
      resource: notificationSettings.kind,
      id: notificationSettings.kind,
      name: notificationSettings.title,
      tone: "bad",
      state: "nobody",
      why: "Nobody is notified of any alert: no alert route or rule leads to anybody, and no recipient is mailed. Add a route, or recipients and a mail server.",
      since: null,
    } as const;
    return {
      section: "decisions",
      resource: notificationSettings.kind,
      total: isCovered ? 0 : 1,
      data: isCovered ? [] : [item],
    };
  };
}

function leadsToSomebody({ routes, ownRoutes, rules, targets }: AlertingRows, mails: boolean): boolean {
  const works = (id: string | null = "") => {
    const { configuration, isUnset = false } = targets.get(id ?? "") ?? {};
    return configuration?.enabled === true && !isUnset && (mails || configuration.kind !== "email");
  };
  const ways = [...routes.values(), ...ownRoutes.values()].filter(
    ({ configuration }) => configuration.enabled,
  );
  return (
    ways.some(({ configuration: { destinations } }) =>
      destinations.some((one) =>
        one.outbound_config_id === undefined ? mails : works(one.outbound_config_id),
      ),
    ) || rules.some(({ configuration }) => configuration.enabled && works(configuration.outbound_config_id))
  );
}

async function isMailed({ queue, mailedAbout, store }: AlertDeps, call: Call): Promise<boolean> {
  const event = { event: "alert_created", title: "", labels: {} } as const;
  return queue.mails && (await mailedAbout(store, call, event)).recipients.length > 0;
}

/** Words that are looked at. */
const mostWords = 1_000;

/** Words of open alerts' severity that nobody knows, each once. */
export function unknownSeverities({
  store,
  alerts,
  rowsOf,
}: Pick<AlertDeps, "store" | "alerts" | "rowsOf">): NeedsAttention {
  return async (call, shown) => {
    const { id } = call.caller.organization;
    const { words } = await rowsOf(store, id, call.now);
    const found = await alerts.in(store).openSeverities(id, mostWords);
    const unknown = found.filter(({ word }) => word !== "" && !words.has(word));
    return {
      section: "decisions",
      resource: organizationSettings.kind,
      total: unknown.length,
      data: unknown.slice(0, shown).map(({ word, since, alerts: count }) => ({
        resource: organizationSettings.kind,
        id: organizationSettings.kind,
        name: `Severity ${JSON.stringify(word)}`,
        tone: "warning",
        state: "unknown",
        why: `${count === 1 ? "An open alert says" : `${count} open alerts say`} so, and ${unknownMessage(word)}.`,
        since: since.toISOString(),
      })),
    };
  };
}
