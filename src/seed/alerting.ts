import { degraded, failing, healthy } from "./health.ts";
import { ago, type Body, ref, report, row, type SeedRow, type Step } from "./row.ts";

const outbound = (name: string, kind: string, more: Body, ...then: readonly Step[]) =>
  row("outbound_configs", { name, kind, ...more }, ...then);
/** The last delivery arrived so many minutes ago. */
const delivered = (minutes: number) => [healthy(minutes), report({ last_delivery_at: ago(minutes) })];

const outboundConfigs = [
  outbound(
    "pagerduty-payments",
    "pagerduty",
    { secret: "demo-pagerduty-payments", severity_map: { error: "critical", warning: "info" } },
    ...delivered(22),
  ),
  outbound("pagerduty-shop", "pagerduty", { secret: "demo-pagerduty-shop" }, ...delivered(95)),
  outbound(
    "opsgenie-warehouse",
    "opsgenie",
    {
      url: "https://api.eu.opsgenie.example/v2/alerts",
      secret: "demo-opsgenie",
      severity_map: { critical: "P1", error: "P3" },
    },
    ...failing(6, "auth_invalid", "The API key was revoked."),
  ),
  outbound(
    "servicenow-kundtjänst",
    "servicenow",
    { url: "https://tidewater.service-now.example/api/x_tide/incident", secret: "demo-servicenow" },
    ...degraded(40, "network", "One delivery in nine timed out after 10 s."),
  ),
  outbound("slack #larm", "slack", { secret: "https://hooks.slack.example/services/demo" }, ...delivered(4)),
  outbound("teams-ledning", "teams", {
    secret: "https://tidewater.webhook.office.example/webhookb2/demo",
    enabled: false,
  }),
  outbound("on-call-splunk", "victorops", {
    secret: "demo-victorops",
    recipient: "platform",
    enabled: false,
  }),
  outbound("incident.io", "incident_io", {
    url: "https://api.incident.example/v2/alert_events/alertmanager/demo",
    secret: "demo-incident-io",
    enabled: false,
  }),
  outbound("jira-ops", "jira", {
    url: "https://tidewater.atlassian.example",
    recipient: "OPS/Bug",
    secret: "alerts@tidewater.example:demo-jira",
    enabled: false,
  }),
  outbound("sns-topic", "sns", {
    recipient: "arn:aws:sns:eu-north-1:123456789012:alerts",
    secret: "demo-key:demo-secret",
    enabled: false,
  }),
  outbound("discord-spel", "discord", {
    secret: "https://discord.example/api/webhooks/demo",
    enabled: false,
  }),
  outbound("chat-kundtjänst", "google_chat", {
    secret: "https://chat.google.example/v1/spaces/demo/messages",
    enabled: false,
  }),
  outbound("mattermost-lager", "mattermost", {
    secret: "https://chat.tidewater.example/hooks/demo",
    enabled: false,
  }),
  outbound("rocket-lager", "rocketchat", {
    secret: "https://rocket.tidewater.example/hooks/demo",
    enabled: false,
  }),
  outbound("telegram-nattvakt", "telegram", {
    secret: "demo:telegram",
    recipient: "-1001234567890",
    enabled: false,
  }),
  outbound("webex-ledning", "webex", {
    secret: "demo-webex",
    recipient: "Y2lzY29zcGFyazovL2RlbW8",
    enabled: false,
  }),
  outbound("ntfy-lager", "ntfy", { url: "https://ntfy.tidewater.example/lager", enabled: false }),
  outbound("gotify-lager", "gotify", {
    url: "https://push.tidewater.example",
    secret: "demo-gotify",
    enabled: false,
  }),
  outbound("pushover-jour", "pushover", { secret: "demo-user:demo-token", enabled: false }),
  outbound("alertmanager-hook", "webhook", {
    url: "https://hooks.tidewater.example/alertmanager",
    format: "alertmanager",
    enabled: false,
  }),
  outbound("platform-mail", "email", { address: "platform@tidewater.example" }, ...delivered(15)),
  outbound("sécurité-courriel", "email", { address: "security@tidewater.example" }),
  outbound(
    "audit-hook",
    "webhook",
    {
      url: "https://hooks.tidewater.example/orgconfig?channel=larm&lang=sv",
      secret: "demo-webhook-secret",
      severity_map: { info: "0", warning: "1", error: "2", critical: "3" },
    },
    ...delivered(1),
  ),
];

const rule = (position: number, name: string, target: string, matchers: readonly string[], more: Body = {}) =>
  row("outbound_rules", {
    name,
    position,
    outbound_config_id: ref("outbound_configs", target),
    matchers,
    ...more,
  });
const shop = 'service=~"storefront|catalogue|cart|checkout"';

const outboundRules = [
  rule(
    0,
    "payments pages at once",
    "pagerduty-payments",
    ['service="payments"', 'severity=~"error|critical"'],
    { repeat_count: 3, repeat_interval_seconds: 300 },
  ),
  rule(10, "shop pages in the day", "pagerduty-shop", [shop, 'severity!="info"'], {
    min_severity: "error",
    delay_seconds: 120,
    active_hours: {
      days: ["mon", "tue", "wed", "thu", "fri"],
      start: "07:00",
      end: "22:00",
      timezone: "Europe/Stockholm",
    },
  }),
  rule(11, "shop pages at night, only when it burns", "pagerduty-shop", [shop], {
    min_severity: "critical",
    repeat_count: 10,
    repeat_interval_seconds: 600,
    // Ends on the next day.
    active_hours: { days: [], start: "22:00", end: "07:00", timezone: "Europe/Stockholm" },
  }),
  rule(
    20,
    "склад будит дежурного",
    "opsgenie-warehouse",
    ['service="inventory"', 'alertname!~"(Test|Probe).*"'],
    {
      min_severity: "warning",
      active_hours: { days: ["sat", "sun"], start: "00:00", end: "00:00", timezone: "Europe/Kyiv" },
    },
  ),
  rule(
    30,
    "customers' complaints become cases",
    "servicenow-kundtjänst",
    ['source="ticket_import"', 'customer_facing=~"(?i)yes|ja|oui"'],
    { delay_seconds: 3_600 },
  ),
  rule(40, "security, by mail as well", "sécurité-courriel", ['team="セキュリティ"'], {
    min_severity: "info",
  }),
  rule(
    50,
    "management, while the sale is on",
    "teams-ledning",
    ['severity="critical"', 'customer_facing="yes"'],
    { enabled: false, repeat_count: 1, repeat_interval_seconds: 86_400 },
  ),
  rule(80, "everything into #larm", "slack #larm", [String.raw`alertname!~"Watchdog|Info\\w+"`], {
    min_severity: "warning",
  }),
  rule(90, "everything to platform", "platform-mail", ['severity=~".+"'], { delay_seconds: 86_400 }),
];

const settings = row("notification_settings", {
  recipients: ["oncall@tidewater.example", "platform@tidewater.example", "ada@tidewater.example"],
  notify_automation: false,
  muted_events: ["investigation_completed", "quota_warning"],
});

export const alertingRows: readonly SeedRow[] = [...outboundConfigs, ...outboundRules, settings];
