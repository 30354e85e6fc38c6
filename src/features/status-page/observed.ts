/** What checks, SLOs and open alerts say of a component whose status follows them; a pure rule. */
import type { ComponentStatus } from "../../renderers/status-page/index.ts";

export interface Observers {
  /** The statuses of its synthetic checks. */
  readonly checks: readonly Measured<"unknown" | "up" | "degraded" | "down">[];
  readonly slos: readonly Measured<"no_data" | "unknown" | "healthy" | "at_risk" | "breached">[];
  /** The severities of the alerts that are open and not muted. */
  readonly alerts: readonly string[];
  /** Whether alerts of its service were ever received: they then speak for it, also while none is open. */
  readonly hasAlerted: boolean;
}

interface Measured<S> {
  readonly status: S;
  /** Since when nobody knows the status; null where it is known, or never was. */
  readonly unknownSince: string | null;
}

export interface Observed {
  /** Null while nothing is measured: the status stays. */
  readonly status: ComponentStatus | null;
  /** Since when nothing is measured, where that is known. */
  readonly unknownSince: string | null;
}

export function observedOf({ checks, slos, alerts, hasAlerted }: Observers): Observed {
  const known = checks.filter(({ status }) => status !== "unknown");
  const down = known.filter(({ status }) => status === "down").length;
  const degraded =
    known.some(({ status }) => status === "degraded") ||
    slos.some(({ status }) => status === "breached") ||
    alerts.some((severity) => severity === "warning" || severity === "error");
  const is = (status: ComponentStatus): Observed => ({ status, unknownSince: null });
  if (alerts.includes("critical") || (down > 0 && down === known.length)) return is("major_outage");
  if (down > 0) return is("partial_outage");
  if (degraded) return is("degraded_performance");
  const measuring = [...checks, ...slos];
  const isMeasured =
    known.length > 0 || slos.some(({ status }) => status !== "unknown" && status !== "no_data");
  if (isMeasured || (measuring.length === 0 && hasAlerted)) return is("operational");
  const since = measuring.flatMap(({ unknownSince }) => unknownSince ?? []).toSorted();
  return { status: null, unknownSince: since.at(-1) ?? null };
}
