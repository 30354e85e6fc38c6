/** Files with all fields that a tool publishes, in our own words. */
import type { Options } from "../../src/features/changes/migrations/mapping.ts";
import { openSloAndPagers } from "./published-objects.ts";
import { receivers } from "./published-receivers.ts";

export interface Fields {
  readonly source: string;
  readonly title: string;
  /** Where the tool's fields are written down. */
  readonly from: string;
  readonly options: Options;
  readonly file: unknown;
  /** What the tool refuses a file without. */
  readonly needed: readonly string[];
  /** What is missed where it is not there, although others of the file are carried over. */
  readonly named?: readonly string[];
  /** What says nothing about the set-up: ids, links, times, versions. */
  readonly saysNothing: readonly string[];
}

const metric = 'http_requests_total{job="shop"}';

const pyrraObject = (indicator: object, alerting: object) => ({
  apiVersion: "pyrra.dev/v1alpha1",
  kind: "ServiceLevelObjective",
  metadata: {
    name: "requests",
    namespace: "monitoring",
    labels: { "pyrra.dev/service": "shop", "pyrra.dev/team": "payments" },
    annotations: { "pyrra.dev/runbook": "https://runbooks.example.com/" },
  },
  spec: {
    description: "Requests are answered",
    target: "99.5",
    window: "4w",
    indicator,
    alerting,
    partial_response_strategy: "warn",
    performance_over_accuracy: true,
  },
  status: { type: "PrometheusRule" },
});

const pyrra = {
  source: "pyrra",
  from: "pyrra-dev/pyrra, kubernetes/api/v1alpha1/servicelevelobjective_types.go",
  options: { dataSource: "Prometheus" },
} as const;
const pyrraSilent = ["apiVersion", "metadata.namespace", "status", "status.type"];
const pyrraNeeded = ["metadata.name", "spec.target", "spec.window", "spec.indicator"];
const total = { metric };

