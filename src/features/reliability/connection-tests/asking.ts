/** What all calls have in common that ask another system about a saved row. */
import type { Call } from "../../../engine/context.ts";
import type { Store } from "../../../engine/ports/rows.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { nextStep, settingToReach } from "../../../renderers/connection-tests/next-step.ts";
import { badAddresses, notProbed } from "../../../renderers/connection-tests/probe.ts";
import type { HttpTransport } from "../../../transports/port.ts";
import type { Reports } from "../state-reports/index.ts";
import type { Connected, ConnectionsDeps } from "./connections.ts";
import type { Outcome } from "./probe.ts";
import type { UnsavedDeps } from "./unsaved.ts";

export interface ConnectionTestDeps extends ConnectionsDeps, UnsavedDeps {
  readonly store: ConnectionsDeps["store"] & UnsavedDeps["store"] & Pick<Store, "rowsMatching">;
  readonly http: Pick<HttpTransport, "of">;
  readonly reports: Reports;
}

/** What all of them are that ask about a saved row. */
export const asking = {
  level: "operate",
  effect: "update",
  unheld: "it tries something, and keeps only how that went",
  cumulative: true,
  asksOthers: true,
  method: "POST",
} as const;

/** The same of a row that may be named with its ETag. */
export const shared = { ...asking, conditional: true } as const;

export function requestsOf({ http }: Pick<ConnectionTestDeps, "http">, { organization }: Call["caller"]) {
  return http.of({ organizationId: organization.id, use: "test" });
}

/** What is wrong with the address, or with sending the credentials there. */
export function notToBeProbed({ settings, placeOf, withheld }: Connected): Outcome | undefined {
  if (withheld !== undefined) return notTested(`nothing was sent: ${withheld.field} ${withheld.message}`);
  const [wrong] = badAddresses(settings);
  if (wrong === undefined) return undefined;
  return notTested(`nothing was sent: ${placeOf(wrong)} is no http or https URL`);
}

export function notTested(message: string): Outcome {
  return { finding: notProbed(message), asked: undefined };
}

/** What came of it, as outcomeOutput has it. */
export function shown({ finding, asked, status, took_ms }: Outcome): JsonObject {
  const isClosed = !finding.ok && finding.closed === true && asked !== undefined;
  const setting = isClosed ? settingToReach(asked.url) : undefined;
  return {
    ok: finding.ok,
    asked: asked === undefined ? null : { ...asked },
    status: status ?? null,
    took_ms: took_ms ?? null,
    summary: finding.ok ? finding.summary : null,
    error: finding.ok ? null : finding.message,
    next_step:
      finding.ok || asked === undefined || finding.kind === undefined
        ? null
        : nextStep(finding.kind, setting),
    setting: setting ?? null,
    error_kind: finding.ok ? null : (finding.kind ?? null),
  };
}
