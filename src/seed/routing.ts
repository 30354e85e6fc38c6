import { type Body, madeAgo, pass, ref, row, rows, type SeedRow, type Step } from "./row.ts";

const team = (name: string) => ({ team_id: ref("teams", name) });
const target = (name: string) => ({ outbound_config_id: ref("outbound_configs", name) });

const route = (
  position: number,
  name: string,
  matchers: readonly string[],
  destinations: readonly Body[],
  more: Body,
) => row("alert_routes", { name, position, matchers, destinations, ...more });
const owner = (name: string) => ({ owning_team_id: ref("teams", name) });

const alertRoutes = [
  route(
    0,
    "security first",
    ['category=~"security|abuse"'],
    [team("セキュリティ"), target("sécurité-courriel"), { email: "security@tidewater.example" }],
    { continue: true, severity_override: "critical", group_wait_seconds: 0, ...owner("セキュリティ") },
  ),
  route(10, "payments", ['service=~"payments|invoicing"'], [team("Payments"), target("pagerduty-payments")], {
    group_by: ["service", "provider", "betalsätt"],
    group_wait_seconds: 10,
    repeat_interval_seconds: 1_800,
    ...owner("Payments"),
  }),
  route(
    20,
    "checkout and cart",
    ['service=~"checkout|cart"', 'environment="prod"'],
    [team("Checkout"), team("Storefront"), target("pagerduty-shop")],
    { group_by: ["service", "alertname"], publish: "draft", ...owner("Checkout") },
  ),
  route(
    20,
    "storefront",
    ['service=~"storefront|catalogue|pricing|återbruk"', 'environment="prod"'],
    [team("Storefront"), target("slack #larm")],
    { group_by: ["service"], publish: "automatic", ...owner("Storefront") },
  ),
  route(30, "Søk", ['service=~"search|recommendations"'], [team("Søk & anbefalinger")], {
    severity_override: "warning",
    drill_schedule: { day: "tue", time: "10:30", timezone: "Europe/Stockholm" },
    prove_every_days: 14,
    ...owner("Søk & anbefalinger"),
  }),
  route(
    40,
    "freight",
    ["service=~shipping|tracking|inventory", "carrier!=test"],
    [team("Logistics"), team("Склад"), target("opsgenie-warehouse")],
    { group_by: ["carrier", "warehouse"], group_interval_seconds: 900, ...owner("Logistics") },
  ),
  route(
    50,
    "certificates about to expire",
    ['alertname="CertificateExpiring"'],
    [team("Platform"), { email: "certificates@tidewater.example" }],
    { severity_override: "error", repeat_interval_seconds: 86_400 },
  ),
  route(
    60,
    "noise from staging",
    ['environment=~"staging|preview"', 'severity!~"critical"'],
    [{ email: "staging@tidewater.example" }],
    {
      severity_override: "info",
      group_wait_seconds: 300,
      group_interval_seconds: 3_600,
      repeat_interval_seconds: 432_000,
    },
  ),
  route(
    70,
    "midsummer roster",
    ['season="midsommar"', String.raw`instance!~"web-[0-9]{2}\\.tidewater\\.example"`],
    [team("Incident command")],
    { enabled: false, ...owner("Incident command") },
  ),
  route(80, "heartbeats of exporters", ['alertname="ExporterAlive"'], [], { drop: true }),
  route(
    1_000,
    "everything else",
    ['severity=~".*"'],
    [team("Platform"), target("platform-mail"), target("audit-hook")],
    owner("Platform"),
  ),
];

const mute = (duration_minutes: number, reason: string, more: Body, ...then: readonly Step[]) =>
  row("alert_mutes", { reason, duration_minutes, ...more }, ...then);

const alertMutes = [
  mute(
    43_200,
    "The old CRM is being emptied and answers when it likes. People who need it know to try again; nobody should be paged for it. The last customers' letters move over in the coming weeks, and then the service, its alerts and this mute go together. Ask Kundtjänst.",
    { pattern: "*legacy crm*" },
    // The first try had the pattern wrong and was ended at once.
    pass({ pattern: "*crm*", reason: "Migration", duration_minutes: 43_200 }),
  ),
  mute(10_080, "Inventering", { pattern: "warehouse=Göteborg-3", summary: true }),
  mute(20_160, "Staging gets its new certificate authority next week.", {
    pattern: "certificate of *.staging.tidewater.example",
  }),
  mute(14_400, "Known, see OPS-1182 💾", { pattern: "alertname=Disk??Full" }),
  mute(20_160, "The printers are moved; only what is critical calls anybody.", {
    matchers: ['service="letters"', 'severity=~"info|warning"'],
  }),
  mute(40_320, "Övning", { pattern: "*fire drill*" }),
  mute(480, "The harbour's power is cut for a day of work.", {
    matchers: ["warehouse=Hamina-1"],
    starts_at: "2031-06-12T05:00:00.000Z",
  }),
];

