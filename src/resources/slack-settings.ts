import { defineSetting } from "../kernel/define-kind.ts";
import { eventKeys } from "../kernel/events.ts";
import { boolean, choice, list, secret, text } from "../kernel/field.ts";

export const slackSettings = defineSetting({
  kind: "slack_settings",
  title: "Slack",
  group: "Integrations",
  description:
    "These settings name the organization's Slack workspace: which events are posted there, into which channel, and how the channels opened for incidents are named.",
  level: "admin",
  fields: {
    enabled: boolean({ description: "Whether anything is posted to Slack.", default: false, switch: true }),
    workspace_id: text({ description: "The workspace's id, such as T024BE7LD.", nullable: true }),
    default_channel_id: text({
      description: "The id of the channel for posts that name no other, such as C024BE91L.",
      nullable: true,
    }),
    incident_channel_template: text({
      description: "How a channel opened for an incident is named; {date} and {title} are filled in.",
      default: "inc-{date}-{title}",
    }),
    event_types: list({
      description: "The events that are posted; empty posts none.",
      items: choice({ description: "An event.", choices: eventKeys }),
    }),
    bot_token: secret({ description: "The token that the service posts with.", section: "Access" }),
    signing_secret: secret({ description: "What requests from Slack are verified with.", section: "Access" }),
  },
  example: {
    enabled: true,
    workspace_id: "T024BE7LD",
    default_channel_id: "C024BE91L",
    event_types: ["alert_created", "slo_breach"],
    bot_token: "<the app's bot token>",
  },
});
