/** Setting and clearing an override of the gate, on record in the same transaction. */

import { entry } from "../../../engine/audit-entry.ts";
import type { Call } from "../../../engine/context.ts";
import { readInput } from "../../../engine/input.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import type { FieldChange, StoredRow } from "../../../engine/ports/rows.ts";
import { refuseUntagged } from "../../../engine/reading.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { type Conditions, namesVersion } from "../../../kernel/etag.ts";
import { encodeNaturalKey } from "../../../kernel/natural-key.ts";
import { Refusal, unprocessable } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { deployPolicies } from "../../../resources/deploy-policies.ts";
import type { GateFacts } from "./decide.ts";
import type { DeployGateDeps, Judge } from "./deps.ts";
import { clearInput, decisionFields, overrideInput } from "./shapes.ts";
import type { DeployOverride } from "./store.ts";

/** How long an override lasts; it ends by itself. */
const overrideHours = 72;

export function overrideOperations(deps: DeployGateDeps, judge: Judge): readonly ConfigurationOperation[] {
  const shared = {
    level: "admin",
    tag: "deploy_gate",
    toolset: deployPolicies.kind,
    reach: { kinds: [deployPolicies], service: "service" },
    path: "/api/v1/deploy_gate/override",
    sessions: true,
    output: decisionFields,
    conditional: true,
  } as const;
  return [
    configurationOperation({
      ...shared,
      name: "override_deploy_gate",
      effect: "update",
      // Its time starts over at every repetition.
      cumulative: true,
      takesAway: true,
      writes: true,
      proposed: { never: "it is for now, and ends by itself" },
      title: "Override the deploy gate",
      description: `Lets a service's deploys through, or holds them, whatever its policy says, for ${overrideHours} hours; one that is there already is replaced, and its time starts over. It needs no policy and makes none. The reason goes into the audit log.`,
      method: "POST",
      input: overrideInput,
      confirms: true,
      async question(_call, { body }) {
        const { allow, service } = readInput(overrideInput, body);
        const does = allow ? "let its deploys through" : "hold its deploys";
        const message = `This would ${does} for ${overrideHours} hours, whatever the policy of ${service} says.`;
        return { message, current: {}, would: { overrides: 1 } };
      },
      async answer(call, input, conditions) {
        const until = new Date(call.now.getTime() + overrideHours * 3_600_000);
        const override = { ...input, by: call.caller.actor.name, createdAt: call.now, until };
        const what = { judge, action: "override_deploy_gate", call, service: input.service, conditions };
        return change(deps, what, (_, service) => ({ ...override, service }));
      },
    }),
    configurationOperation({
      ...shared,
      name: "clear_deploy_override",
      effect: "delete",
      unheld: "the gate decides by its policy again",
      title: "Clear a deploy override",
      description:
        "Ends the override of a service's deploy gate before its time, so that its policy decides again.",
      method: "DELETE",
      input: clearInput,
      async answer(call, { service }, conditions) {
        const what = { judge, action: "clear_deploy_override", call, service, conditions };
        return change(deps, what, (before) => {
          if (before !== undefined) return undefined;
          throw new Refusal(
            "not_found",
            "No override of this service's gate is in force, so there is none to end.",
          );
        });
      },
    }),
  ];
}

interface Change {
  readonly judge: Judge;
  readonly action: string;
  readonly call: Call;
  readonly service: string;
  /** On the service's policy. */
  readonly conditions: Conditions;
}

/** Changes one service's override, one writer at a time, and answers what the gate decides then. */
async function change(
  { store, gate: gates, engine, onCommit }: DeployGateDeps,
  { judge, action, call, service: asked, conditions }: Change,
  next: (before: DeployOverride | undefined, service: string) => DeployOverride | undefined,
): Promise<JsonObject> {
  const { id } = call.caller.organization;
  const { answer, facts } = await judge(store, id, asked, call.now);
  if (facts.slip !== undefined) throw refusedSlip(facts.slip);
  const { service } = answer;
  const body = await withTransaction(store, [`${id}/deploy_gate/${service}`], async (writer) => {
    const gate = gates.in(writer);
    const [before] = await gate.overrides(id, [service], call.now);
    const policy = await writer.rowByKey(id, deployPolicies.kind, encodeNaturalKey([service]), call.now);
    if (policy === undefined) refuseUntagged(conditions);
    else if (namesVersion(conditions))
      await engine.in(writer).hold(call, deployPolicies, policy.id, conditions);
    if (action === "override_deploy_gate")
      await engine.in(writer).about(call, policy ?? noPolicy(service, call.now), ["gate_moves"]);
    const after = next(before, service);
    const record = entry(call, action, deployPolicies.kind, policy?.id ?? service, changesOf(before, after));
    if (after === undefined) await gate.clearOverride(id, service, record);
    else await gate.setOverride(id, after, record);
    const { answer } = await judge(writer, id, service, call.now);
    await call.keeping?.keep(writer, { status: 200, body: answer });
    return answer;
  });
  onCommit?.();
  return body;
}

/** What decides where there is no policy: that of a service by default. */
function noPolicy(service: string, now: Date): StoredRow {
  return {
    ...{ kind: deployPolicies.kind, id: service, naturalKey: null, revision: "0", managedBy: null },
    ...{ configuration: { service }, secrets: {}, state: {}, createdAt: now, updatedAt: now },
  };
}

function refusedSlip({ service, meant }: NonNullable<GateFacts["slip"]>): Refusal {
  const message = `no row names ${JSON.stringify(service)}; did you mean ${JSON.stringify(meant)}? If it is another service, add a deploy policy for it first`;
  return unprocessable([{ field: "service", message }]);
}

/** Under the names that policies show them by. */
function changesOf(before: DeployOverride | undefined, after: DeployOverride | undefined): FieldChange[] {
  const [was, is] = [facts(before), facts(after)];
  return Object.keys({ ...was, ...is })
    .map((field) => ({ field, before: was[field] ?? null, after: is[field] ?? null }))
    .filter(({ before, after }) => before !== after);
}

function facts(override: DeployOverride | undefined): JsonObject {
  if (override === undefined) return {};
  const { service, allow, reason, by, until } = override;
  return {
    service,
    override_allow: allow,
    override_reason: reason,
    override_by: by,
    override_until: until.toISOString(),
  };
}
