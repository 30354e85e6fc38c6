/** Rows by the thousand, for benchmarks and for seeing how lists and exports bear up. Only their number varies. */
import { type Body, ref, row, type SeedRow } from "./row.ts";

const areas = ["orders", "returns", "loyalty", "gift-cards", "delivery", "stock", "media", "reviews"];
const jobs = ["api", "worker", "importer", "cache", "gateway", "reporter", "scheduler"];
const owners = ["Storefront", "Payments", "Logistics", "Platform", "Søk & anbefalinger", "Склад"];

/** As many squads as services share them. */
const servicesPerTeam = 8;

/** The rows of one service after the other, each after those that it names: `count` of them in all. */
export function* bulkRows(count: number): Generator<readonly SeedRow[]> {
  for (let index = 0, left = count; left > 0; index += 1) {
    const whole = serviceRows(index);
    yield whole.slice(0, left);
    left -= whole.length;
  }
}

function serviceRows(index: number): SeedRow[] {
  const number = String(index + 1).padStart(6, "0");
  const service = `${turn(areas, index)}-${turn(jobs, Math.floor(index / areas.length))}-${number}`;
  const team = ref("teams", turn(owners, index));
  const http = `http_requests_total{service="${service}"`;
  return [
    ...(index % servicesPerTeam === 0 ? [row("teams", { name: `Squad ${number}` })] : []),
    row("deploy_policies", { service, error_budget_threshold: index % 101, enabled: index % 10 !== 9 }),
    row("service_bindings", binding(service, "prod", index)),
    row("service_bindings", binding(service, "staging", index)),
    row("slis", {
      name: "availability",
      service,
      kind: "ratio",
      data_source_id: ref("data_sources", "prometheus-shop"),
      good_query: `sum(rate(${http},code!~"5.."}[5m]))`,
      total_query: `sum(rate(${http}}[5m]))`,
    }),
    row("slos", {
      name: "availability",
      service,
      sli_id: ref("slis", service, "availability"),
      target_percent: 99 + (index % 10) / 10,
      team_id: index % 4 === 3 ? null : team,
    }),
    row("synthetic_checks", {
      name: `${service} answers`,
      kind: "http",
      target: `https://api.tidewater.example/${service}/health`,
      interval_seconds: 60 + (index % 30) * 10,
    }),
    row("image_targets", { image: `ghcr.io/tidewater/${service}`, service, environment: "prod" }),
    row("repo_settings", { repository: `tidewater/${service}`, branch: "main", write_fence: ["src/**"] }),
  ];
}

function binding(service: string, environment: string, index: number): Body {
  const account = String(600_000_000_000 + (index % 50));
  return { service, environment, account_id: account, log_groups: [`/ecs/${service}-${environment}`] };
}

function turn(names: readonly string[], index: number): string {
  return names[index % names.length] as string;
}
