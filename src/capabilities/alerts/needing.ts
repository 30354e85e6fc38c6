/** Alerts that nobody has acknowledged: what the overview begins with. */
import type { NeedsSomebody } from "../../engine/capability.ts";
import type { AlertDeps } from "./deps.ts";

export function alertsNeeding({
  store,
  alerts,
  listCap,
}: Pick<AlertDeps, "store" | "alerts" | "listCap">): NeedsSomebody {
  return async (call, shown) => {
    const reader = alerts.in(store);
    const open = await reader.list(
      call.caller.organization.id,
      { status: "open", service: undefined },
      listCap,
    );
    const waiting = open.filter(({ acknowledgedAt, mutedBy }) => acknowledgedAt === null && mutedBy === null);
    return {
      section: "alerts",
      resource: "alerts",
      total: waiting.length,
      data: [...waiting]
        .sort((a, b) => Number(isBad(b.severity)) - Number(isBad(a.severity)))
        .slice(0, shown)
        .map(({ id, title, severity, startedAt, service }) => ({
          resource: "alerts",
          id,
          name: title,
          tone: isBad(severity) ? "bad" : "warning",
          state: "open",
          why: service === null ? null : `On ${service}.`,
          since: startedAt.toISOString(),
        })),
    };
  };
}

/** An alert without a known severity counts as critical, as it does to those that are told of it. */
function isBad(severity: string | null): boolean {
  return severity !== "warning" && severity !== "info";
}
