/** The deploy gate: may this service be deployed now, and the overrides that people set when they know better. */
import type { Action, ActionAnswer } from "../../engine/action.ts";
import type { Capability, KindCapability } from "../../engine/capability.ts";
import { readInput } from "../../engine/input.ts";
import type { DeployGateStore, DeployOverride } from "../../engine/ports/deploy-gate.ts";
import type { Store, StoredRow } from "../../engine/ports/rows.ts";
import { completed, defaultsOf, derivedOf, viewOf } from "../../engine/render.ts";
import { encodeNaturalKey } from "../../kernel/natural-key.ts";
import type { JoinedOf, PartialConfigurationOf } from "../../kernel/row-types.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { deployPolicies } from "../../resources/deploy-policies.ts";
import { slos } from "../../resources/slos.ts";
import { decideGate, type GateFacts, type GatePolicy, holdingIncidents, type SloFigures } from "./decide.ts";
import { clearAction, overrideAction } from "./overrides.ts";
import { decisionFields, resolveInput } from "./shapes.ts";

/** Enough to tell why a deploy is held; the newest are shown. */
const maxIncidents = 100;

export interface DeployGateDeps {
  readonly gate: DeployGateStore;
  readonly store: Pick<Store, "rowByKey" | "rowsMatching" | "transaction">;
  /** Told after every commit. */
  readonly onCommit?: () => void;
}

export function createDeployGate(deps: DeployGateDeps): Capability {
  const judge = createJudge(deps);
  const resolve = resolveAction(judge);
  const override = overrideAction(deps, judge);
  const clear = clearAction(deps, judge);
  const shared = { tag: "deploy_gate", sessions: true } as const;
  return {
    kinds: {
      [deployPolicies.kind]: {
        join: (organizationId, rows) =>
          joinOverrides(
            deps.gate,
            organizationId,
            rows.map((row) => row.read()),
          ),
      } satisfies KindCapability<typeof deployPolicies>,
    },
    actions: [resolve, override, clear],
    routes: [
      { ...shared, method: "GET", path: "deploy_gate", action: resolve, query: ["service", "dry_run"] },
      { ...shared, method: "POST", path: "deploy_gate/override", action: override, body: true },
      { ...shared, method: "DELETE", path: "deploy_gate/override", action: clear, query: ["service"] },
    ],
  };
}

/** Says of one service what the gate decides; a dry run leaves overrides aside. */
export type Judge = (
  organizationId: string,
  service: string,
  now: Date,
  dryRun?: boolean,
) => Promise<JsonObject>;

function createJudge({ gate, store }: DeployGateDeps): Judge {
  return async (organizationId, service, now, dryRun = false) => {
    const row = await store.rowByKey(organizationId, deployPolicies.kind, encodeNaturalKey([service]), now);
    const measured = await store.rowsMatching(organizationId, slos.kind, {
      service,
    } satisfies PartialConfigurationOf<typeof slos>);
    const [override] = dryRun ? [] : await gate.overrides(organizationId, [service], now);
    const facts: GateFacts = {
      policy: row === undefined ? undefined : policyOf(row, now),
      // Only a policy's own freeze holds deploys.
      defaults: { ...defaultsOf(deployPolicies), frozen: false },
      override,
      slos: measured.filter((slo) => completed(slos, slo.configuration).enabled).map(figuresOf),
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

function resolveAction(judge: Judge): Action {
  return {
    name: "resolve_deploy_gate",
    level: "read",
    effect: "read",
    title: "Resolve the deploy gate",
    description:
      "Answers whether a service may be deployed now, and why not: a freeze, a spent error budget, a fast burn rate, an open incident. Ask it before every deploy. Its policy decides, or for want of one the defaults; a disabled policy holds nothing, and an override decides over all of it.",
    toolset: deployPolicies.kind,
    input: { fields: resolveInput },
    output: { fields: decisionFields },
    confirms: false,
    async run({ caller, now }, { body }): Promise<ActionAnswer> {
      const { service, dry_run } = readInput(resolveInput, body);
      return { status: 200, body: await judge(caller.organization.id, service, now, dry_run) };
    },
  };
}

/** Overrides belong to services, so policies show them as they read them elsewhere: no ETag moves. */
async function joinOverrides(gate: DeployGateStore, organizationId: string, rows: readonly StoredRow[]) {
  if (rows.length === 0) return new Map<string, JoinedOf<typeof deployPolicies>>();
  const services = new Map(
    rows.map(({ id, configuration }) => [id, completed(deployPolicies, configuration).service]),
  );
  const overrides = await gate.overrides(organizationId, [...services.values()], new Date());
  const byService = new Map(overrides.map((override) => [override.service, override]));
  return new Map([...services].map(([id, service]) => [id, shown(byService.get(service))]));
}

function shown(override: DeployOverride | undefined): JoinedOf<typeof deployPolicies> {
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

function policyOf(row: StoredRow, now: Date): GatePolicy {
  const view = viewOf(deployPolicies, row);
  return { ...view.configuration, ...derivedOf(deployPolicies, view, now) };
}

function figuresOf(row: StoredRow): SloFigures {
  const { configuration, state } = viewOf(slos, row);
  return {
    id: row.id,
    name: configuration.name,
    errorBudgetRemainingPercent: state.error_budget_remaining_percent ?? null,
    burnRate: state.burn_rate ?? null,
  };
}