export const published: readonly Fields[] = [
  {
    ...pyrra,
    title: "a ratio",
    file: pyrraObject(
      { ratio: { errors: { metric: 'http_requests_total{code=~"5.."}' }, total, grouping: ["handler"] } },
      { name: "ShopBurns", absentName: "ShopGone", absent: false, burnrates: false },
    ),
    needed: [...pyrraNeeded, "spec.indicator.ratio.errors.metric", "spec.indicator.ratio.total.metric"],
    saysNothing: pyrraSilent,
  },
  {
    ...pyrra,
    title: "a latency",
    file: pyrraObject(
      { latency: { success: { metric: 'http_seconds_bucket{le="1"}' }, total, grouping: ["handler"] } },
      { disabled: true },
    ),
    needed: [...pyrraNeeded, "spec.indicator.latency.success.metric", "spec.indicator.latency.total.metric"],
    saysNothing: pyrraSilent,
  },
  {
    ...pyrra,
    title: "a latency of native histograms",
    file: pyrraObject(
      { latencyNative: { total, latency: "1s", grouping: ["handler"] } },
      { burnrates: false },
    ),
    needed: [
      ...pyrraNeeded,
      "spec.indicator.latencyNative.total.metric",
      "spec.indicator.latencyNative.latency",
    ],
    saysNothing: pyrraSilent,
  },
  {
    ...pyrra,
    title: "a gauge",
    file: pyrraObject({ bool_gauge: { metric: "up", grouping: ["job"] } }, { absent: false }),
    needed: [...pyrraNeeded, "spec.indicator.bool_gauge.metric"],
    saysNothing: pyrraSilent,
  },
  {
    source: "sloth",
    title: "a file with events",
    from: "slok/sloth, pkg/prometheus/api/v1/v1.go",
    options: { dataSource: "Prometheus" },
    file: {
      version: "prometheus/v1",
      service: "shop",
      labels: { team: "payments" },
      slo_plugins: { chain: [{ id: "validate" }] },
      slos: [
        {
          name: "requests",
          description: "Requests are answered",
          objective: 99.5,
          labels: { tier: "one" },
          plugins: { chain: [{ id: "debug" }] },
          sli: {
            events: {
              error_query: `sum(rate(${metric}[{{.window}}]))`,
              total_query: "sum(rate(http_requests_total[{{.window}}]))",
            },
          },
          alerting: {
            name: "ShopBurns",
            labels: { category: "availability" },
            annotations: { runbook: "https://runbooks.example.com/" },
            page_alert: { labels: { severity: "page", to: "pager" }, annotations: { title: "Page" } },
            ticket_alert: { labels: { severity: "slack" }, annotations: { title: "Ticket" } },
          },
        },
      ],
    },
    needed: [
      "version",
      "service",
      "slos.0.name",
      "slos.0.objective",
      "slos.0.sli",
      "slos.0.sli.events.error_query",
      "slos.0.sli.events.total_query",
    ],
    saysNothing: [],
  },
  {
    source: "sloth",
    title: "an object of its operator, with a share",
    from: "slok/sloth, pkg/kubernetes/api/sloth/v1/types.go",
    options: { dataSource: "Prometheus" },
    file: {
      apiVersion: "sloth.slok.dev/v1",
      kind: "PrometheusServiceLevel",
      metadata: { name: "shop", namespace: "monitoring" },
      spec: {
        service: "shop",
        slos: [
          {
            name: "requests",
            objective: 99.5,
            sli: { raw: { errorRatioQuery: 'shop:errors:ratio{window="{{.window}}"}' } },
            alerting: { pageAlert: { disable: true }, ticketAlert: { disable: true } },
          },
        ],
      },
    },
    needed: ["spec.service", "spec.slos.0.name", "spec.slos.0.objective", "spec.slos.0.sli"],
    saysNothing: ["apiVersion", "metadata", "metadata.name", "metadata.namespace"],
  },
  {
    source: "healthchecks",
    title: "checks by a period and by cron",
    from: "healthchecks/healthchecks, hc/api/models.py and the page of its API v3",
    options: {},
    file: {
      checks: [
        {
          name: "Backup",
          slug: "backup",
          tags: "prod db",
          desc: "Every night",
          grace: 7_200,
          timeout: 3_600,
          n_pings: 3,
          status: "paused",
          started: false,
          last_ping: "2026-11-25T04:00:00+00:00",
          last_duration: 3,
          next_ping: "2026-11-26T04:00:00+00:00",
          manual_resume: true,
          methods: "POST",
          subject: "done",
          subject_fail: "failed",
          start_kw: "begin",
          success_kw: "done",
          failure_kw: "failed",
          filter_subject: true,
          filter_body: true,
          filter_http_body: true,
          filter_default_fail: true,
          badge_url: "https://hc.example.com/badge",
          uuid: "a",
          unique_key: "b",
          ping_url: "https://hc.example.com/ping",
          update_url: "https://hc.example.com/update",
          pause_url: "https://hc.example.com/pause",
          resume_url: "https://hc.example.com/resume",
          channels: "4ec5a071",
        },
        { name: "Report", schedule: "0 9 * * 1", tz: "Europe/Berlin", grace: 600, tags: "x" },
      ],
    },
    needed: [],
    saysNothing: [
      ...["slug", "n_pings", "started", "last_ping", "last_duration", "next_ping"],
      ...["badge_url", "uuid", "unique_key", "update_url", "pause_url", "resume_url"],
    ].map((name) => `checks.${name}`),
  },
  {
    source: "alertmanager",
    title: "routes, inhibition and time intervals",
    from: "prometheus/alertmanager, docs/configuration.md",
    options: {},
    file: {
      route: {
        receiver: "rest",
        group_by: ["alertname"],
        group_wait: "20s",
        group_interval: "3m",
        repeat_interval: "2h",
        routes: [
          {
            receiver: "pay",
            match: { team: "pay" },
            match_re: { severity: "a|b" },
            matchers: ["env=prod"],
            continue: true,
            group_by: ["team"],
            group_wait: "10s",
            group_interval: "4m",
            repeat_interval: "3h",
            mute_time_intervals: ["freeze"],
            active_time_intervals: ["office"],
          },
          // With it, continue is of account.
          { receiver: "pay", match: { team: "pay" } },
        ],
      },
      receivers: [
        { name: "rest", webhook_configs: [{ url: "https://rest.example.com/" }] },
        { name: "pay", webhook_configs: [{ url: "https://pay.example.com/" }] },
      ],
      inhibit_rules: [
        {
          name: "less",
          source_match: { severity: "critical" },
          source_match_re: { env: "p|q" },
          source_matchers: ["region=a"],
          target_match: { severity: "warning" },
          target_match_re: { env: "p|r" },
          target_matchers: ["region=b"],
          equal: ["cluster"],
        },
      ],
      time_intervals: [
        {
          name: "freeze",
          time_intervals: [
            {
              times: [{ start_time: "09:00", end_time: "17:00" }],
              weekdays: ["monday"],
              days_of_month: ["1:7"],
              months: ["january"],
              years: ["2027"],
              location: "Europe/Berlin",
            },
          ],
        },
        { name: "office", time_intervals: [{ weekdays: ["tuesday"] }] },
      ],
      templates: ["/etc/alertmanager/*.tmpl"],
      tracing: { endpoint: "localhost:4317" },
    },
    needed: ["receivers.0.name", "route.receiver"],
    saysNothing: ["tracing.endpoint"],
  },
  {
    source: "alertmanager",
    title: "what Grafana is provisioned with",
    from: "grafana/grafana, docs/sources/alerting, file provisioning",
    options: {},
    file: {
      apiVersion: 1,
      contactPoints: [
        {
          orgId: 1,
          name: "rest",
          receivers: [
            {
              uid: "a",
              type: "webhook",
              settings: { url: "https://rest.example.com/", httpMethod: "POST" },
              disableResolveMessage: true,
            },
          ],
        },
        {
          orgId: 1,
          name: "pay",
          receivers: [{ uid: "b", type: "email", settings: { addresses: "pay@example.com" } }],
        },
      ],
      policies: [
        {
          orgId: 1,
          receiver: "rest",
          group_by: ["alertname"],
          group_wait: "20s",
          group_interval: "3m",
          repeat_interval: "2h",
          routes: [
            {
              receiver: "pay",
              object_matchers: [["team", "=", "pay"]],
              matchers: ["env=prod"],
              continue: true,
              mute_time_intervals: ["freeze"],
              active_time_intervals: ["office"],
            },
            { receiver: "pay", object_matchers: [["team", "=", "pay"]] },
          ],
        },
      ],
      muteTimes: [
        {
          orgId: 1,
          name: "freeze",
          time_intervals: [{ months: ["12"], days_of_month: ["24:31"], location: "Europe/Berlin" }],
        },
        { orgId: 1, name: "office", time_intervals: [{ weekdays: ["monday:friday"] }] },
      ],
      templates: [{ orgId: 1, name: "t", template: "x" }],
      groups: [{ orgId: 1, name: "g", folder: "f", interval: "60s", rules: [] }],
      deleteContactPoints: [{ orgId: 1, uid: "c" }],
      resetPolicies: [1],
      deleteMuteTimes: [{ orgId: 1, name: "m" }],
    },
    needed: ["policies.0.receiver", "contactPoints.0.name", "muteTimes.0.name"],
    saysNothing: [
      ...["apiVersion", "contactPoints.orgId", "contactPoints.receivers.uid", "muteTimes.orgId"],
      "policies.orgId",
      // These are named as a whole.
      ...["orgId", "uid"].map((name) => `deleteContactPoints.${name}`),
      ...["orgId", "name"].map((name) => `deleteMuteTimes.${name}`),
      ...["orgId", "name", "folder", "interval", "rules"].map((name) => `groups.${name}`),
      ...["orgId", "name", "template"].map((name) => `templates.${name}`),
    ],
  },
  ...receivers,
  ...openSloAndPagers,
];
