import { pass, ref, row, rows, type SeedRow } from "./row.ts";

const team = (name: string) => ({ team_id: ref("teams", name) });
const target = (name: string) => ({ outbound_config_id: ref("outbound_configs", name) });

const alertRoutes = rows("alert_routes", [
  {
    name: "security first",
    position: 0,
    matchers: ['category=~"security|abuse"'],
    continue: true,
    destinations: [
      team("セキュリティ"),
      target("sécurité-courriel"),
      { email: "security@tidewater.example" },
    ],
    severity_override: "critical",
    group_wait_seconds: 0,
    owning_team_id: ref("teams", "セキュリティ"),
  },
  {
    name: "payments",
    position: 10,
    matchers: ['service=~"payments|invoicing"'],
    destinations: [team("Payments"), target("pagerduty-payments")],
    group_by: ["service", "provider", "betalsätt"],
    group_wait_seconds: 10,
    repeat_interval_seconds: 1_800,
    owning_team_id: ref("teams", "Payments"),
  },
  {
    name: "checkout and cart",
    position: 20,
    matchers: ['service=~"checkout|cart"', 'environment="prod"'],
    destinations: [team("Checkout"), team("Storefront"), target("pagerduty-shop")],
    group_by: ["service", "alertname"],
    owning_team_id: ref("teams", "Checkout"),
  },
  {
    name: "storefront",
    position: 20,
    matchers: ['service=~"storefront|catalogue|pricing|återbruk"', 'environment="prod"'],
    destinations: [team("Storefront"), target("slack #larm")],
    group_by: ["service"],
    owning_team_id: ref("teams", "Storefront"),
  },
  {
    name: "Søk",
    position: 30,
    matchers: ['service=~"search|recommendations"'],
    destinations: [team("Søk & anbefalinger")],
    severity_override: "warning",
    owning_team_id: ref("teams", "Søk & anbefalinger"),
  },
  {
    name: "freight",
    position: 40,
    matchers: ["service=~shipping|tracking|inventory", "carrier!=test"],
    destinations: [team("Logistics"), team("Склад"), target("opsgenie-warehouse")],
    group_by: ["carrier", "warehouse"],
    group_interval_seconds: 900,
    owning_team_id: ref("teams", "Logistics"),
  },
  {
    name: "certificates about to expire",
    position: 50,
    matchers: ['alertname="CertificateExpiring"'],
    destinations: [team("Platform"), { email: "certificates@tidewater.example" }],
    severity_override: "error",
    repeat_interval_seconds: 86_400,
  },
  {
    name: "noise from staging",
    position: 60,
    matchers: ['environment=~"staging|preview"', 'severity!~"critical"'],
    destinations: [{ email: "staging@tidewater.example" }],
    severity_override: "info",
    group_wait_seconds: 300,
    group_interval_seconds: 3_600,
    repeat_interval_seconds: 432_000,
  },
  {
    name: "midsummer roster",
    enabled: false,
    position: 70,
    matchers: ['season="midsommar"', String.raw`instance!~"web-[0-9]{2}\\.tidewater\\.example"`],
    destinations: [team("Incident command")],
    owning_team_id: ref("teams", "Incident command"),
  },
  {
    name: "whatever is left",
    position: 1_000,
    matchers: ['severity=~".*"'],
    destinations: [team("Platform"), target("platform-mail"), target("audit-hook")],
    owning_team_id: ref("teams", "Platform"),
  },
]);

const alertMutes = [
  row(
    "alert_mutes",
    {
      pattern: "*legacy crm*",
      reason:
        "The old CRM is being emptied and answers when it likes. People who need it know to try again; nobody should be paged for it. The last customers' letters move over in the coming weeks, and then the service, its alerts and this mute go together. Ask Kundtjänst.",
      duration_minutes: 43_200,
    },
    // The first try had the pattern wrong and was ended at once.
    pass({ pattern: "*crm*", reason: "Migration", duration_minutes: 43_200 }),
  ),
  row("alert_mutes", {
    pattern: "warehouse=Göteborg-3",
    reason: "Inventering",
    duration_minutes: 10_080,
    summary: true,
  }),
  row("alert_mutes", {
    pattern: "certificate of *.staging.tidewater.example",
    reason: "Staging gets its new certificate authority next week.",
    duration_minutes: 20_160,
  }),
  row("alert_mutes", {
    pattern: "alertname=Disk??Full",
    reason: "Known, see OPS-1182 💾",
    duration_minutes: 14_400,
  }),
  row("alert_mutes", {
    matchers: ['service="letters"', 'severity=~"info|warning"'],
    reason: "The printers are moved; only what is critical calls anybody.",
    duration_minutes: 20_160,
  }),
  row("alert_mutes", { pattern: "*fire drill*", reason: "Övning", duration_minutes: 40_320 }),
];

const changeNotifications = rows("change_notifications", [
  {
    name: "Security reads everything",
    channel: "email",
    recipients: ["security@tidewater.example"],
  },
  {
    name: "#konfiguration",
    channel: "slack",
    slack_webhook_url: "https://hooks.slack.example/services/demo-konfiguration",
    resources: ["alert_routes", "outbound_rules", "deploy_policies", "slos"],
    excluded_actors: ["terraform", "First key"],
    include_diff: false,
  },
  {
    name: "Change database",
    channel: "webhook",
    webhook_url: "https://cmdb.tidewater.example/hooks/orgconfig",
    webhook_secret: "demo-change-webhook-secret",
    verbs: ["create", "delete"],
  },
  {
    name: "Payments' auditors",
    channel: "email",
    recipients: ["audit@kowalczyk.example", "emi@tidewater.example"],
    resources: ["deploy_policies", "compliance_periods", "organization_settings"],
    verbs: ["update", "delete"],
  },
  {
    name: "Prompt reviews (paused)",
    enabled: false,
    channel: "email",
    recipients: ["chloe@tidewater.example"],
    resources: ["prompt_templates"],
    excluded_actors: ["chloe@tidewater.example"],
  },
]);

export const routingRows: readonly SeedRow[] = [...alertRoutes, ...alertMutes, ...changeNotifications];
