import { defineSetting } from "../kernel/define-kind.ts";
import { eventKeys } from "../kernel/events.ts";
import { boolean, choice, list, text } from "../kernel/field.ts";

export const notificationSettings = defineSetting({
  kind: "notification_settings",
  asks: true,
  title: "Notifications",
  group: "Alerting",
  description:
    "These settings say which events the organization is mailed about, and who gets the mail. An event is sent when mail is on, its category is on, and it is not muted by name.",
  level: "admin",
  fields: {
    enabled: boolean({
      description: "Whether notification mail is sent at all; off stops every one.",
      default: true,
      switch: true,
    }),
    notify_incidents: category("alerts, investigations and status-page incidents"),
    notify_automation: category("runbook approvals and the results of runs"),
    notify_security: category("security findings, quota warnings and failing integrations"),
    notify_slo: category("SLO breaches, burn rates, error budgets and tracking failures"),
    recipients: list({
      description:
        "Who is mailed; a team's alias is an address like any other. A write replaces the whole list.",
      max: 200,
      items: text({ description: "An email address.", format: "email", max: 254 }),
    }),
    muted_events: list({
      description:
        "Events that are not mailed although their category is on. A write replaces the whole list; an event that is not in it is sent.",
      items: choice({ description: "An event's key.", choices: eventKeys }),
    }),
  },
  example: {
    recipients: ["sre@example.com"],
    muted_events: ["investigation_completed"],
  },
});

function category(covers: string) {
  return boolean({
    description: `Mail about ${covers}. Off silences them whatever muted_events says.`,
    default: true,
  });
}
