import { degraded, failing, healthy } from "./health.ts";
import { type Body, ref, row, rows, type SeedRow, type Step } from "./row.ts";

const integration = (
  kind: string,
  name: string,
  base_url: string,
  project_key: string,
  more: Body,
  ...then: readonly Step[]
) => row("ticket_integrations", { kind, name, base_url, project_key, ...more }, ...then);

const ticketIntegrations = [
  integration(
    "jira",
    "Operations",
    "https://tidewater.atlassian.example",
    "OPS",
    {
      issue_type: "Incident",
      username: "orgconfig@tidewater.example",
      token: "demo-jira-token",
      status_map: { "To Do": "investigating", "In Progress": "identified", Done: "resolved" },
      priority_map: { critical: "Highest", error: "High", warning: "Medium", info: "Low" },
      create_on: ["alert_created", "investigation_failed", "slo_breach"],
    },
    healthy(7),
  ),
  integration(
    "linear",
    "Storefront",
    "https://linear.example/tidewater",
    "STO",
    { token: "demo-linear-token", create_on: ["slo_budget"], max_per_day: 10 },
    ...degraded(13, "throttled", "Linear allows 1,500 requests an hour; 1,612 were made."),
  ),
  integration(
    "github",
    "tidewater/checkout",
    "https://github.tidewater.example/api/v3",
    "tidewater/checkout",
    {
      issue_type: "bug",
      token: "demo-github-token",
      priority_map: { critical: "p0", error: "p1" },
      create_on: ["automation_failed"],
    },
    healthy(19),
  ),
  integration(
    "servicenow",
    "Kundtjänst",
    "https://tidewater.service-now.example",
    "u_kundärende",
    {
      username: "svc_orgconfig",
      token: "demo-servicenow-token",
      status_map: { Löst: "resolved", Pågår: "identified" },
      create_on: ["status_incident"],
      max_per_day: 500,
    },
    ...failing(3, "access_denied", "The user lacks the role itil."),
  ),
  integration("asana", "Marketing (read only)", "https://app.asana.example/api/1.0", "1200000000000042", {
    enabled: false,
    max_per_day: 1,
  }),
];

const operations = ref("ticket_integrations", "jira", "Operations");

const ticketImportRules = rows("ticket_import_rules", [
  {
    name: "Outages reported to operations",
    ticket_integration_id: operations,
    query:
      'project = OPS AND labels in (outage, "major incident") AND statusCategory != Done\nORDER BY created DESC',
    target: "incident",
    severity_map: { Highest: "critical", High: "error" },
  },
  {
    name: "Payment complaints",
    ticket_integration_id: ref("ticket_integrations", "servicenow", "Kundtjänst"),
    query: "category=betalning^short_descriptionLIKEdebiterad två gånger^state!=7",
    target: "alert",
    service: "payments",
    severity_map: { "1 - Kritisk": "critical", "2 - Hög": "error", "3 - Måttlig": "warning" },
    max_per_day: 25,
  },
  {
    name: "Checkout bugs marked p0",
    ticket_integration_id: ref("ticket_integrations", "github", "tidewater/checkout"),
    query: "is:issue is:open label:p0 repo:tidewater/checkout",
    target: "alert",
    service: "checkout",
  },
  {
    name: "Storefront regressions",
    ticket_integration_id: ref("ticket_integrations", "linear", "Storefront"),
    query: 'team = "STO" AND label = "regression" AND state.type != "completed"',
    target: "alert",
    service: "storefront",
    max_per_day: 5,
  },
  {
    name: "Everything (paused after the ticket storm of May)",
    ticket_integration_id: operations,
    query: "project = OPS",
    target: "incident",
    enabled: false,
    max_per_day: 500,
  },
]);

export const ticketRows: readonly SeedRow[] = [...ticketIntegrations, ...ticketImportRules];
