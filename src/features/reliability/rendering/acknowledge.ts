/** An agent says whether its engine runs what was rendered. */

import { entry } from "../../../engine/audit-entry.ts";
import type { Call } from "../../../engine/context.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import type { Log } from "../../../engine/ports/log.ts";
import type { AuditEntry, Store } from "../../../engine/ports/rows.ts";
import { notFound } from "../../../engine/reading.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { counted } from "../../../kernel/readable.ts";
import { sanitised } from "../../../kernel/sanitised.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { lastingTargets } from "../../../renderers/discovery.ts";
import { connectors } from "../../../resources/connectors.ts";
import type { Reports } from "../state-reports/index.ts";
import type { AcknowledgedTarget } from "./column-types.ts";
import { healthAfter, placeOf } from "./instances.ts";
import type { Renders, RendersOf } from "./renders.ts";
import { acknowledgeInput, acknowledgeOutput } from "./shapes.ts";
import type { Acknowledgement, RenderStore } from "./store.ts";

export interface AcknowledgeDeps {
  readonly store: Pick<Store, "transaction">;
  readonly renders: RenderStore;
  readonly reports: Reports;
  readonly rendersOf: RendersOf;
  /** Says at rows that no engine is given why. */
  readonly reportRefused: (call: Call, renders: Renders) => Promise<void>;
  readonly log: Log;
  /** Called after every commit. */
  readonly onCommit?: () => void;
}

const action = "acknowledge_render";

export function acknowledgeOperation(deps: AcknowledgeDeps): ConfigurationOperation {
  return configurationOperation({
    name: action,
    scans: "short",
    level: "operate",
    effect: "update",
    unheld: "it says what a program saw of rows, which is their state",
    cumulative: true,
    // An engine that has failed often enough is mailed about.
    asksOthers: true,
    title: "Acknowledge a render",
    description:
      "An agent says whether its engine runs a rendering, and if not, why. Of several agents each gives its name (instance). It moves the connector's health, which is that of the agent that is worst off, and neither its settings nor its ETag. What the engine runs is on record each time that it changes.",
    tag: "render",
    method: "PUT",
    engineScope: "engine:agent",
    path: "/api/v1/render/{connector_id}/applied",
    input: acknowledgeInput,
    output: acknowledgeOutput,
    forPrograms: true,
    fromEngines: true,
    async answer(call, { connector_id, ...input }) {
      const said = { ...input, instance: input.instance ?? "" };
      const { id: organizationId } = call.caller.organization;
      const renders = await deps.rendersOf(organizationId, call.now);
      const present = presentOf(renders, connector_id);
      const acknowledgement = await withTransaction(
        deps.store,
        [acknowledgementLock(organizationId, connector_id)],
        async (writer) => {
          const stored = deps.renders.in(writer);
          const all = (await stored.acknowledgements(organizationId)).get(connector_id) ?? [];
          const { before, others, forgotten } = placeOf(all, said.instance);
          const after = acknowledged(before, said, call.now);
          const report = healthAfter(call.now, after, others, present.refusals);
          const row = await deps.reports.reportIn(writer, call, {
            definition: connectors,
            id: connector_id,
            report,
          });
          if (row === undefined) throw notFound(connectors);
          const targets = await stored.acknowledgedTargets(organizationId, connector_id);
          const known = targets.find(({ instance }) => instance === before?.instance)?.targets ?? [];
          await stored.forgetInstances(organizationId, connector_id, forgotten);
          await stored.acknowledge(
            organizationId,
            connector_id,
            after,
            targetsAfter(before, said, present, known),
            recordOf(call, connector_id, before, after),
          );
          if (before?.absenceNotified) logReturn(deps.log, call, connector_id, before);
          return after;
        },
      );
      deps.onCommit?.();
      await deps.reportRefused(call, renders);
      return { connector_id, applied: shownAcknowledgement(acknowledgement) };
    },
  });
}

