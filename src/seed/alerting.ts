import { degraded, failing, healthy } from "./health.ts";
import { ago, ref, report, row, rows, type SeedRow } from "./row.ts";

const outboundConfigs = [
  row(
    "outbound_configs",
    {
      name: "pagerduty-payments",
      kind: "pagerduty",
      secret: "demo-pagerduty-payments",
      severity_map: { error: "critical", warning: "info" },
    },
    healthy(22),
    report({ last_delivery_at: ago(22) }),
  ),
  row(
    "outbound_configs",
    { name: "pagerduty-shop", kind: "pagerduty", secret: "demo-pagerduty-shop" },
    healthy(95),
    report({ last_delivery_at: ago(95) }),
  ),
  row(
    "outbound_configs",
    {
      name: "opsgenie-warehouse",
      kind: "opsgenie",
      url: "https://api.eu.opsgenie.example/v2/alerts",
      secret: "demo-opsgenie",
      severity_map: { critical: "P1", error: "P3" },
    },
    ...failing(6, "auth_invalid", "The API key was revoked."),
  ),
  row(
    "outbound_configs",
    {
      name: "servicenow-kundtjänst",
      kind: "servicenow",
      url: "https://tidewater.service-now.example/api/x_tide/incident",
      secret: "demo-servicenow",
    },
    ...degraded(40, "network", "One delivery in nine timed out after 10 s."),
  ),
  row(
    "outbound_configs",
    { name: "slack #larm", kind: "slack", secret: "https://hooks.slack.example/services/demo" },
    healthy(4),
    report({ last_delivery_at: ago(4) }),
  ),
  row("outbound_configs", {
    name: "teams-ledning",
    kind: "teams",
    secret: "https://tidewater.webhook.office.example/webhookb2/demo",
    enabled: false,
  }),
  row(
    "outbound_configs",
    { name: "platform-mail", kind: "email", address: "platform@tidewater.example" },
    healthy(15),
    report({ last_delivery_at: ago(15) }),
  ),
  row("outbound_configs", {
    name: "sécurité-courriel",
    kind: "email",
    address: "security@tidewater.example",
  }),
  row(
    "outbound_configs",
    {
      name: "audit-hook",
      kind: "webhook",
      url: "https://hooks.tidewater.example/orgconfig?channel=larm&lang=sv",
      secret: "demo-webhook-secret",
      severity_map: { info: "0", warning: "1", error: "2", critical: "3" },
    },
    healthy(1),
    report({ last_delivery_at: ago(1) }),
  ),
];

const target = (name: string) => ref("outbound_configs", name);

const outboundRules = rows("outbound_rules", [
  {
    name: "payments pages at once",
    position: 0,
    outbound_config_id: target("pagerduty-payments"),
    matchers: ['service="payments"', 'severity=~"error|critical"'],
    repeat_count: 3,
    repeat_interval_seconds: 300,
  },
  {
    name: "shop pages in the day",
    position: 10,
    outbound_config_id: target("pagerduty-shop"),
    matchers: ['service=~"storefront|catalogue|cart|checkout"', 'severity!="info"'],
    min_severity: "error",
    delay_seconds: 120,
    active_hours: {
      days: ["mon", "tue", "wed", "thu", "fri"],
      start: "07:00",
      end: "22:00",
      timezone: "Europe/Stockholm",
    },
  },
  {
    name: "shop pages at night, only when it burns",
    position: 11,
    outbound_config_id: target("pagerduty-shop"),
    matchers: ['service=~"storefront|catalogue|cart|checkout"'],
    min_severity: "critical",
    repeat_count: 10,
    repeat_interval_seconds: 600,
    // Ends on the next day.
    active_hours: { days: [], start: "22:00", end: "07:00", timezone: "Europe/Stockholm" },
  },
  {
    name: "склад будит дежурного",
    position: 20,
    outbound_config_id: target("opsgenie-warehouse"),
    matchers: ['service="inventory"', 'alertname!~"(Test|Probe).*"'],
    min_severity: "warning",
    active_hours: { days: ["sat", "sun"], start: "00:00", end: "00:00", timezone: "Europe/Kyiv" },
  },
  {
    name: "customers' complaints become cases",
    position: 30,
    outbound_config_id: target("servicenow-kundtjänst"),
    matchers: ['source="ticket_import"', 'customer_facing=~"(?i)yes|ja|oui"'],
    delay_seconds: 3_600,
  },
  {
    name: "security, by mail as well",
    position: 40,
    outbound_config_id: target("sécurité-courriel"),
    matchers: ['team="セキュリティ"'],
    min_severity: "info",
  },
  {
    name: "management, while the sale is on",
    position: 50,
    enabled: false,
    outbound_config_id: target("teams-ledning"),
    matchers: ['severity="critical"', 'customer_facing="yes"'],
    repeat_count: 1,
    repeat_interval_seconds: 86_400,
  },
  {
    name: "everything into #larm",
    position: 80,
    outbound_config_id: target("slack #larm"),
    matchers: [String.raw`alertname!~"Watchdog|Info\\w+"`],
    min_severity: "warning",
  },
  {
    name: "everything to platform",
    position: 90,
    outbound_config_id: target("platform-mail"),
    matchers: ['severity=~".+"'],
    delay_seconds: 86_400,
  },
]);

const settings = row("notification_settings", {
  recipients: ["oncall@tidewater.example", "platform@tidewater.example", "ada@tidewater.example"],
  notify_automation: false,
  muted_events: ["investigation_completed", "quota_warning"],
});

export const alertingRows: readonly SeedRow[] = [...outboundConfigs, ...outboundRules, settings];
