/** What the deploy gate decides by, read for one service or for many at once. */
import type { NeedsSomebody } from "../../engine/capability.ts";
import type { DeployGateStore, DeployOverride } from "../../engine/ports/deploy-gate.ts";
import type { Reader, StoredRow } from "../../engine/ports/rows.ts";
import type { NamingKind } from "../../engine/ports/services.ts";
import { completed, defaultsOf, derivedOf, viewOf } from "../../engine/render.ts";
import { grouped } from "../../kernel/grouped.ts";
import { encodeNaturalKey } from "../../kernel/natural-key.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import { deployPolicies } from "../../resources/deploy-policies.ts";
import { slos } from "../../resources/slos.ts";
import {
  closedStatuses,
  type Decision,
  decideGate,
  type Figure,
  type GatePolicy,
  type SloFigures,
} from "./decide.ts";
import type { DeployGateDeps, Judge } from "./deps.ts";

/** Enough to tell why a deploy is held; the newest are shown. */
const maxIncidents = 100;

/** Services that are judged for the overview. */
const mostJudged = 50;

/** Of the services with a policy, those whose deploys are held now. */
export function closedGates({ store, gate }: DeployGateDeps): NeedsSomebody {
  return async ({ caller, now }, shown) => {
    const { id: organizationId } = caller.organization;
    const rows = await store.list(organizationId, deployPolicies.kind, "sort_key", [], mostJudged, now);
    const policies = rows.map((row) => row.read());
    const asked = policies.map((policy) => ({
      service: completed(deployPolicies, policy.configuration).service,
      policy,
    }));
    const verdicts = await verdictsOf(gate, { reader: store, organizationId, asked, now, dryRun: false });
    const closed = verdicts.filter(({ decision }) => !decision.allowed);
    return {
      section: "gates",
      resource: deployPolicies.kind,
      total: closed.length,
      data: closed.slice(0, shown).map(({ service, policy, decision: { reasons } }) => ({
        resource: deployPolicies.kind,
        id: policy.id,
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
export function createJudge(gates: DeployGateStore, naming: readonly NamingKind[]): Judge {
  return async (reader, organizationId, service, now, { dryRun = false, policy } = {}) => {
    const row =
      policy ??
      (await reader.rowByKey(organizationId, deployPolicies.kind, encodeNaturalKey([service]), now));
    const asked = [{ service, policy: row }];
    const [verdict] = await verdictsOf(gates, { reader, organizationId, asked, now, dryRun });
    if (verdict === undefined) throw new Error("a service without a verdict");
    const { decision, override } = verdict;
    const known =
      row !== undefined ||
      override !== undefined ||
      decision.reasons.length > 0 ||
      (await gates.in(reader).isNamed(organizationId, naming, service, now));
    return {
      service,
      known,
      ...decision,
      ...(override === undefined ? {} : { override: renderOverride(override) }),
      ...(dryRun ? { dry_run: true } : {}),
    };
  };
}

interface Asked<P extends StoredRow | undefined> {
  readonly service: string;
  readonly policy: P;
}

interface Verdict<P extends StoredRow | undefined> extends Asked<P> {
  readonly decision: Decision;
  /** The one that is in force. */
  readonly override: DeployOverride | undefined;
}

interface Asking<P extends StoredRow | undefined> {
  readonly reader: Reader;
  readonly organizationId: string;
  readonly asked: readonly Asked<P>[];
  readonly now: Date;
  /** It is decided as if there were no overrides. */
  readonly dryRun: boolean;
}

/** However many services are asked about, what is known of them is read with three statements. */
async function verdictsOf<P extends StoredRow | undefined>(
  gates: DeployGateStore,
  { reader, organizationId, asked, now, dryRun }: Asking<P>,
): Promise<readonly Verdict<P>[]> {
  if (asked.length === 0) return [];
  const gate = gates.in(reader);
  const services = asked.map(({ service }) => service);
  const measured = grouped(
    await gate.slos(organizationId, services),
    ({ configuration }) => configuration.service,
  );
  const overrides = dryRun ? [] : await gate.overrides(organizationId, services, now);
  const inForce = new Map(overrides.map((override) => [override.service, override]));
  // Only a policy's own freeze holds deploys.
  const defaults = { ...defaultsOf(deployPolicies), frozen: false };
  const policies = new Map(
    asked.flatMap(({ service, policy }) => (policy ? [[service, policyOf(policy, now)] as const] : [])),
  );
  const impacts = new Set(services.flatMap((one) => (policies.get(one) ?? defaults).incident_impacts));
  const incidents = grouped(
    await gate.incidents(
      organizationId,
      services,
      { impacts: [...impacts], notIn: closedStatuses },
      maxIncidents,
    ),
    ({ service }) => service,
  );
  return asked.map(({ service, policy }) => {
    const override = inForce.get(service);
    const decision = decideGate({
      policy: policies.get(service),
      defaults,
      override,
      slos: (measured.get(service) ?? []).flatMap(figuresOf),
      incidents: incidents.get(service) ?? [],
      now,
    });
    return { service, policy, decision, override };
  });
}

function renderOverride({ allow, reason, by, until }: DeployOverride): JsonObject {
  return { allow, reason, by, until: until.toISOString() };
}

function policyOf(row: StoredRow, now: Date): GatePolicy {
  const view = viewOf(deployPolicies, row);
  return { ...view.configuration, ...derivedOf(deployPolicies, view, now) };
}

/** None where the SLO is switched off. */
function figuresOf(row: StoredRow): readonly SloFigures[] {
  const { configuration } = viewOf(slos, row);
  if (!configuration.enabled) return [];
  const figures = {
    id: row.id,
    name: configuration.name,
    errorBudgetRemaining: figureOf(row, "error_budget_remaining_percent"),
    burnRate: figureOf(row, "burn_rate"),
  };
  return [figures];
}

/** Of a row from before each figure had an age of its own, that of them all. */
function figureOf({ state }: StoredRow, name: string): Figure | undefined {
  const { [name]: value, last_evaluated_at: at } = state;
  if (typeof value !== "number") return undefined;
  return { value, at: measuredTime(state, name) ?? (typeof at === "string" ? new Date(at) : undefined) };
}

/** When a reported field was measured, as merge-row-state.sql notes it; undefined where nobody did. */
function measuredTime({ measured_at: times = null }: JsonObject, field: string): Date | undefined {
  const at = isObject(times) ? times[field] : undefined;
  return typeof at === "string" ? new Date(at) : undefined;
}
