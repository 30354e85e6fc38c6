/**
 * What each kind has of its own in the console: every other kind, and every other place, is drawn from the definition.
 * Components are loaded when they are first shown. docs/recipes/console-page.md says how to add an entry.
 */
import { later } from "../parts/in-time.ts";
import type { BulkForm, FormSection, Special, SpecialKinds } from "./special-type.ts";

const TryQuery = later(() => import("./special/slis/try-query.tsx"), "TryQuery");
const YourPrometheus = later(() => import("../parts/prometheus/form.tsx"), "PrometheusForm");
const RouteQuestion = later(() => import("./special/alert-routes/route-question.tsx"), "RouteQuestion");

/** A route's form: which alerts, to whom, and in which order. */
const routeSections: readonly FormSection[] = [
  { name: "Basics", fields: ["name", "enabled", "owning_team_id"] },
  { name: "When", fields: ["matchers"] },
  { name: "Send to", fields: ["destinations", "drop", "publish"] },
  { name: "Order", fields: ["position", "continue"] },
  {
    name: "Advanced",
    fields: [
      ...["severity_override", "group_by", "group_wait_seconds", "group_interval_seconds"],
      ...["repeat_interval_seconds", "drill_schedule", "prove_every_days"],
    ],
    Words: later(() => import("./special/alert-routes/timing.tsx"), "TimingWords"),
  },
];

/** Acts of one row, on many of them. */
const many = (title: string, name: keyof typeof import("./many/each.tsx")): BulkForm => ({
  title,
  Dialog: later(() => import("./many/each.tsx"), name),
});

