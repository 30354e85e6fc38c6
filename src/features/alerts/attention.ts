/** Alerts that nobody has acknowledged: what the overview begins with. */
import type { NeedsAttention } from "../../engine/feature.ts";
import { organizationSettings } from "../../resources/organization-settings.ts";
import { outboundConfigs } from "../../resources/outbound-configs.ts";
import type { AlertDeps } from "./deps.ts";
import { overflowFingerprint } from "./overflow.ts";
import { unknownMessage } from "./withheld.ts";

/** An alert without a severity counts as critical, as it does to those who are notified. */
const lesser = ["warning", "info", "none"];

export function alertAttention({ store, alerts }: Pick<AlertDeps, "store" | "alerts">): NeedsAttention {
  return async (call, shown) => {
    const found = await alerts
      .in(store)
      .waiting(call.caller.organization.id, overflowFingerprint, lesser, shown);
    return {
      section: "alerts",
      resource: "alerts",
      total: found.total,
      data: found.alerts.map(({ id, title, severity, startedAt, service, mutedBy, unconfirmedSince }) => ({
        resource: "alerts",
        id,
        name: title,
        tone: severity !== null && lesser.includes(severity) ? "warning" : "bad",
        state: "open",
        why: whyOf(service, mutedBy, unconfirmedSince),
        since: startedAt.toISOString(),
      })),
    };
  };
}

function whyOf(service: string | null, mutedBy: string | null, unconfirmedSince: Date | null): string | null {
  const place = service === null ? [] : [`On ${service}.`];
  const doubt = unconfirmedSince === null ? [] : ["Its mute ended; nobody has reported it since."];
  // Only of the alert that stands for others.
  const muted = mutedBy === null ? [] : ["It is muted: nobody is notified of it."];
  return [...place, ...muted, ...doubt].join(" ") || null;
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
      data: unset.slice(0, shown).map(({ id, configuration: { name } }) => ({
        resource: outboundConfigs.kind,
        id,
        name,
        tone: "bad",
        state: "no_secret",
        why: "Nothing can be sent to it: save its secret, or switch it off.",
        since: null,
      })),
    };
  };
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
