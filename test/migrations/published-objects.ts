/** OpenSLO, and the resources of PagerDuty's and Grafana's Terraform providers, with all fields that they publish. */
import type { Fields } from "./published-fields.ts";

const openslo = {
  source: "openslo",
  from: "OpenSLO/OpenSLO, README.md of v1",
  options: {},
} as const;

const metadata = (name: string) => ({
  name,
  displayName: "Shown",
  labels: { team: "payments" },
  annotations: { "example.com/a": "b" },
});
const object = (kind: string, name: string, spec: object) => ({
  apiVersion: "openslo/v1",
  kind,
  metadata: metadata(name),
  spec,
});
const query = (text: string) => ({
  metricSource: { metricSourceRef: "prom", type: "Prometheus", spec: { query: text } },
});

/** A plan of `terraform show -json` with these resources. */
function shown(resources: readonly (readonly [type: string, values: object])[]) {
  return {
    format_version: "1.0",
    terraform_version: "1.5.7",
    values: {
      root_module: {
        resources: resources.map(([type, values], index) => ({
          address: `${type}.r${index}`,
          mode: "managed",
          type,
          name: `r${index}`,
          provider_name: "registry.terraform.io/x/x",
          schema_version: 0,
          values,
          sensitive_values: {},
        })),
      },
    },
  };
}

/**
 * What of the resources says nothing: what Terraform writes of each, and these of their values. @param quiet by the type
 */
const silentOf = (quiet: Readonly<Record<string, readonly string[]>>) => [
  "terraform_version",
  ...Object.entries(quiet).flatMap(([type, names]) =>
    [
      ...["mode", "provider_name", "schema_version", "sensitive_values"],
      ...names.map((name) => `values.${name}`),
    ].map((name) => `values.root_module.resources.${type}.${name}`),
  ),
];

