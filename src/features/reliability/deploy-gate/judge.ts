/** What the deploy gate decides by, read for one service or for many at once. */

import type { NeedsAttention } from "../../../engine/feature.ts";
import { allRows, type Reader, type StoredRow } from "../../../engine/ports/rows.ts";
import { completed, viewOf } from "../../../engine/render.ts";
import { given } from "../../../kernel/given.ts";
import { grouped } from "../../../kernel/grouped.ts";
import { encodeNaturalKey } from "../../../kernel/natural-key.ts";
import { measuredAt } from "../../../kernel/staleness.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { deployPolicies } from "../../../resources/deploy-policies.ts";
import { slos } from "../../../resources/slos.ts";
import { type Corrections, readCorrections } from "../figures/index.ts";
import type { FindServiceName } from "../service-names/index.ts";
import {
  type Decision,
  decideGate,
  type Figure,
  type GateFacts,
  mostIncidents,
  notOpen,
  policyAt,
  type SloFigures,
} from "./decide.ts";
import type { DeployGateDeps, Judge } from "./deps.ts";
import type { DeployGateStore, DeployOverride } from "./store.ts";

/** Of the services with a policy, those whose deploys are held now. */
export function closedGates({ store, gate }: DeployGateDeps): NeedsAttention {
  return async ({ caller, now }, shown) => {
    const { id: organizationId } = caller.organization;
    const rows = await store.list(organizationId, deployPolicies.kind, "sort_key", [], allRows, now);
    const policies = rows.map((row) => row.read());
    const requested = policies.map((policy) => ({
      service: completed(deployPolicies, policy.configuration).service,
      policy,
    }));
    const verdicts = await verdictsOf(gate, { reader: store, organizationId, requested, now, dryRun: false });
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
        why: textOfReason(reasons),
        since: null,
      })),
    };
  };
}

/** The first that holds; with an override that holds there may be none. */
function textOfReason(reasons: Decision["reasons"]): string | null {
  const reason = reasons.find(({ holds }) => holds);
  return reason === undefined ? null : String(reason.message);
}

/**
 * What a pipeline gets to know of a service.
 * @param findName the name of one that was written in another case: nobody is to learn of the wrong service that it
 * may be deployed
 */
export function createJudge(gates: DeployGateStore, findName: FindServiceName): Judge {
  /** One of another case that is held: a row with that spelling opens no gate of the service that people mean. A deploy policy says that it is another service. */
  const heldSpelling = async (reader: Reader, organizationId: string, service: string, now: Date) => {
    const alike = await gates.in(reader).alike(organizationId, service);
    if (alike.length === 0) return undefined;
    const verdicts = await decideFor(gates, reader, organizationId, alike, now);
    return alike.find((name) => verdicts.get(name)?.allowed === false);
  };
  const judge: Judge = async (reader, organizationId, service, now, { dryRun = false, policy } = {}) => {
    const row =
      policy ??
      (await reader.rowByKey(organizationId, deployPolicies.kind, encodeNaturalKey([service]), now));
    const requested = [{ service, policy: row }];
    const [verdict] = await verdictsOf(gates, { reader, organizationId, requested, now, dryRun });
    if (verdict === undefined) throw new Error("a service without a verdict");
    const { override, found } = verdict;
    const { name, known, meant } = found
      ? { name: service, known: true }
      : await findName(reader, organizationId, service, now);
    if (name !== service) return judge(reader, organizationId, name, now, { dryRun });
    const slip =
      meant ??
      (known && row === undefined && verdict.decision.allowed
        ? await heldSpelling(reader, organizationId, service, now)
        : undefined);
    const facts =
      slip === undefined ? verdict.facts : { ...verdict.facts, slip: { service, meant: slip, known } };
    const decision = slip === undefined ? verdict.decision : decideGate(facts);
    const answer = {
      ...{ service, known },
      ...given({ did_you_mean: slip }),
      ...decision,
      ...given({ override: override && renderOverride(override) }),
      ...(dryRun ? { dry_run: true } : {}),
    };
    return { answer, decision, facts };
  };
  return judge;
}

