/** An agent says whether its engine runs what was rendered. */

import { healthReport } from "../../backends/health.ts";
import { entry } from "../../engine/audit-entry.ts";
import type { Call } from "../../engine/context.ts";
import { readInput } from "../../engine/input.ts";
import type { ConfigurationOperation } from "../../engine/operation.ts";
import type { Acknowledgement, RenderStore } from "../../engine/ports/renders.ts";
import type { AuditEntry, Store } from "../../engine/ports/rows.ts";
import { notFound } from "../../engine/reading.ts";
import { withTransaction } from "../../engine/transaction.ts";
import { sanitised } from "../../kernel/sanitised.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { connectors } from "../../resources/connectors.ts";
import type { StateReports } from "../state-reports.ts";
import type { createRenders, Renders } from "./renders.ts";
import { acknowledgeInput, acknowledgeOutput } from "./shapes.ts";

export interface AcknowledgeDeps {
  readonly store: Pick<Store, "transaction">;
  readonly renders: RenderStore;
  readonly reports: StateReports;
  readonly rendersOf: ReturnType<typeof createRenders>;
  /** Called after every commit. */
  readonly onCommit?: () => void;
}

const action = "acknowledge_render";

export function acknowledgeOperation(deps: AcknowledgeDeps): ConfigurationOperation {
  return {
    name: action,
    level: "operate",
    effect: "update",
    cumulative: true,
    title: "Acknowledge a render",
    description:
      "An agent says whether its engine runs a rendering, and if not, why. It moves the connector's health, and neither its settings nor its ETag. What the engine runs is on record each time that it changes.",
    tag: "render",
    resource: "render",
    credential: "bearer",
    method: "PUT",
    path: "/api/v1/render/{connector_id}/applied",
    input: { fields: acknowledgeInput },
    output: { fields: acknowledgeOutput },
    confirms: false,
    async run(call, { body }) {
      const { connector_id, ...said } = readInput(acknowledgeInput, body);
      const { id: organizationId } = call.caller.organization;
      const renders = await deps.rendersOf(organizationId, call.now);
      const present = presentOf(renders, connector_id);
      const acknowledgement = await withTransaction(
        deps.store,
        [`${organizationId}/render/${connector_id}`],
        async (writer) => {
          const report = health(call, said);
          const row = await deps.reports.reportIn(writer, call, {
            resource: connectors,
            id: connector_id,
            report,
          });
          if (row === undefined) throw notFound(connectors);
          const stored = deps.renders.in(writer);
          const before = (await stored.acknowledgements(organizationId)).get(connector_id);
          const after = acknowledged(before, said, present, call.now);
          await stored.acknowledge(
            organizationId,
            connector_id,
            after,
            recordOf(call, connector_id, before, after),
          );
          return after;
        },
      );
      deps.onCommit?.();
      return { status: 200, body: { connector_id, applied: shownAcknowledgement(acknowledgement) } };
    },
  };
}

function presentOf(renders: Renders, connectorId: string) {
  const { backend, target, digest } = renders.render(connectorId);
  return { digest, modules: backend.discovery?.modules(renders.rows, target) ?? [] };
}

interface Said {
  readonly digest: string;
  readonly ok: boolean;
  readonly message: string | null;
  readonly version: string | null | undefined;
}

function acknowledged(
  before: Acknowledgement | undefined,
  { digest, ok, message, version }: Said,
  present: { readonly digest: string; readonly modules: readonly string[] },
  at: Date,
): Acknowledgement {
  const known = before?.modules ?? [];
  // Of a rendering that is not the present one nobody knows the modules any more: those that were there and still
  // are is a safe answer until the agent comes again.
  const now =
    digest === present.digest ? present.modules : known.filter((name) => present.modules.includes(name));
  return {
    digest,
    ok,
    message: message === null ? null : sanitised(message),
    version: version ?? before?.version ?? null,
    runningDigest: ok ? digest : (before?.runningDigest ?? null),
    modules: ok ? now : known,
    at,
  };
}

/** The connector's health, as a checker would report it. */
function health({ now }: Call, { ok, message }: Said): JsonObject {
  if (ok) return healthReport(now);
  return healthReport(now, {
    kind: "other",
    message: message ?? "The engine does not run what was rendered.",
  });
}

/** News is what the engine runs; that it still does, or that an attempt failed, the connector's health tells. */
function recordOf(
  call: Call,
  connectorId: string,
  before: Acknowledgement | undefined,
  after: Acknowledgement,
): AuditEntry | undefined {
  const was = before?.runningDigest ?? null;
  if (was === after.runningDigest) return undefined;
  return entry(call, action, connectors.kind, connectorId, [
    { field: "running_digest", before: was, after: after.runningDigest },
  ]);
}

export function shownAcknowledgement(acknowledgement: Acknowledgement): JsonObject {
  const { digest, ok, message, runningDigest, version, at } = acknowledgement;
  return { digest, at: at.toISOString(), ok, message, running_digest: runningDigest, version };
}
