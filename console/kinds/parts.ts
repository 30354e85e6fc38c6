/** What a kind's page shows where a form is not enough; every other kind has a page without being named here. */
import type { ComponentType } from "react";
import { later } from "../parts/in-time.ts";
import type { PartProps, SettingBodyProps } from "./part-props.ts";

interface RowPart {
  readonly Panel: ComponentType<PartProps>;
  /** Computed fields that the panel shows. */
  readonly stateWithout?: readonly string[];
}

export const rowParts: Readonly<Record<string, RowPart>> = {
  alert_routes: {
    Panel: later(async () => (await import("./special/alert-routes/unreachable.tsx")).Unreachable),
    stateWithout: ["unreachable"],
  },
  connectors: {
    Panel: later(async () => (await import("./special/connectors/connector.tsx")).Connector),
  },
  data_sources: {
    Panel: later(async () => (await import("./special/data-sources/data-source.tsx")).DataSource),
  },
  deploy_policies: {
    Panel: later(async () => (await import("./special/deploy-policies/deploy-policy.tsx")).DeployPolicy),
    stateWithout: ["frozen", "override_active", "override_allow", "override_by", "override_until"],
  },
  outbound_configs: {
    Panel: later(async () => (await import("./connection-tests/connection-test.tsx")).OutboundTargetTest),
  },
  prompt_templates: {
    Panel: later(async () => (await import("./special/prompt-templates/prompt-template.tsx")).PromptTemplate),
    stateWithout: ["review_status", "flagged_patterns"],
  },
  service_bindings: {
    Panel: later(async () => (await import("./special/service-bindings/service-binding.tsx")).ServiceBinding),
  },
  status_page_components: {
    Panel: later(async () => (await import("./special/status-page-components/component.tsx")).Component),
  },
  status_page_incidents: {
    Panel: later(async () => (await import("./special/status-page-incidents/desk.tsx")).IncidentDesk),
    stateWithout: ["updates"],
  },
  teams: {
    Panel: later(async () => (await import("./special/teams/team.tsx")).Team),
    stateWithout: ["members"],
  },
};

interface SettingPart {
  /** Takes the place of all that a setting's page has. */
  readonly Whole?: ComponentType<PartProps>;
  /** Takes the place of summary and form. */
  readonly Body?: ComponentType<SettingBodyProps>;
  /** Stands beside them. */
  readonly Panel?: ComponentType<PartProps>;
}

export const settingParts: Readonly<Record<string, SettingPart>> = {
  aws_external_id: {
    Whole: later(async () => (await import("./special/aws-external-id/external-id.tsx")).AwsExternalId),
  },
  notification_settings: {
    Body: later(
      async () => (await import("./special/notification-settings/notifications.tsx")).Notifications,
    ),
    Panel: later(async () => (await import("./special/notification-settings/test-mail.tsx")).TestMail),
  },
};