/** What is decided for each of these services now, by policies, defaults and overrides. */
export async function decideFor(
  gates: DeployGateStore,
  reader: Reader,
  organizationId: string,
  services: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Pick<Decision, "allowed" | "decided_by"> & { readonly why: string | null }>> {
  const policies = await gates.in(reader).policies(organizationId, services);
  const own = new Map(policies.map((row) => [completed(deployPolicies, row.configuration).service, row]));
  const requested = services.map((service) => ({ service, policy: own.get(service) }));
  const verdicts = await verdictsOf(gates, { reader, organizationId, requested, now, dryRun: false });
  return new Map(
    verdicts.map(({ service, decision: { allowed, decided_by, reasons } }) => [
      service,
      { allowed, decided_by, why: allowed ? null : textOfReason(reasons) },
    ]),
  );
}

interface ServicePolicy<P extends StoredRow | undefined> {
  readonly service: string;
  readonly policy: P;
}

interface Verdict<P extends StoredRow | undefined> extends ServicePolicy<P> {
  readonly decision: Decision;
  /** What it was decided by. */
  readonly facts: GateFacts;
  /** The one that is in force. */
  readonly override: DeployOverride | undefined;
  /** Whether what was read for the decision names the service already. */
  readonly found: boolean;
}

interface VerdictRequest<P extends StoredRow | undefined> {
  readonly reader: Reader;
  readonly organizationId: string;
  readonly requested: readonly ServicePolicy<P>[];
  readonly now: Date;
  /** It is decided as if there were no overrides. */
  readonly dryRun: boolean;
}

const dayMs = 24 * 3_600_000;
const none: Corrections = { of: () => ({ corrections: [], withdrawn: [] }) };

/** However many services are requested, what is known of them is read with four statements. */
async function verdictsOf<P extends StoredRow | undefined>(
  gates: DeployGateStore,
  { reader, organizationId, requested, now, dryRun }: VerdictRequest<P>,
): Promise<readonly Verdict<P>[]> {
  if (requested.length === 0) return [];
  const gate = gates.in(reader);
  const services = requested.map(({ service }) => service);
  const measured = grouped(
    await gate.slos(organizationId, services),
    ({ configuration }) => configuration.service,
  );
  const corrections = measured.size === 0 ? none : await readCorrections(reader, organizationId, now);
  const overrides = dryRun ? [] : await gate.overrides(organizationId, services, now);
  const inForce = new Map(overrides.map((override) => [override.service, override]));
  const incidents = grouped(
    await gate.incidents(organizationId, services, notOpen, mostIncidents),
    ({ service }) => service,
  );
  return requested.map(({ service, policy }) => {
    const override = inForce.get(service);
    const slos = measured.get(service) ?? [];
    const facts: GateFacts = {
      policy: policy && policyAt(policy, now),
      override,
      slos: slos.flatMap((slo) => figuresOf(slo, corrections, now)),
      incidents: incidents.get(service) ?? [],
      now,
    };
    const found =
      policy !== undefined || override !== undefined || slos.length > 0 || facts.incidents.length > 0;
    return { service, policy, decision: decideGate(facts), facts, override, found };
  });
}

function renderOverride({ allow, reason, by, until }: DeployOverride): JsonObject {
  return { allow, reason, by, until: until.toISOString() };
}

/** None where the SLO is switched off. */
function figuresOf(row: StoredRow, corrections: Corrections, now: Date): readonly SloFigures[] {
  const { configuration, state } = viewOf(slos, row);
  if (!configuration.enabled) return [];
  const figureOf = (name: "error_budget_remaining_percent" | "burn_rate"): Figure | undefined => {
    const [value, at] = [state[name] ?? undefined, measuredAt(state as JsonObject, name)];
    return value === undefined || at === undefined ? undefined : { value, at: new Date(at) };
  };
  const figures = {
    id: row.id,
    name: configuration.name,
    errorBudgetRemainingPercent: figureOf("error_budget_remaining_percent"),
    burnRate: figureOf("burn_rate"),
    noData: typeof state.status_reason === "string" ? state.status_reason : undefined,
    ...corrections.of(
      { id: row.id, service: configuration.service },
      new Date(now.getTime() - configuration.window_days * dayMs),
      now,
    ),
  };
  return [figures];
}
