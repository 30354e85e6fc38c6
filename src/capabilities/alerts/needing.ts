/** Alerts that nobody has acknowledged: what the overview begins with. */
import type { NeedsSomebody } from "../../engine/capability.ts";
import type { AlertDeps } from "./deps.ts";
import { overflowFingerprint } from "./overflow.ts";

/** An alert without a known severity counts as critical, as it does to those that are told of it. */
const lesser = ["warning", "info"];

export function alertsNeeding({ store, alerts }: Pick<AlertDeps, "store" | "alerts">): NeedsSomebody {
  return async (call, shown) => {
    const found = await alerts
      .in(store)
      .waiting(call.caller.organization.id, overflowFingerprint, lesser, shown);
    return {
      section: "alerts",
      resource: "alerts",
      total: found.total,
      data: found.alerts.map(({ id, title, severity, startedAt, service, unconfirmedSince }) => ({
        resource: "alerts",
        id,
        name: title,
        tone: severity !== null && lesser.includes(severity) ? "warning" : "bad",
        state: "open",
        why: whyOf(service, unconfirmedSince),
        since: startedAt.toISOString(),
      })),
    };
  };
}

function whyOf(service: string | null, unconfirmedSince: Date | null): string | null {
  const place = service === null ? [] : [`On ${service}.`];
  const doubt = unconfirmedSince === null ? [] : ["Its mute ended; nobody has reported it since."];
  return [...place, ...doubt].join(" ") || null;
}
