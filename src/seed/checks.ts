import { daily, past } from "./reports.ts";
import { ago, ahead, type Body, ref, report, row, type SeedRow, type Step } from "./row.ts";

const check = (kind: string, name: string, target: string, more: Body = {}, ...then: readonly Step[]) =>
  row("synthetic_checks", { name, kind, target, ...more }, ...then);

const syntheticChecks = [
  check(
    "http",
    "shop front page",
    "https://www.tidewater.example/?source=check",
    {
      labels: { tier: "1" },
      service: "storefront",
      interval_seconds: 30,
      expected_statuses: [200],
      body_contains: "Välkommen",
      degraded_ms: 1_200,
    },
    ...answered(180),
    up(184),
  ),
  check(
    "http",
    "checkout answers",
    "https://api.tidewater.example/checkout/health",
    {
      service: "checkout",
      method: "HEAD",
      headers: { "User-Agent": "tidewater-check/1", "X-Check": "åäö is fine" },
      auth_header: "Bearer demo-checkout-check",
      degraded_ms: 800,
    },
    ...answered(520),
    seen({ status: "degraded", last_latency_ms: 1_340 }),
  ),
  check(
    "http",
    "a test payment goes through",
    "https://api.tidewater.example/payments/v2/authorisations?dry_run=true",
    {
      service: "payments",
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: `{
  "amount": { "value": "1.00", "currency": "SEK" },
  "card": "test-4242",
  "note": "räksmörgås $\{not a template}, %{nor this}"
}
`,
      expected_statuses: [200, 201, 202],
      body_contains: '"state":"authorised"',
      interval_seconds: 300,
      timeout_ms: 30_000,
      failure_threshold: 1,
      auth_header: "Basic demo-payment-check",
    },
    ...reached(230, [6, 17]),
    ...down(3, "other", 'The answer held "state":"declined".'),
  ),
  check(
    "http",
    "search",
    "https://api.tidewater.example/search?q=b%C3%A5t",
    { service: "search" },
    ...reached(96, [21]),
    up(96),
  ),
  check(
    "http",
    "sign-in page",
    "https://login.tidewater.example/",
    { service: "accounts", expected_statuses: [200, 302, 401], failure_threshold: 3 },
    ...reached(71),
    up(71),
  ),
  check(
    "http",
    "track a parcel",
    "https://track.tidewater.example/TW000000042SE",
    { service: "tracking" },
    ...reached(412, [9, 10]),
    up(412),
  ),
  check(
    "tcp",
    "orders database",
    "orders-db.tidewater.example:5432",
    { service: "checkout", interval_seconds: 10 },
    ...reached(3),
    up(3),
  ),
  check(
    "tcp",
    "warehouse link over IPv6",
    "[2001:db8:40::3]:8443",
    { service: "inventory", timeout_ms: 3_000, muted: true, failure_threshold: 10 },
    ...reached(40, [26, 2, 1]),
    ...down(7, "network", "connect ETIMEDOUT 2001:db8:40::3:8443"),
  ),
  check(
    "dns",
    "name of the shop",
    "www.tidewater.example",
    { interval_seconds: 600 },
    ...reached(12),
    up(12),
  ),
  check(
    "dns",
    "mail policy",
    "_dmarc.tidewater.example",
    { interval_seconds: 86_400 },
    ...reached(18),
    up(18),
  ),
  check(
    "tls",
    "edge handshake",
    "edge.tidewater.example",
    { service: "edge", degraded_ms: 250 },
    ...reached(44, [14]),
    up(44),
  ),
  check("tls", "partners' API handshake", "partners.tidewater.example:8443", {}, ...reached(58), up(58)),
  check("http", "legacy crm (switched off)", "http://crm.internal.tidewater.example/inloggning", {
    service: "legacy crm",
    enabled: false,
  }),
  check("http", "återbruk, inlämning", "https://aterbruk.tidewater.example/lamna-in", {
    service: "återbruk",
    interval_seconds: 120,
    body_contains: "Lämna in",
  }),
];

const monitor = (hostname: string, more: Body, ...then: readonly Step[]) =>
  row("certificate_monitors", { hostname, ...more }, ...then);
const team = (name: string) => ({ team_id: ref("teams", name) });