export const openSloAndPagers: readonly Fields[] = [
  {
    ...openslo,
    title: "a source, an SLI, an SLO and its alerts",
    file: [
      object("DataSource", "prom", {
        description: "Where it is measured",
        type: "Prometheus",
        connectionDetails: { url: "https://prom.example.com/" },
      }),
      object("Service", "shop", { description: "The shop" }),
      object("SLI", "requests", {
        description: "Requests",
        ratioMetric: {
          counter: true,
          good: query("good_total"),
          total: query("all_total"),
        },
      }),
      object("AlertCondition", "fast", {
        description: "Burns fast",
        severity: "page",
        condition: { kind: "burnrate", op: "gt", threshold: 2, lookbackWindow: "1h", alertAfter: "5m" },
      }),
      object("AlertPolicy", "burns", {
        description: "Burns",
        alertWhenBreaching: true,
        alertWhenResolved: true,
        alertWhenNoData: true,
        conditions: [{ conditionRef: "fast" }],
        notificationTargets: [{ targetRef: "pager" }],
      }),
      object("AlertNotificationTarget", "pager", { description: "The pager", target: "email" }),
      object("SLO", "requests", {
        description: "Requests are answered",
        service: "shop",
        indicatorRef: "requests",
        timeWindow: [{ duration: "28d", isRolling: true }],
        budgetingMethod: "Occurrences",
        objectives: [{ displayName: "Good", target: 0.99 }],
        alertPolicies: ["burns"],
      }),
    ],
    needed: [],
    named: ["6.spec.service", "6.spec.timeWindow", "6.spec.objectives", "2.metadata.name", "0.spec.type"],
    saysNothing: [
      // Named as a whole: the labels of what is no SLO, and the target of notifications.
      ...["DataSource", "SLI", "Service", "AlertPolicy", "AlertCondition", "AlertNotificationTarget"].map(
        (kind) => `${kind}.metadata.labels.team`,
      ),
      ...["metadata.annotations", "metadata.annotations.example.com/a", "metadata.labels", "spec"].map(
        (name) => `AlertNotificationTarget.${name}`,
      ),
      ...["metadata.displayName", "spec.description", "spec.target"].map(
        (name) => `AlertNotificationTarget.${name}`,
      ),
      "AlertPolicy.spec.notificationTargets.targetRef",
      // How what makes no row is shown.
      ...[
        "Service.metadata.displayName",
        "AlertPolicy.metadata.displayName",
        "AlertCondition.metadata.displayName",
      ],
      // What is taken where nothing is written.
      ...["AlertPolicy.spec.alertWhenBreaching", "AlertPolicy.spec.alertWhenResolved"],
      ...["AlertCondition.spec.condition.kind", "SLO.spec.timeWindow.isRolling"],
      // The data source says it.
      ...["good", "total"].map((name) => `SLI.spec.ratioMetric.${name}.metricSource.type`),
    ],
  },
  {
    source: "terraform",
    title: "PagerDuty's resources",
    from: "registry.terraform.io/providers/PagerDuty/pagerduty, its pages of resources",
    options: { members: true },
    file: shown([
      [
        "pagerduty_team",
        {
          id: "T1",
          name: "Pay",
          description: "Payments",
          parent: "T0",
          default_role: "manager",
          html_url: "h",
        },
      ],
      ["pagerduty_user", { id: "U1", name: "Ada", email: "ada@example.com", role: "user", time_zone: "UTC" }],
      ["pagerduty_team_membership", { id: "U1:T1", user_id: "U1", team_id: "T1", role: "observer" }],
      [
        "pagerduty_service",
        {
          id: "S1",
          name: "Shop",
          description: "The shop",
          auto_resolve_timeout: "14400",
          acknowledgement_timeout: "600",
          escalation_policy: "E1",
          support_hours: [
            {
              type: "fixed_time_per_day",
              time_zone: "Europe/Berlin",
              days_of_week: [1, 2],
              start_time: "09:00:00",
              end_time: "17:00:00",
            },
          ],
        },
      ],
      [
        "pagerduty_service_integration",
        {
          id: "I1",
          name: "Events",
          service: "S1",
          type: "events_api_v2_inbound_integration",
          integration_key: "k",
          vendor: "V1",
          html_url: "h",
        },
      ],
      [
        "pagerduty_escalation_policy",
        {
          id: "E1",
          name: "Pay",
          description: "Who is woken",
          num_loops: 2,
          rule: [
            { id: "R1", escalation_delay_in_minutes: 10, target: [{ type: "user_reference", id: "U1" }] },
          ],
        },
      ],
      [
        "pagerduty_schedule",
        {
          id: "C1",
          name: "Pay",
          time_zone: "Europe/Oslo",
          description: "Who is woken",
          overflow: true,
          teams: ["T1"],
          layer: [
            {
              id: "L1",
              name: "L",
              start: "2026-01-05T08:00:00Z",
              end: "2030-01-05T08:00:00Z",
              rotation_virtual_start: "2025-01-08T08:00:00Z",
              rotation_turn_length_seconds: 604_800,
              users: ["U1", "U1"],
              restriction: [
                {
                  type: "weekly_restriction",
                  start_day_of_week: 3,
                  start_time_of_day: "08:00:00",
                  duration_seconds: 36_000,
                },
              ],
            },
          ],
        },
      ],
      [
        "pagerduty_maintenance_window",
        { id: "M1", start_time: "2027-01-01T00:00:00Z", end_time: "2027-01-01T02:00:00Z", services: ["S1"] },
      ],
    ]),
    needed: [],
    named: [],
    // Of what stays in PagerDuty as a whole, the report says so once.
    saysNothing: silentOf({
      pagerduty_team: ["html_url", "default_role"],
      pagerduty_user: ["name", "role", "time_zone"],
      pagerduty_team_membership: ["id"],
      pagerduty_service: [
        ...["acknowledgement_timeout", "auto_resolve_timeout", "description"],
        "support_hours.type",
      ],
      // The only integration of a service is called by the service's name.
      pagerduty_service_integration: ["id", "name", "html_url", "vendor"],
      pagerduty_escalation_policy: ["rule.id"],
      pagerduty_schedule: ["id", "overflow", "layer.id"],
      pagerduty_maintenance_window: ["id", "services"],
    }),
  },
  {
    source: "terraform",
    title: "Grafana's resources",
    from: "registry.terraform.io/providers/grafana/grafana, its pages of resources",
    options: { members: true },
    file: shown([
      [
        "grafana_team",
        {
          id: "1",
          team_id: 1,
          org_id: "1",
          team_uid: "u",
          name: "Pay",
          email: "pay@example.com",
          members: ["ada@example.com"],
          ignore_externally_synced_members: false,
          preferences: [{ theme: "dark" }],
          team_sync: [{ groups: ["cn=pay"] }],
        },
      ],
      [
        "grafana_data_source",
        {
          id: "2",
          uid: "prom",
          org_id: "1",
          name: "Prometheus",
          type: "prometheus",
          url: "https://prom.example.com/",
          access_mode: "direct",
          basic_auth_enabled: true,
          basic_auth_username: "u",
          username: "v",
          database_name: "d",
          is_default: true,
          json_data_encoded: '{"timeout":30,"tlsSkipVerify":true,"httpMethod":"POST"}',
          secure_json_data_encoded: '{"basicAuthPassword":"p","other":"o"}',
          http_headers: { "X-Scope-OrgID": "t", "X-Other": "o" },
        },
      ],
      [
        "grafana_contact_point",
        {
          id: "3",
          org_id: "1",
          name: "rest",
          disable_provenance: true,
          email: [
            {
              uid: "a",
              addresses: ["a@example.com"],
              message: "m",
              subject: "s",
              single_email: true,
              disable_resolve_message: true,
              settings: { a: "b" },
            },
          ],
          webhook: [
            {
              uid: "b",
              url: "https://w.example.com/",
              http_method: "PUT",
              max_alerts: 3,
              authorization_scheme: "Bearer",
              authorization_credentials: "c",
              basic_auth_user: "u",
              basic_auth_password: "p",
              message: "m",
              title: "t",
              tls_config: { a: "b" },
              hmac_config: [{ header: "h" }],
              headers: { a: "b" },
              payload: [{ template: "t" }],
            },
          ],
        },
      ],
      ["grafana_contact_point", { name: "pay", email: [{ addresses: ["b@example.com"] }] }],
      [
        "grafana_notification_policy",
        {
          id: "4",
          org_id: "1",
          disable_provenance: true,
          contact_point: "rest",
          group_by: ["alertname"],
          group_wait: "20s",
          group_interval: "3m",
          repeat_interval: "2h",
          policy: [
            {
              contact_point: "pay",
              matcher: [{ label: "team", match: "=~", value: "pay" }],
              continue: true,
              group_by: ["team"],
              group_wait: "10s",
              group_interval: "4m",
              repeat_interval: "3h",
              mute_timings: ["freeze"],
              active_timings: ["office"],
            },
            // With it, continue is of account.
            { contact_point: "rest", matcher: [{ label: "team", match: "=~", value: "pay" }] },
          ],
        },
      ],
      [
        "grafana_mute_timing",
        {
          id: "5",
          org_id: "1",
          disable_provenance: true,
          name: "freeze",
          intervals: [
            {
              times: [{ start: "09:00", end: "17:00" }],
              weekdays: ["monday"],
              days_of_month: ["1:7"],
              months: ["1"],
              years: ["2027"],
              location: "Europe/Berlin",
            },
          ],
        },
      ],
      ["grafana_mute_timing", { name: "office", intervals: [{ weekdays: ["tuesday"] }] }],
      [
        "grafana_slo",
        {
          id: "6",
          uuid: "v",
          name: "Requests",
          description: "Requests are answered",
          folder_uid: "f",
          search_expression: "s",
          destination_datasource: [{ uid: "prom" }],
          query: [
            {
              type: "ratio",
              ratio: [{ success_metric: "good", total_metric: "total", group_by_labels: ["job"] }],
            },
          ],
          objectives: [{ value: 0.995, window: "28d" }],
          label: [
            { key: "service", value: "shop" },
            { key: "team", value: "pay" },
          ],
          alerting: [
            {
              label: [{ key: "tier", value: "one" }],
              annotation: [{ key: "runbook", value: "r" }],
              fastburn: [{ label: [{ key: "to", value: "pager" }], annotation: [{ key: "a", value: "b" }] }],
              slowburn: [{ label: [{ key: "to", value: "chat" }] }],
              advanced_options: [{ min_failures: 3 }],
            },
          ],
        },
      ],
      [
        "grafana_synthetic_monitoring_check",
        {
          id: "7",
          tenant_id: 1,
          job: "Shop",
          target: "https://shop.example.com/",
          enabled: false,
          frequency: 120000,
          timeout: 3000,
          probes: [1],
          alert_sensitivity: "high",
          basic_metrics_only: false,
          labels: { team: "pay" },
          settings: [
            {
              http: [
                {
                  ip_version: "V6",
                  method: "POST",
                  body: "b",
                  headers: ["A: b"],
                  valid_status_codes: [200],
                  valid_http_versions: ["HTTP/2.0"],
                  no_follow_redirects: true,
                  fail_if_ssl: true,
                  fail_if_not_ssl: true,
                  fail_if_body_matches_regexp: ["bad"],
                  fail_if_body_not_matches_regexp: ["good"],
                  proxy_url: "http://p.example.com/",
                  bearer_token: "t",
                  basic_auth: [{ username: "u", password: "p" }],
                  tls_config: [{ insecure_skip_verify: true }],
                  compression: "gzip",
                  cache_busting_query_param_name: "q",
                },
              ],
            },
          ],
        },
      ],
      [
        "grafana_rule_group",
        {
          id: "8",
          name: "Rules",
          folder_uid: "f",
          interval_seconds: 60,
          rule: [{ name: "R", notification_settings: [{ contact_point: "rest" }] }],
        },
      ],
    ]),
    needed: [],
    named: [],
    saysNothing: silentOf({
      grafana_team: ["id", "team_id", "org_id", "team_uid"],
      grafana_data_source: ["id", "org_id"],
      grafana_contact_point: [
        ...["id", "org_id", "disable_provenance", "email.uid", "webhook.uid"],
        // Their passwords are named.
        ...["webhook.authorization_scheme", "webhook.basic_auth_user"],
      ],
      // A policy that names none has the one of the policy above it.
      grafana_notification_policy: ["id", "org_id", "disable_provenance", "policy.contact_point"],
      grafana_mute_timing: ["id", "org_id", "disable_provenance"],
      grafana_slo: [
        ...["id", "uuid", "alerting.annotation.key", "alerting.annotation.value"],
        ...["fastburn.label", "fastburn.annotation", "slowburn.label"].flatMap((name) => [
          `alerting.${name}.key`,
          `alerting.${name}.value`,
        ]),
      ],
      grafana_synthetic_monitoring_check: [
        ...["id", "tenant_id"],
        // One secret stands for either; the token is what is used of both.
        ...["basic_auth", "basic_auth.username", "basic_auth.password"].map(
          (name) => `settings.http.${name}`,
        ),
      ],
      // Rules stay in Grafana as a whole.
      grafana_rule_group: ["id", "name", "folder_uid", "interval_seconds"],
    }),
  },
];
