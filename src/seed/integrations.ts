import { degraded, failing, healthy } from "./health.ts";
import { row, run, type SeedRow } from "./row.ts";

const connectors = [
  row(
    "connectors",
    {
      name: "aws-main",
      type: "cloud",
      connector_type: "aws",
      config: { role_arn: "arn:aws:iam::210987654321:role/orgconfig-read", session_name: "orgconfig" },
      metadata: { owner: "Platform", account: "210987654321", cost_centre: "4711" },
    },
    healthy(3),
  ),
  row(
    "connectors",
    {
      name: "aws-payments",
      type: "cloud",
      connector_type: "aws",
      config: { role_arn: "arn:aws:iam::345678901234:role/orgconfig-read", session_name: "orgconfig" },
      metadata: { owner: "Payments", pci: "true" },
    },
    ...failing(4, "assume_role_denied", "The role does not trust this service's external id."),
  ),
  row(
    "connectors",
    {
      name: "aws-logistics",
      type: "cloud",
      connector_type: "aws",
      config: { role_arn: "arn:aws:iam::456789012345:role/orgconfig-read", regions: ["eu-central-1"] },
      metadata: { owner: "Logistics" },
    },
    ...degraded(6, "throttled", "CloudWatch answered ThrottlingException to one request in twelve."),
  ),
  row(
    "connectors",
    {
      name: "gcp-analytics",
      type: "cloud",
      connector_type: "gcp",
      config: {
        project: "tidewater-analytics",
        credentials: { type: "external_account", pool: "orgconfig" },
      },
      metadata: { owner: "Données & IA" },
    },
    healthy(11),
  ),
  row("connectors", {
    name: "azure-ad (retired)",
    type: "cloud",
    connector_type: "azure",
    enabled: false,
    metadata: { retired: "2025-11-30", successor: "aws-main" },
  }),
  row(
    "connectors",
    {
      name: "tidewater-kubernetes",
      type: "cloud",
      connector_type: "kubernetes",
      config: { server: "https://k8s.tidewater.example", token: "demo-kubernetes-token" },
      metadata: { version: "1.34", nodes: "42" },
    },
    healthy(1),
  ),
  row(
    "connectors",
    {
      name: "datadog-eu",
      type: "observability",
      connector_type: "datadog",
      config: { site: "datadoghq.eu", api_key: "demo-api-key", app_key: "demo-app-key" },
    },
    healthy(4),
  ),
  row(
    "connectors",
    {
      name: "grafana-cloud",
      type: "observability",
      connector_type: "grafana_cloud",
      config: { stack: "tidewater", token: "demo-grafana-token" },
      metadata: { team: "Data platform" },
    },
    healthy(2),
  ),
  row(
    "connectors",
    {
      name: "github-tidewater",
      type: "source_control",
      connector_type: "github",
      config: { app_id: 288164, installation_id: 31337007 },
    },
    healthy(8),
  ),
  row(
    "connectors",
    {
      name: "jira-tidewater",
      type: "ticketing",
      connector_type: "jira",
      config: { site: "https://tidewater.atlassian.example", token: "demo-jira-token" },
      metadata: { "default project": "OPS" },
    },
    ...failing(2, "auth_invalid", "The token has expired."),
  ),
  row(
    "connectors",
    {
      name: "slack-tidewater",
      type: "chat",
      connector_type: "slack",
      config: { workspace: "T024BE7LD" },
    },
    healthy(5),
  ),
  row(
    "connectors",
    {
      name: "pagerduty-tidewater",
      type: "paging",
      connector_type: "pagerduty",
      config: { subdomain: "tidewater", token: "demo-pagerduty-token" },
    },
    healthy(9),
  ),
  row(
    "connectors",
    {
      name: "Lagersystem – Склад №3",
      type: "custom",
      connector_type: "wms_soap",
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
