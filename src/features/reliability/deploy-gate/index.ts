/** The deploy gate: may this service be deployed now, and the overrides that people set when they know better. */
import type { Feature, KindHooks, Standing } from "../../../engine/feature.ts";
import { readUnsaved, unsavedInput } from "../../../engine/input.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import type { Reader, StoredRow } from "../../../engine/ports/rows.ts";
import { completed, viewOf } from "../../../engine/render.ts";
import { parseTimestamp } from "../../../kernel/timestamps.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { deployPolicies } from "../../../resources/deploy-policies.ts";
import type { Ground } from "../../ground.ts";
import { createServiceNames } from "../service-names/index.ts";
import type { DeployGateDeps, Judge } from "./deps.ts";
import { closedGates, createJudge } from "./judge.ts";
import { overrideOperations } from "./overrides.ts";
import { createGateReplay, type ReplayOfGate } from "./replay.ts";
import { decisionFields, resolveInput } from "./shapes.ts";
import { createDeployGateStore, type DeployGateStore } from "./store.ts";
import { createVerdictStore } from "./verdict-store.ts";
import { createVerdicts, type Verdicts } from "./verdicts.ts";

export { decideGate, policyAt } from "./decide.ts";
export { createJudge, decideFor } from "./judge.ts";
export { decidesAtGate, type ReplayOfGate } from "./replay.ts";
export { decisionFields, gateReplayFields } from "./shapes.ts";
export type { DeployGateStore } from "./store.ts";

export interface DeployGate extends Feature {
  readonly store: DeployGateStore;
  /** What is kept of its answers. */
  readonly verdicts: Pick<Verdicts, "write" | "forget">;
  readonly replayOf: ReplayOfGate;
  /** Whether a service could be deployed now by this policy, whatever overrides it. */
  isAllowed(
    reader: Reader,
    organizationId: string,
    service: string,
    now: Date,
    policy: StoredRow,
  ): Promise<boolean>;
}

export function createDeployGate(ground: Ground): DeployGate {
  const gate = createDeployGateStore(ground.database, ground.signRecord);
  const deps = { ...ground, gate };
  const judge = createJudge(deps.gate, createServiceNames(ground));
  const verdictStore = createVerdictStore(ground.database);
  const verdicts = createVerdicts(ground, verdictStore);
  return {
    name: "deploy gate",
    store: gate,
    verdicts,
    replayOf: createGateReplay(ground, verdictStore, verdicts),
    async isAllowed(reader, organizationId, service, now, policy) {
      const { decision } = await judge(reader, organizationId, service, now, { dryRun: true, policy });
      return decision.allowed;
    },
    background: verdicts.background,
    close: () => verdicts.write(),
    attention: closedGates(deps),
    kinds: {
      [deployPolicies.kind]: {
        showsOthers: (_after, before) => before === undefined,
        standing: lapsedFreeze,
      } satisfies KindHooks<typeof deployPolicies>,
    },
    operations: [
      resolveOperation(deps, judge, verdicts),
      previewOperation(deps, judge),
      ...overrideOperations(deps, judge),
    ],
  };
}

/** A freeze whose time has passed when a bundle is planned: it holds nothing, whether or not the row still has it. */
function lapsedFreeze({ freeze_until }: JsonObject, before: StoredRow | undefined, now: Date): Standing[] {
  const until = typeof freeze_until === "string" ? parseTimestamp(freeze_until) : undefined;
  if (until === undefined || until > now) return [];
  const stored = before && viewOf(deployPolicies, before).configuration.freeze_until;
  if (typeof stored === "string" && parseTimestamp(stored)?.getTime() === until.getTime()) return [];
  const message =
    "has passed, so that it freezes nothing, and it stays as it is; write a later time, or take it out";
  return [{ field: "freeze_until", reason: "ended", message }];
}

function resolveOperation(
  { store }: DeployGateDeps,
  judge: Judge,
  verdicts: Pick<Verdicts, "note">,
): ConfigurationOperation {
  return configurationOperation({
    name: "resolve_deploy_gate",
    level: "read",
    title: "Resolve the deploy gate",
    description:
      "Answers whether a service may be deployed now, and why not: a freeze, a spent error budget, a fast burn rate, an open incident. SLOs with figures that are more than ten minutes old, or that were never measured, are named as stale_figures; what they do, the policy's on_stale says. A name that differs by case only is found, and service is the right one; with known false no row names the service: look for its right name, which did_you_mean may say; then it is not allowed. Ask it before every deploy. Its policy decides, or the defaults where it has none; a disabled policy holds nothing, and an override decides over everything.",
    tag: "deploy_gate",
    toolset: deployPolicies.kind,
    method: "GET",
    reach: { kinds: [deployPolicies], service: "service" },
    path: "/api/v1/deploy_gate",
    sessions: true,
    input: resolveInput,
    output: decisionFields,
    async answer({ caller, door, now }, { service, dry_run }) {
      const { id } = caller.organization;
      const judged = await judge(store, id, service, now, { dryRun: dry_run });
      // A person who looks deploys nothing.
      if (dry_run !== true && door !== "console" && judged.facts.slip === undefined)
        verdicts.note(id, judged.answer.service, judged);
      return judged.answer;
    },
  });
}

function previewOperation({ engine, store }: DeployGateDeps, judge: Judge): ConfigurationOperation {
  return {
    name: "preview_deploy_gate",
    level: "read",
    effect: "read",
    title: "Preview the deploy gate",
    description:
      "Answers whether the service could be deployed now if its policy had these settings, and why not; overrides are left out. With id the settings are put over those of that policy. Nothing is saved.",
    tag: "deploy_gate",
    toolset: deployPolicies.kind,
    credential: "bearer",
    method: "POST",
    reach: { kinds: [deployPolicies] },
    path: "/api/v1/deploy_gate/preview",
    input: unsavedInput(deployPolicies),
    output: { fields: decisionFields },
    async run(call, { body }) {
      const { id, settings } = readUnsaved(body);
      const policy = await engine.drafted(call, deployPolicies, id, settings);
      const { service } = completed(deployPolicies, policy.configuration);
      const { id: organizationId } = call.caller.organization;
      const { answer } = await judge(store, organizationId, service, call.now, { dryRun: true, policy });
      return { status: 200, body: answer };
    },
  };
}