function logReturn(log: Log, call: Call, connectorId: string, { instance, at }: Acknowledgement): void {
  const seconds = Math.round((call.now.getTime() - at.getTime()) / 1_000);
  const organization_id = call.caller.organization.id;
  const words = `an agent reports again, after ${counted(seconds, "second")}`;
  log.info({ organization_id, connector_id: connectorId, instance, seconds, since: at }, words);
}

/** Held by whoever changes what is known of an agent. */
export function acknowledgementLock(organizationId: string, connectorId: string): string {
  return `${organizationId}/render/${connectorId}`;
}

function presentOf(renders: Renders, connectorId: string) {
  const { renderer, target, digest, refusals } = renders.render(connectorId);
  return { digest, refusals, targets: renderer.discovery?.targets(renders.rows, target) ?? [] };
}

interface Said {
  readonly instance: string;
  readonly leaving: boolean;
  readonly digest: string;
  readonly ok: boolean;
  readonly degraded: boolean;
  readonly message: string | null;
  readonly version: string | null | undefined;
  readonly lost: Acknowledgement["lost"];
  readonly every_seconds: number | null;
}

function acknowledged(
  before: Acknowledgement | undefined,
  { instance, digest, ok, degraded, message, version, leaving, lost, every_seconds }: Said,
  at: Date,
): Acknowledgement {
  const runningDigest = ok ? digest : (before?.runningDigest ?? null);
  const since = before?.runningDigest === runningDigest ? before.runningSince : null;
  return {
    instance,
    digest,
    ok,
    degraded: ok && degraded,
    message: message === null ? null : sanitised(message),
    version: version ?? before?.version ?? null,
    runningDigest,
    runningSince: runningDigest === null ? null : (since ?? at),
    at,
    departed: leaving,
    lost,
    lostSince: sinceOf(before, lost, at),
    everySeconds: every_seconds,
    silent: false,
    absenceNotified: false,
    expired: false,
  };
}

/** What was away, with its agent, may be so since long ago: it is there again since now. */
function sinceOf(before: Acknowledgement | undefined, lost: Acknowledgement["lost"], at: Date): Date | null {
  if (before === undefined) return lost === null ? null : at;
  return before.lost === lost && !(lost === null && before.silent) ? before.lostSince : at;
}

/**
 * What the engine may be asked for after this.
 * @param known what it could be asked for before
 */
function targetsAfter(
  before: Acknowledgement | undefined,
  { digest, ok }: Said,
  present: ReturnType<typeof presentOf>,
  known: readonly AcknowledgedTarget[],
): readonly AcknowledgedTarget[] {
  if (ok && digest === present.digest) return present.targets;
  // The agent has not come to the present rendering yet, or could not bring it: the engine runs what it ran.
  if (!ok || digest === before?.runningDigest) return known;
  // Of a rendering in between nobody knows the targets any more.
  return lastingTargets(present.targets, known);
}

/** What the engine runs is on record when it changes; that it still runs it, or that an attempt failed, the connector's health shows. */
function recordOf(
  call: Call,
  connectorId: string,
  before: Acknowledgement | undefined,
  after: Acknowledgement,
): AuditEntry | undefined {
  const was = before?.runningDigest ?? null;
  if (was === after.runningDigest) return undefined;
  // Of several agents each has its own.
  const field = after.instance === "" ? "running_digest" : `running_digest.${after.instance}`;
  return entry(call, action, connectors.kind, connectorId, [
    { field, before: was, after: after.runningDigest },
  ]);
}

export function shownAcknowledgement(acknowledgement: Acknowledgement): JsonObject {
  const { instance, digest, ok, message, runningDigest, runningSince, version, at, silent } = acknowledgement;
  return {
    ...{ instance: instance === "" ? null : instance, digest, at: at.toISOString(), ok, message },
    ...{ running_digest: runningDigest, running_since: runningSince?.toISOString() ?? null },
    ...{ version, stale: silent },
  };
}