/** By kind. */
export const special: SpecialKinds = {
  absences: { previewed: true },
  alert_heartbeats: {
    actions: ["rotate_alert_heartbeat"],
    Panel: later(() => import("./special/alert-heartbeats/url.tsx"), "HeartbeatUrl"),
    stateInPanel: ["url"],
    previewed: true,
    belowField: {
      grace_minutes: later(() => import("./special/alert-heartbeats/patience.tsx"), "Patience"),
    },
  },
  alert_inhibitions: { previewed: true },
  alert_mutes: {
    actions: ["extend_alert_mute"],
    bulkForms: [
      {
        title: "Extend or end",
        Dialog: later(() => import("./special/alert-mutes/times-many.tsx"), "MutesDialog"),
      },
    ],
    Panel: later(() => import("./special/alert-mutes/time-left.tsx"), "TimeLeft"),
    stateInPanel: ["expires_at"],
    previewed: true,
    belowField: {
      matchers: later(() => import("./special/alert-mutes/mute-preview.tsx"), "MutePreview"),
    },
  },
  alert_routes: {
    bulkForms: [many("Start a drill", "DrillRoutes")],
    actions: ["resolve_alert_route"],
    ListPanel: RouteQuestion,
    Panel: later(() => import("./special/alert-routes/panel.tsx"), "RoutePanel"),
    stateInPanel: ["unreachable", "last_proved_at"],
    list: {
      cells: {
        destinations: later(() => import("./special/alert-routes/destinations-cell.tsx"), "DestinationsCell"),
      },
    },
    sections: routeSections,
    inputs: {
      matchers: later(() => import("./special/alert-routes/matcher-input.tsx"), "MatchersInput"),
      destinations: later(() => import("./special/alert-routes/destinations-input.tsx"), "DestinationsInput"),
    },
    attention: { title: "Routes to prove", step: "Start a drill" },
    belowField: {
      position: later(() => import("./special/alert-routes/place.tsx"), "RoutePlace"),
    },
    previewed: true,
    firstStep: {
      place: 4,
      title: "Say who is notified",
      about: "A chat, a pager or a mailbox of a team, and the route to it.",
      button: "Choose where",
      path: "/team-alerts",
    },
  },
  aws_external_id: {
    actions: ["rotate_aws_external_id"],
    SettingPage: later(() => import("./special/aws-external-id/external-id.tsx"), "AwsExternalId"),
  },
  behaviour_tests: {
    actions: ["run_tests"],
    Panel: later(() => import("./special/behaviour-tests/result.tsx"), "TestResult"),
  },
  certificate_monitors: {
    servicePlace: 3,
    attention: { title: "Certificates", step: "See the certificate" },
  },
  change_notifications: {
    bulkForms: [many("Test", "TestNotifications")],
    actions: ["test_change_notification", "list_change_notification_deliveries"],
    verb: { title: "Test" },
    Panel: later(() => import("./special/change-notifications/panel.tsx"), "NotificationPanel"),
  },
  connectors: {
    bulkForms: [many("Test", "TestConnectors")],
    actions: [
      "test_connector",
      "test_unsaved_connector",
      "list_renders",
      "get_render",
      "get_render_file",
      "get_service_discovery",
    ],
    verb: { title: "Test" },
    Panel: later(() => import("./special/connectors/connector.tsx"), "Connector"),
    BelowForm: later(() => import("./connection-tests/unsaved-test.tsx"), "UnsavedConnectorTest"),
    attention: { title: "Failing connectors", step: "Test it" },
    ownForms: { prometheus: { path: "/prometheus", Form: YourPrometheus } },
  },
  data_sources: {
    bulkForms: [many("Test", "TestDataSources")],
    actions: ["test_data_source", "test_unsaved_data_source"],
    verb: { title: "Test" },
    Panel: later(() => import("./special/data-sources/data-source.tsx"), "DataSource"),
    BelowForm: later(() => import("./connection-tests/unsaved-test.tsx"), "UnsavedDataSourceTest"),
    attention: { title: "Failing data sources", step: "Test it" },
    ownForms: { prometheus: { path: "/prometheus", Form: YourPrometheus } },
    firstStep: {
      place: 1,
      title: "Connect your Prometheus",
      about: "The place where your metrics are. Its address is enough.",
      button: "Connect it",
      path: "/prometheus",
    },
  },
  deploy_policies: {
    actions: ["resolve_deploy_gate", "preview_deploy_gate", "override_deploy_gate", "clear_deploy_override"],
    verb: { title: "Freeze deploys of", view: "edit" },
    ListPanel: later(() => import("./special/deploy-policies/gate-question.tsx"), "GateQuestion"),
    bulkForms: [
      {
        title: "Freeze",
        Dialog: later(() => import("./special/deploy-policies/freeze-many.tsx"), "FreezeDialog"),
      },
    ],
    Panel: later(() => import("./special/deploy-policies/deploy-policy.tsx"), "DeployPolicy"),
    stateInPanel: ["frozen", "override_active", "override_allow", "override_by", "override_until"],
    BelowForm: later(() => import("./special/deploy-policies/gate-preview.tsx"), "GatePreview"),
    previewed: true,
    attention: { title: "Closed deploy gates" },
  },
  git_sources: {
    bulkForms: [many("Sync", "SyncSources")],
    actions: ["sync_git_source", "test_unsaved_git_source"],
    Panel: later(() => import("./special/git-sources/panel.tsx"), "GitSource"),
    stateInPanel: ["commits", "pushed_commit", "pull_request"],
    SetUp: later(() => import("./special/git-sources/set-up.tsx"), "SetUp"),
    attention: { title: "Git sources that are not synced", step: "See the problem" },
  },
  notification_settings: {
    actions: ["emit_event"],
    Panel: later(() => import("./special/notification-settings/test-mail.tsx"), "TestMail"),
    SettingBody: later(() => import("./special/notification-settings/notifications.tsx"), "Notifications"),
  },
  on_call_overrides: { previewed: true },
  on_call_rotas: { previewed: true },
  outbound_configs: {
    bulkForms: [many("Test", "TestTargets"), many("Start a drill", "DrillTargets")],
    actions: ["test_outbound_config", "test_unsaved_outbound_config"],
    verb: { title: "Test" },
    Panel: later(() => import("./special/outbound-configs/panel.tsx"), "TargetPanel"),
    BelowForm: later(() => import("./connection-tests/unsaved-test.tsx"), "UnsavedTargetTest"),
    previewed: true,
    attention: { title: "Failing outbound targets", step: "Test it" },
  },
  outbound_rules: { ListPanel: RouteQuestion, previewed: true },
  prompt_templates: {
    actions: ["resolve_prompt"],
    verb: { title: "Review" },
    ListPanel: later(() => import("./special/prompt-templates/served-prompts.tsx"), "ServedPrompts"),
    Panel: later(() => import("./special/prompt-templates/prompt-template.tsx"), "PromptTemplate"),
    stateInPanel: ["review_status", "flagged_patterns"],
    previewed: true,
    attention: { title: "Prompts to review" },
  },
  service_bindings: {
    actions: ["resolve_service_bindings"],
    ListPanel: later(() => import("./special/service-bindings/binding-question.tsx"), "BindingQuestion"),
    Panel: later(() => import("./special/service-bindings/service-binding.tsx"), "ServiceBinding"),
  },
  slo_corrections: { previewed: true },
  slis: {
    actions: ["test_query"],
    belowField: {
      good_query: TryQuery,
      bad_query: TryQuery,
      total_query: TryQuery,
      threshold_query: TryQuery,
    },
    previewed: true,
    servicePlace: 6,
    firstStep: {
      place: 2,
      title: "Measure something",
      about: "An SLI is a query that separates good from bad.",
      button: "Add an SLI",
    },
  },
  slos: {
    actions: ["measure_slo"],
    previewed: true,
    list: {
      title: "Objectives",
      sort: "error_budget_remaining_percent",
      cells: {
        error_budget_remaining_percent: later(() => import("./special/slos/budget-cell.tsx"), "BudgetCell"),
      },
    },
    Lead: later(() => import("./special/slos/lead.tsx"), "SloLead"),
    inLead: ["error_budget_remaining_percent"],
    ServiceRows: later(() => import("./special/slos/service-slos.tsx"), "ServiceSlos"),
    servicePlace: 1,
    attention: { title: "Budgets at risk", step: "See the burn" },
    firstStep: {
      place: 3,
      title: "Set an objective",
      about: "An SLO says how good is good enough.",
      button: "Add an SLO",
    },
  },
  status_page_components: {
    Panel: later(() => import("./special/status-page-components/component.tsx"), "Component"),
    servicePlace: 5,
  },
  status_page_incidents: {
    jobs: [
      {
        title: "New incident",
        about: "What users notice, where, and how badly.",
        fields: ["title", "component_ids", "impact", "status", "body"],
        begins: {},
      },
      {
        title: "Plan maintenance",
        about: "What is worked on, when, and for how long.",
        fields: ["title", "component_ids", "scheduled_for", "scheduled_until", "mute_alerts", "body"],
        begins: { impact: "maintenance", status: "scheduled" },
      },
    ],
    verb: { title: "Post an update on" },
    Lead: later(() => import("./special/status-page-incidents/desk.tsx"), "IncidentDesk"),
    inLead: ["title", "body", "component_ids", "updates"],
    stateInPanel: ["updates"],
    belowField: {
      body: later(() => import("./special/status-page-incidents/new-incident.tsx"), "IncidentTemplates"),
      impact: later(() => import("./special/status-page-incidents/new-incident.tsx"), "ProposedStates"),
    },
    BelowForm: later(() => import("./special/status-page-incidents/reach.tsx"), "IncidentReach"),
    SaveWords: later(() => import("./special/status-page-incidents/new-incident.tsx"), "PublishWords"),
    chosenFields: ["status"],
    aboutAlert: {
      key: "p",
      title: "Post an update",
      Dialog: later(() => import("./special/status-page-incidents/from-alert.tsx"), "PostFromAlert"),
    },
    servicePlace: 4,
    attention: { title: "Incidents", step: "Post an update" },
  },
  status_page_settings: {
    actions: ["count_subscribers"],
    Panel: later(() => import("./special/status-page-settings/page-panel.tsx"), "PagePanel"),
    stateInPanel: ["logo_problem"],
    belowField: {
      accent_color: later(() => import("./special/status-page-settings/colour.tsx"), "ColourContrast"),
    },
  },
  synthetic_checks: {
    ServiceRows: later(() => import("./special/synthetic-checks/service-checks.tsx"), "ServiceChecks"),
    servicePlace: 2,
    attention: { title: "Failing checks" },
  },
  team_members: {
    inMenu: false,
  },
  teams: {
    Panel: later(() => import("./special/teams/team.tsx"), "Team"),
    stateInPanel: ["members"],
    bulkForms: [
      {
        title: "Add or remove a person",
        Dialog: later(() => import("./special/teams/people-many.tsx"), "PeopleDialog"),
      },
    ],
  },
};

/** What can be done about an alert with rows of other kinds, by their kinds. */
export const aboutAlerts = Object.entries(special).flatMap(([kind, { aboutAlert }]) =>
  aboutAlert === undefined ? [] : [{ kind, ...aboutAlert }],
);

/** What the kind has of its own; nothing for most. */
export function specialOf(kind: string): Special {
  return special[kind] ?? {};
}
