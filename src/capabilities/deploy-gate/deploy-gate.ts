/** The deploy gate: may this service be deployed now, and the overrides that people set when they know better. */
import { type Capability, definitionOf } from "../../engine/capability.ts";
import { readInput } from "../../engine/input.ts";
import type { ConfigurationOperation, OperationAnswer } from "../../engine/operation.ts";
import type { DeployGateReader, DeployOverride } from "../../engine/ports/deploy-gate.ts";
import type { Store, StoredRow } from "../../engine/ports/rows.ts";
import { completed, viewOf } from "../../engine/render.ts";
import type { Json } from "../../kernel/field.ts";
import { encodeNaturalKey } from "../../kernel/natural-key.ts";
import type { Resource } from "../../kernel/resource.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { decideGate, type GateFacts, type GatePolicy, holdingIncidents, type SloFigures } from "./decide.ts";
import type { DeployGateDeps, Judge } from "./deps.ts";
import { clearOperation, overrideOperation } from "./overrides.ts";
import { decisionFields, resolveInput } from "./shapes.ts";

/** Enough to tell why a deploy is held; the newest are shown. */
const maxIncidents = 100;

export function createDeployGate(deps: DeployGateDeps): Capability {
  const resource = definitionOf(deps.resources, "deploy_policies");
  const judge = createJudge(deps, resource);
  return {
    kinds: {
      deploy_policies: {
        join: (reader, organizationId, rows) =>
          joinOverrides(
            deps.gate.in(reader),
            organizationId,
            rows.map((row) => row.read()),
          ),
      },
    },
    operations: [
      resolveOperation(deps.store, resource, judge),
      overrideOperation(deps, resource, judge),
      clearOperation(deps, resource, judge),
    ],
  };
}

function createJudge({ gate: gates, resources }: Omit<DeployGateDeps, "store">, resource: Resource): Judge {
  const slos = definitionOf(resources, "slos");

  return async (reader, organizationId, service, now, dryRun = false) => {
    const gate = gates.in(reader);
    const row = await reader.rowByKey(organizationId, resource.kind, encodeNaturalKey([service]), now);
    const measured = await reader.rowsMatching(organizationId, slos.kind, { service });
    const [override] = dryRun ? [] : await gate.overrides(organizationId, [service], now);
    const facts: GateFacts = {
      policy: row === undefined ? undefined : policyOf(resource, row, now),
      defaults: policyOf(resource, { configuration: {}, secrets: {}, state: {} }, now),
      override,
      slos: measured.filter((slo) => completed(slos, slo.configuration).enabled === true).map(figuresOf),
      incidents: await gate.incidents(organizationId, service, holdingIncidents, maxIncidents),
    };
    const { allowed, reasons, decided_by } = decideGate(facts);
    return {
      service,
      allowed,
      reasons,
      decided_by,
      ...(override === undefined ? {} : { override: renderOverride(override) }),
      ...(dryRun ? { dry_run: true } : {}),
    };
  };
}

function resolveOperation(store: Store, resource: Resource, judge: Judge): ConfigurationOperation {
  return {
    name: "resolve_deploy_gate",
    level: "read",
    effect: "read",
    title: "Resolve the deploy gate",
    description:
      "Answers whether a service may be deployed now, and why not: a freeze, a spent error budget, a fast burn rate, an open incident. Ask it before every deploy. Its policy decides, or for want of one the defaults; a disabled policy holds nothing, and an override decides over all of it.",
    tag: "deploy_gate",
    resource: resource.kind,
    credential: "bearer",
    method: "GET",
    path: "/api/v1/deploy_gate",
    query: ["service", "dry_run"],
    sessions: true,
    input: { fields: resolveInput },
    output: { fields: decisionFields },
    confirms: false,
    async run({ caller, now }, { body }): Promise<OperationAnswer> {
      const { service, dry_run } = readInput(resolveInput, body);
      return { status: 200, body: await judge(store, caller.organization.id, service, now, dry_run) };
    },
  };
}

/** Overrides belong to services, so policies show them as they read them elsewhere: no ETag moves. */
async function joinOverrides(gate: DeployGateReader, organizationId: string, rows: readonly StoredRow[]) {
  if (rows.length === 0) return new Map<string, JsonObject>();
  const services = rows.map(({ configuration }) => String(configuration.service));
  const overrides = await gate.overrides(organizationId, services, new Date());
  const byService = new Map(overrides.map((override) => [override.service, override]));
  return new Map(
    rows.map(({ id, configuration }) => [id, shown(byService.get(String(configuration.service)))]),
  );
}

function shown(override: DeployOverride | undefined): JsonObject {
  if (override === undefined) return {};
  const { allow, by, until } = override;
  return {
    override_active: true,
    override_allow: allow,
    override_by: by,
    override_until: until.toISOString(),
  };
}

function renderOverride({ allow, reason, by, until }: DeployOverride): JsonObject {
  return { allow, reason, by, until: until.toISOString() };
}

function policyOf(
  resource: Resource,
  row: Pick<StoredRow, "configuration" | "secrets" | "state">,
  now: Date,
): GatePolicy {
  const view = viewOf(resource, row);
  return { ...view.configuration, ...resource.derive?.(view, now) } as unknown as GatePolicy;
}

function figuresOf({ id, configuration, state }: StoredRow): SloFigures {
  return {
    id,
    name: String(configuration.name),
    errorBudgetRemainingPercent: figure(state.error_budget_remaining_percent),
    burnRate: figure(state.burn_rate),
  };
}

function figure(value: Json | undefined): number | null {
  return typeof value === "number" ? value : null;
}