const night = { days: [], start: "22:00", end: "06:00", time_zone: "Europe/Helsinki" };
const rhythms = rows("alert_mutes", [
  {
    matchers: ["alertname=BatchSlow"],
    reason: "The nightly batch is slow, and nobody minds.",
    schedule: [night],
  },
  {
    route_ids: [ref("alert_routes", "noise from staging")],
    reason: "Staging sleeps at weekends until the move is done.",
    schedule: [{ ...night, days: ["sat", "sun"], start: "00:00", end: "24:00" }],
    until: "2031-01-01T00:00:00.000Z",
  },
]);

const alertInhibitions = rows("alert_inhibitions", [
  {
    name: "A warehouse without power",
    source_matchers: ["alertname=PowerLost"],
    target_matchers: ['severity=~"info|warning|error"'],
    equal: ["warehouse"],
    ...owner("Logistics"),
  },
  {
    name: "One page for a burning store",
    source_matchers: ["severity=critical"],
    target_matchers: ["severity=warning"],
    equal: ["service", "environment"],
  },
  {
    name: "Paused while the network moves",
    enabled: false,
    source_matchers: ["alertname=UplinkDown"],
    target_matchers: ["alertname!=UplinkDown"],
  },
]);

const alertHeartbeats = rows("alert_heartbeats", [
  {
    name: "Prometheus in Hamina",
    every_minutes: 10,
    labels: { tier: "1" },
    matchers: ["alertname=Watchdog"],
    destinations: [target("opsgenie-warehouse"), team("Platform")],
    ...owner("Platform"),
  },
  {
    name: "Nightly settlement",
    service: "payments",
    severity: "error",
    every_minutes: 1_440,
    grace_minutes: 90,
    ...owner("Payments"),
  },
  {
    name: "Sitemap of the storefront",
    service: "storefront",
    severity: "info",
    schedule: { cron: "0 6 * * 1", time_zone: "Europe/Stockholm" },
  },
  {
    name: "Räkenskapsårets export",
    enabled: false,
    severity: "warning",
    every_minutes: 525_600,
    grace_minutes: 10_080,
    expect_from: "2031-01-07T06:00:00.000Z",
  },
]);

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

export const behaviourTestRows: readonly SeedRow[] = rows("behaviour_tests", [
  {
    name: "Payments pages its own team",
    alert: { labels: { service: "payments", severity: "critical" } },
    expect: { notified: [team("Payments"), target("pagerduty-payments")], muted: false },
    ...owner("Payments"),
  },
  {
    name: "A warning of a burning store is one page",
    while: [{ labels: { service: "checkout", environment: "prod", severity: "critical" } }],
    alert: { labels: { service: "checkout", environment: "prod", severity: "warning" } },
    expect: { inhibited_by: ref("alert_inhibitions", "One page for a burning store") },
    ...owner("Checkout"),
  },
  {
    name: "The nightly batch wakes nobody",
    alert: { labels: { alertname: "BatchSlow", severity: "warning" }, at: "2026-03-08T23:30:00Z" },
    expect: { muted: true },
  },
  {
    name: "Staging never pages (before the move)",
    enabled: false,
    alert: { labels: { service: "checkout", environment: "staging", severity: "error" } },
    expect: { not_notified: [target("pagerduty-shop")], severity: "info" },
  },
  {
    name: "Two percent of errors at the checkout page within the hour",
    slo: ref("slos", "checkout", "availability"),
    series: { good: "980x90", bad: "20x90" },
    expect: { alert: "critical", within_minutes: 60 },
    ...owner("Checkout"),
  },
  {
    name: "Nothing is deployed to the old CRM",
    deploy: { service: "legacy crm", at: "2027-03-01T09:00:00Z" },
    expect: { allowed: false, reason: "frozen" },
  },
]);

export const routingRows: readonly SeedRow[] = [
  ...alertRoutes,
  // What runs out, or is waited for, is younger.
  ...madeAgo(2 * 24 * 60, alertMutes),
  ...rhythms,
  ...alertInhibitions,
  ...madeAgo(0, alertHeartbeats),
  ...changeNotifications,
];
