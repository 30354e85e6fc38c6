/** The deploy gate: may this service be deployed now, and the overrides that people set when they know better. */
import type { Capability, KindCapability, NeedsSomebody } from "../../engine/capability.ts";
import { readInput } from "../../engine/input.ts";
import type { ConfigurationOperation, OperationAnswer } from "../../engine/operation.ts";
import type { DeployGateReader, DeployGateStore, DeployOverride } from "../../engine/ports/deploy-gate.ts";
import type { StoredRow } from "../../engine/ports/rows.ts";
import { completed, defaultsOf, derivedOf, viewOf } from "../../engine/render.ts";
import { readUnsaved, unsavedInput } from "../../engine/unsaved-input.ts";
import { encodeNaturalKey } from "../../kernel/natural-key.ts";
import type { JoinedOf, PartialConfigurationOf } from "../../kernel/row-types.ts";
import type { JsonObject } from "../../kernel/validate.ts";
import { deployPolicies } from "../../resources/deploy-policies.ts";
import { slos } from "../../resources/slos.ts";
import { decideGate, type GateFacts, type GatePolicy, holdingIncidents, type SloFigures } from "./decide.ts";
import type { DeployGateDeps, Judge } from "./deps.ts";
import { clearOperation, overrideOperation } from "./overrides.ts";
import { decisionFields, resolveInput } from "./shapes.ts";

/** Enough to tell why a deploy is held; the newest are shown. */
const maxIncidents = 100;

export function createDeployGate(deps: DeployGateDeps): Capability {
  const judge = createJudge(deps.gate);
  return {
    needs: closedGates(deps, judge),
    kinds: {
      [deployPolicies.kind]: {
        join: (reader, organizationId, rows) =>
          joinOverrides(
            deps.gate.in(reader),
            organizationId,
            rows.map((row) => row.read()),
          ),
      } satisfies KindCapability<typeof deployPolicies>,
    },
    operations: [
      resolveOperation(deps, judge),
      previewOperation(deps, judge),
      overrideOperation(deps, judge),
      clearOperation(deps, judge),
    ],
  };
}

/** Services that are judged for the overview; each takes a few reads. */
const mostJudged = 50;

/** Of the services with a policy, those whose deploys are held now. */
function closedGates({ store }: DeployGateDeps, judge: Judge): NeedsSomebody {
  return async (call, shown) => {
    const { id: organizationId } = call.caller.organization;
    const rows = await store.list(organizationId, deployPolicies.kind, "sort_key", [], mostJudged, call.now);
    const closed = await Promise.all(
      rows.map(async (row) => {
        const { service } = completed(deployPolicies, row.read().configuration);
        const { allowed, reasons } = await judge(store, organizationId, service, call.now);
        return { id: row.id, service, allowed, reasons: reasons as readonly JsonObject[] };
      }),
    ).then((gates) => gates.filter(({ allowed }) => allowed === false));
    return {
      section: "gates",
      resource: deployPolicies.kind,
      total: closed.length,
      data: closed.slice(0, shown).map(({ id, service, reasons }) => ({
        resource: deployPolicies.kind,
        id,
        name: service,
        tone: "warning",
        state: reasons.some(({ code }) => code === "frozen") ? "frozen" : "held",
        why: reasons.length === 0 ? null : String(reasons[0]?.message),
        since: null,
      })),
    };
  };
}

/** What a pipeline is told of a service. */
export function createJudge(gates: DeployGateStore): Judge {
  return async (reader, organizationId, service, now, { dryRun = false, policy } = {}) => {
    const gate = gates.in(reader);
    const row =
      policy ??
      (await reader.rowByKey(organizationId, deployPolicies.kind, encodeNaturalKey([service]), now));
    const measured = await reader.rowsMatching(organizationId, slos.kind, {
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
      now,
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

function resolveOperation({ store }: DeployGateDeps, judge: Judge): ConfigurationOperation {
  return {
    name: "resolve_deploy_gate",
    level: "read",
    effect: "read",
    title: "Resolve the deploy gate",
    description:
      "Answers whether a service may be deployed now, and why not: a freeze, a spent error budget, a fast burn rate, an open incident. Figures that are more than ten minutes old hold nothing, and are told as stale_figures. Ask it before every deploy. Its policy decides, or the defaults where it has none; a disabled policy holds nothing, and an override decides over everything.",
    tag: "deploy_gate",
    resource: deployPolicies.kind,
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
      return {
        status: 200,
        body: await judge(store, caller.organization.id, service, now, { dryRun: dry_run }),
      };
    },
  };
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
    resource: deployPolicies.kind,
    credential: "bearer",
    method: "POST",
    path: "/api/v1/deploy_gate/preview",
    input: unsavedInput(deployPolicies),
    output: { fields: decisionFields },
    confirms: false,
    async run(call, { body }) {
      const { id, settings } = readUnsaved(body);
      const policy = await engine.drafted(call, deployPolicies, id, settings);
      const { service } = completed(deployPolicies, policy.configuration);
      const { id: organizationId } = call.caller.organization;
      const decision = await judge(store, organizationId, service, call.now, { dryRun: true, policy });
      return { status: 200, body: decision };
    },
  };
}

/** Overrides belong to services, so policies show them as they read them elsewhere: no ETag moves. */
async function joinOverrides(gate: DeployGateReader, organizationId: string, rows: readonly StoredRow[]) {
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
    evaluatedAt: typeof state.last_evaluated_at === "string" ? new Date(state.last_evaluated_at) : null,
  };
}
