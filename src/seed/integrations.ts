import { degraded, failing, healthy } from "./health.ts";
import { type Body, row, run, type SeedRow, type Step } from "./row.ts";

const connector = (name: string, type: string, engine: string, more: Body, ...then: readonly Step[]) =>
  row("connectors", { name, type, connector_type: engine, ...more }, ...then);

const connectors = [
  connector(
    "aws-main",
    "cloud",
    "aws",
    {
      config: { role_arn: "arn:aws:iam::210987654321:role/orgconfig-read", session_name: "orgconfig" },
      metadata: { owner: "Platform", account: "210987654321", cost_centre: "4711" },
    },
    healthy(3),
  ),
  connector(
    "aws-payments",
    "cloud",
    "aws",
    {
      config: { role_arn: "arn:aws:iam::345678901234:role/orgconfig-read", session_name: "orgconfig" },
      metadata: { owner: "Payments", pci: "true" },
    },
    ...failing(4, "assume_role_denied", "The role does not trust this service's external id."),
  ),
  connector(
    "aws-logistics",
    "cloud",
    "aws",
    {
      config: { role_arn: "arn:aws:iam::456789012345:role/orgconfig-read", regions: ["eu-central-1"] },
      metadata: { owner: "Logistics" },
    },
    ...degraded(6, "throttled", "CloudWatch answered ThrottlingException to one request in twelve."),
  ),
  connector(
    "gcp-analytics",
    "cloud",
    "gcp",
    {
      config: {
        project: "tidewater-analytics",
        credentials: { type: "external_account", pool: "orgconfig" },
      },
      metadata: { owner: "Données & IA" },
    },
    healthy(11),
  ),
  connector("azure-ad (retired)", "cloud", "azure", {
    enabled: false,
    metadata: { retired: "2025-11-30", successor: "aws-main" },
  }),
  connector(
    "tidewater-kubernetes",
    "cloud",
    "kubernetes",
    {
      config: { server: "https://k8s.tidewater.example", token: "demo-kubernetes-token" },
      metadata: { version: "1.34", nodes: "42" },
    },
    healthy(1),
  ),
  connector(
    "datadog-eu",
    "observability",
    "datadog",
    { config: { site: "datadoghq.eu", api_key: "demo-api-key", app_key: "demo-app-key" } },
    healthy(4),
  ),
  connector(
    "grafana-cloud",
    "observability",
    "grafana_cloud",
    { config: { stack: "tidewater", token: "demo-grafana-token" }, metadata: { team: "Data platform" } },
    healthy(2),
  ),
  connector(
    "github-tidewater",
    "source_control",
    "github",
    { config: { app_id: 288164, installation_id: 31337007 } },
    healthy(8),
  ),
  connector(
    "jira-tidewater",
    "ticketing",
    "jira",
    {
      config: { site: "https://tidewater.atlassian.example", token: "demo-jira-token" },
      metadata: { "default project": "OPS" },
    },
    ...failing(2, "auth_invalid", "The token has expired."),
  ),
  connector("alertmanager-shop", "observability", "alertmanager", {}, healthy(1)),
  connector("slack-tidewater", "chat", "slack", { config: { workspace: "T024BE7LD" } }, healthy(5)),
  connector(
    "pagerduty-tidewater",
    "paging",
    "pagerduty",
    { config: { subdomain: "tidewater", token: "demo-pagerduty-token" } },
    healthy(9),
  ),
  connector(
    "Lagersystem – Склад №3",
    "custom",
    "wms_soap",
    {
      config: {
        endpoint: "https://wms.tidewater.example/soap",
        login: { user: "orgconfig", password: 'demo password with "quotes" and a \\' },
      },
      metadata: { språk: "sv", напомена: "само читање" },
    },
    ...failing(3, "network", "connect ETIMEDOUT 10.40.3.17:8443"),
  ),
];

const settings = [
  row("aws_external_id", {}, run("rotate_aws_external_id", {})),
  row("slack_settings", {
    enabled: true,
    workspace_id: "T024BE7LD",
    default_channel_id: "C024BE91L",
    incident_channel_template: "inc-{date}-{title}-tidewater",
    event_types: ["alert_created", "status_incident", "slo_breach", "slo_burn_rate", "automation_approval"],
    bot_token: "demo-slack-bot-token",
    signing_secret: "demo-slack-signing-secret",
  }),
  row("github_settings", {
    base_url: "https://github.tidewater.example/api/v3",
    app_id: "288164",
    installation_id: "31337007",
    repository_selection: "selected",
    repositories: ["tidewater/storefront", "tidewater/checkout", "tidewater/payments", "tidewater/aterbruk"],
    private_key: `-----BEGIN DEMO KEY-----\n${"dGlkZXdhdGVyIGRlbW8ga2V5LCBnb29kIGZvciBub3RoaW5n\n".repeat(24)}-----END DEMO KEY-----\n`,
    webhook_secret: "demo-github-webhook-secret",
  }),
];

export const integrationRows: readonly SeedRow[] = [...connectors, ...settings];
