/** What checks, SLOs and open alerts say of a component whose status follows them; a pure rule. */
import type { ComponentStatus } from "../../renderers/status-page/index.ts";
import { meanings } from "../../resources/status-page-components.ts";

export interface Observers {
  /** The statuses of its synthetic checks. */
  readonly checks: readonly Measured<keyof typeof meanings.synthetic_checks>[];
  readonly slos: readonly Measured<keyof typeof meanings.slos>[];
  /** The severities of the alerts that are open and not muted. */
  readonly alerts: readonly string[];
  /** Whether alerts of its service were received: they speak for it, also while none is open, unless the last ended by nobody's word. */
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
  const ofChecks = checks.flatMap(({ status }) => meanings.synthetic_checks[status] ?? []);
  const ofSlos = slos.flatMap(({ status }) => meanings.slos[status] ?? []);
  const down = ofChecks.filter((one) => one === "major_outage").length;
  const degraded =
    [...ofChecks, ...ofSlos].includes("degraded_performance") ||
    alerts.some((severity) => severity === "warning" || severity === "error");
  const is = (status: ComponentStatus): Observed => ({ status, unknownSince: null });
  if (alerts.includes("critical") || (down > 0 && down === ofChecks.length)) return is("major_outage");
  if (down > 0) return is("partial_outage");
  if (degraded) return is("degraded_performance");
  const measuring = [...checks, ...slos];
  const isMeasured = ofChecks.length + ofSlos.length > 0;
  if (isMeasured || (measuring.length === 0 && hasAlerted)) return is("operational");
  const since = measuring.flatMap(({ unknownSince }) => unknownSince ?? []).toSorted();
  return { status: null, unknownSince: since.at(-1) ?? null };
}
