import { defineCollection } from "../kernel/define-kind.ts";
import { boolean, choice, computed, defaultLimits, list, secret, text, timestamp } from "../kernel/field.ts";
import { nameField } from "./parts.ts";

/** The name of the kind, for who has no definition: that is made by the index, which knows all other kinds. */
export const changeNotificationsKind = "change_notifications";
const kind = changeNotificationsKind;
const changes = ["create", "update", "delete"] as const;

export type ChangeNotifications = ReturnType<typeof defineChangeNotifications>;

/** Takes the names of all other kinds, which only the index knows. */
export function defineChangeNotifications(kinds: readonly string[]) {
  return defineCollection({
    kind,
    title: "Change notifications",
    group: "Alerting",
    description:
      "A change notification sends every change of the organization's configuration to a mailbox, a Slack channel or a webhook.",
    level: "admin",
    idPrefix: "chn",
    naturalKey: ["name"],
    listColumns: ["name", "enabled", "channel", "recipients", "resources", "verbs", "excluded_actors"],
    fields: fieldsFor(kinds),
    example: {
      name: "Changes of policy",
      channel: "email",
      recipients: ["platform@example.com"],
      resources: ["deploy_policies", "organization_settings"],
    },
    check({ configuration: { channel, recipients, webhook_url }, secretsSet }) {
      const target = {
        email: { field: "recipients", given: recipients.length > 0 },
        slack: { field: "slack_webhook_url", given: secretsSet.slack_webhook_url === true },
        webhook: { field: "webhook_url", given: webhook_url !== null },
      }[channel];
      return target.given ? [] : [{ field: target.field, message: `is required for the channel ${channel}` }];
    },
    prepare({ configuration, state }, before) {
      if (!configuration.enabled || !state.last_error_message) return {};
      // Of a target that it goes on trying the error stays until a message arrives.
      const same =
        before?.configuration.enabled && before.configuration.webhook_url === configuration.webhook_url;
      return same ? {} : { state: { last_error_message: null, failing_since: null } };
    },
  });
}

function fieldsFor(kinds: readonly string[]) {
  return {
    name: nameField(),
    enabled: boolean({
      description:
        "Whether it notifies at all. The service turns it off when its target keeps failing; the audit log records that with the actor and the door service.",
      default: true,
      switch: true,
    }),
    last_error_message: computed({
      description:
        "The last error of its target, from the first try that fails: while it is tried again, and after the service turned it off for that. Null while the target takes messages, and after it is enabled again. Of mail it is there only once it is off.",
      shape: text({ description: "The last error of its target.", nullable: true }),
      from: "state",
      movedBy: ["enabled", "webhook_url"],
    }),
    failing_since: computed({
      description: "Since when every try of its webhook or Slack channel failed; null while they go well.",
      shape: timestamp({ description: "Since when every try failed.", nullable: true, past: true }),
      from: "state",
      movedBy: ["enabled", "webhook_url"],
    }),
    channel: choice({
      description: "How it notifies; each channel needs its own target field.",
      choices: ["email", "slack", "webhook"],
      fixed: true,
    }),
    recipients: list({
      description: "Who is mailed; email needs at least one.",
      onlyFor: { field: "channel", values: ["email"] },
      items: text({ description: "An email address.", format: "email", max: 254 }),
    }),
    webhook_url: text({
      description: "Where changes are posted; webhook needs it.",
      onlyFor: { field: "channel", values: ["webhook"] },
      format: "url",
      min: 1,
      nullable: true,
    }),
    slack_webhook_url: secret({
      description: "The URL of Slack's incoming webhook; slack needs it.",
      onlyFor: { field: "channel", values: ["slack"] },
    }),
    resources: list({
      description: 'The kinds of resource whose changes are notified; "*", or an empty list, for every kind.',
      default: ["*"],
      items: choice({
        description: 'A kind of resource, or "*".',
        choices: ["*", ...[kind, ...kinds].sort()],
      }),
    }),
    verbs: list({
      description: "The sorts of change that are notified; an empty list is every sort.",
      default: changes,
      items: choice({ description: "A sort of change.", choices: changes }),
    }),
    excluded_actors: list({
      description:
        "Names or ids of keys and people whose changes are not notified, such as a pipeline's key.",
      section: "Advanced",
      items: text({ description: "An actor's name or id.", max: defaultLimits.name }),
    }),
    include_diff: boolean({
      description: "Whether the message shows each field before and after; secrets are never shown.",
      default: true,
    }),
    webhook_secret: secret({
      description: "The key that posts to webhook_url are signed with.",
      onlyFor: { field: "channel", values: ["webhook"] },
    }),
  };
}