const certificateMonitors = [
  monitor(
    "www.tidewater.example",
    { service: "storefront", labels: { tier: "1" }, ...team("Platform") },
    held("valid", 61),
  ),
  monitor(
    "api.tidewater.example",
    { service: "checkout", min_tls_version: "1.3", ...team("Platform") },
    held("valid", 61),
  ),
  monitor(
    "login.tidewater.example",
    {
      service: "accounts",
      alert_days_before_expiry: [60, 30, 21, 14, 7, 3, 2, 1],
      interval_minutes: 60,
      min_tls_version: "1.3",
      ...team("Identity"),
    },
    held("expiring", 12),
  ),
  monitor(
    "edge.tidewater.example",
    { service: "edge", server_name: "xn--terbruk-gxa.tidewater.example" },
    held("valid", 200),
  ),
  monitor(
    "partners.tidewater.example",
    { port: 8_443, timeout_ms: 30_000, ...team("Logistics") },
    held("expired", -3),
    report({ last_error_kind: "other", last_error_message: "certificate has expired" }),
  ),
  monitor("orders-db.tidewater.example", { port: 5_432, interval_minutes: 10_080 }, held("valid", 3_200)),
  monitor(
    "192.0.2.17",
    { port: 8_443, server_name: "wms.tidewater.example", ...team("Склад") },
    held("invalid", 90),
    report({ last_error_kind: "other", last_error_message: "self-signed certificate in certificate chain" }),
  ),
  monitor(
    "2001:db8:40::3",
    { port: 8_443, timeout_ms: 1_000 },
    report({
      status: "unreachable",
      last_checked_at: ago(9),
      last_error_kind: "network",
      last_error_message: "connect ETIMEDOUT",
    }),
  ),
  monitor(
    "pay.tidewater.example",
    { service: "payments", min_tls_version: "1.3", ...team("Payments") },
    held("valid", 34),
  ),
  monitor(
    "track.tidewater.example",
    { service: "tracking", alert_days_before_expiry: [1], interval_minutes: 5 },
    held("valid", 75),
  ),
  monitor("crm.internal.tidewater.example", { enabled: false, alert_days_before_expiry: [] }),
  monitor("localhost", { port: 9_443, enabled: false, ...team("Données & IA") }),
];

function up(latency: number): Step {
  return seen({ status: "up", last_latency_ms: latency });
}

/** A month of answers, slower by day, with an outage of half a day. */
function answered(milliseconds: number): Step[] {
  return past((days, wave) => {
    const down = Math.abs(days - 12) < 0.3;
    return {
      status: down ? "down" : "up",
      last_latency_ms: down ? null : Math.round(milliseconds * (1 + 0.25 * wave)),
    };
  });
}

/** A month of answers, one a day; on some days, so many ago, it failed for half of the day. */
function reached(milliseconds: number, badDays: readonly number[] = []): Step[] {
  const half = 12 * 60;
  const times = daily.flatMap((minutes) =>
    badDays.includes(minutes / 1_440) ? [minutes + half, minutes] : [minutes],
  );
  return past((days, wave) => {
    const down = badDays.includes(days);
    return {
      status: down ? "down" : "up",
      last_latency_ms: down ? null : Math.round(milliseconds * (1 + 0.1 * wave)),
    };
  }, times);
}

/** It was up, and failed this often since. */
function down(failures: number, kind: string, message: string): Step[] {
  const failure = {
    status: "down",
    last_latency_ms: null,
    last_error_kind: kind,
    last_error_message: message,
  };
  return [up(230), ...Array.from({ length: failures }, () => seen(failure))];
}

function seen(state: Body): Step {
  return report({ ...state, last_checked_at: ago(1) });
}

function held(status: string, days: number): Step {
  return report({
    status,
    not_after: ahead(days),
    issuer: "CN=Tidewater Demo CA G2, O=Tidewater AB, C=SE",
    subject_alt_names: ["*.tidewater.example", "tidewater.example"],
    fingerprint_sha256: `${"5e:1d:e0:".repeat(10)}5e:1d`,
    last_checked_at: ago(14),
  });
}

export const checkRows: readonly SeedRow[] = [...syntheticChecks, ...certificateMonitors];
