/** An organization of realistic size: 2,000 rows of many kinds, 300 open alerts, 100 plans. */
import { expect } from "vitest";
import type { Tenant, TestService } from "../support/service.ts";

const minute = 60_000;
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

export const services = 200;
export const serviceName = (at: number) => `service-${String(at).padStart(3, "0")}`;

/** Rows by kind, as a bundle has them: 2,000 in all. */
function bundle() {
  const team = (at: number) => ({ name: `Team ${at % 100}` });
  return {
    teams: many(100, (at) => team(at)),
    data_sources: many(20, (at) => ({
      name: `Prometheus ${at}`,
      type: "prometheus",
      url: "https://metrics.example.com",
    })),
    slis: many(services, (at) => ({
      service: serviceName(at),
      name: "availability",
      kind: "ratio",
      good_query: `sum(rate(http_requests_total{service="${serviceName(at)}",code!~"5.."}[5m]))`,
      total_query: `sum(rate(http_requests_total{service="${serviceName(at)}"}[5m]))`,
      data_source_id: { name: `Prometheus ${at % 20}` },
      description: "Share of the requests that were answered, as the load balancer counts them.",
    })),
    slos: many(services, (at) => ({
      service: serviceName(at),
      name: "availability",
      sli_id: { service: serviceName(at), name: "availability" },
      target_percent: 99.5,
      window_days: 30,
    })),
    alert_routes: many(480, (at) => ({
      name: `Route ${at} of ${serviceName(at % services)}`,
      position: at,
      matchers: [`service="${serviceName(at % services)}"`, `severity=~"critical|warning"`, 'region!="lab"'],
      continue: true,
      destinations: [{ team_id: team(at) }],
    })),
    deploy_policies: many(services, (at) => ({ service: serviceName(at), incident_block_enabled: true })),
    status_page_components: many(200, (at) => ({
      name: `Component ${at}`,
      description: `What customers see of ${serviceName(at)}, in every region where it runs.`,
    })),
    alert_mutes: many(200, (at) => ({
      matchers: [`service="${serviceName(at)}"`],
      until: new Date(Date.now() + (at + 3) * 60 * minute).toISOString(),
      reason: "The database moves to its new machines.",
    })),
    service_bindings: many(200, (at) => ({
      service: serviceName(at),
      environment: "production",
      log_groups: many(5, (one) => `/aws/ecs/${serviceName(at)}/${one}`),
      trace_service_names: [serviceName(at)],
    })),
    synthetic_checks: many(200, (at) => ({
      name: `Check ${at}`,
      kind: "http",
      target: `https://${serviceName(at)}.example.com/health`,
    })),
  };
}

export interface Realistic {
  readonly connector: string;
  readonly plan: string;
}

export async function fill(
  { database }: Pick<TestService, "database">,
  { api, config, organization }: Tenant,
): Promise<Realistic> {
  const rows = bundle();
  const made = await api("POST", "plans", { body: { bundle: rows } });
  expect(made.status, made.text.slice(0, 2_000)).toBe(201);
  expect(made.body.problems.slice(0, 5)).toEqual([]);
  const applied = await api("POST", `plans/${made.body.id}/apply`, { body: {} });
  expect(applied.status, applied.text.slice(0, 500)).toBe(200);
  expect(applied.body.summary.create).toBe(2_000);
  const connector = await config("POST", "connectors", {
    body: { name: "Alertmanager", type: "observability", connector_type: "alertmanager" },
  });
  for (let batch = 0; batch < 3; batch += 1) {
    const taken = await api("POST", `intake/alertmanager/${connector.body.id}`, { body: alerts(batch) });
    expect(taken.status, taken.text).toBe(200);
  }
  // Each forecast of so many rows and alerts takes long: plans that nobody applies are copies of one.
  const other = await api("POST", "plans", { body: { bundle: { teams: [{ name: "Planned team" }] } } });
  expect(other.status, other.text).toBe(201);
  await database.queryText(
    {
      name: "test-copy-plans",
      text: `INSERT INTO plans (organization_id, id, status, actor_id, sealed_request, head, difference, created_at, expires_at)
        SELECT organization_id, id || 'x' || n, status, actor_id, sealed_request, head, difference,
          created_at - n * interval '1 minute', expires_at
        FROM plans, generate_series(1, 98) AS n WHERE organization_id = $1 AND id = $2`,
    },
    [organization.id, other.body.id],
  );
  return { connector: connector.body.id, plan: made.body.id };
}

function alerts(batch: number) {
  return {
    version: "4",
    receiver: "orgconfig",
    groupKey: "{}:{}",
    alerts: many(100, (one) => {
      const at = batch * 100 + one;
      return {
        status: "firing",
        labels: {
          alertname: `HighErrorRate ${at}`,
          severity: at % 2 === 0 ? "critical" : "warning",
          service: serviceName(at % services),
          region: "eu-west-1",
          instance: `10.0.${at % 250}.7:9090`,
        },
        annotations: {
          summary: `More than 5% of the requests to ${serviceName(at % services)} fail.`,
          runbook_url: `https://runbooks.example.com/${serviceName(at % services)}/errors`,
        },
        startsAt: new Date(Date.now() - (at + 1) * minute).toISOString(),
        endsAt: "0001-01-01T00:00:00Z",
        fingerprint: String(at).padStart(16, "0"),
      };
    }),
  };
}
