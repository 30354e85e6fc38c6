/** The kinds of outbound targets: what each is called, and what a row of it holds. */
import type { Variant } from "../kernel/field.ts";

export const kinds = [
  "pagerduty",
  "opsgenie",
  "servicenow",
  "victorops",
  "incident_io",
  "jira",
  "slack",
  "teams",
  "discord",
  "google_chat",
  "mattermost",
  "rocketchat",
  "telegram",
  "webex",
  "ntfy",
  "gotify",
  "pushover",
  "sns",
  "email",
  "webhook",
] as const;

export type TargetKind = (typeof kinds)[number];

/** What each kind takes as its secret, as its vendor calls it. */
export const secrets = {
  pagerduty: "the integration's routing key",
  opsgenie: "the key of an API integration",
  servicenow: "user:password, or an OAuth access token",
  slack: "the URL of the incoming webhook",
  teams: "the URL of the workflow that takes webhook requests",
  victorops: "the API key of the REST endpoint",
  incident_io: "the token of the alert source",
  jira: "email:token of a user",
  discord: "the URL of the channel's webhook",
  google_chat: "the URL of the space's webhook",
  mattermost: "the URL of the incoming webhook",
  rocketchat: "the URL of the incoming integration",
  telegram: "the bot's token",
  webex: "the bot's access token",
  ntfy: "an access token or user:password, or none",
  gotify: "the application's token",
  pushover: "the user's or group's key, a colon, and the application's token",
  sns: "the id of an access key, a colon, and its secret",
  webhook: "the key that messages are signed with, or none",
} as const;

/** What each kind that needs a recipient calls it. */
export const recipients = {
  telegram: "the id of the chat, or @ and the channel's name",
  webex: "the id of the room",
  victorops: "the routing key",
  jira: "the project's key, or that, a slash and the issue type",
  sns: "the ARN of the topic",
} as const;

export const urls = {
  region: "the API of another region",
  openWebhook: "the webhook, where its URL is no secret",
  servicenow: "the address of the instance (its incident table is used) or of a table",
  webhook: "the address that alerts are posted to",
  ntfy: "the address of the topic, such as https://ntfy.sh/alerts",
  gotify: "the address of the server",
  incident_io: "the address of the alert source",
  jira: "the address of the site",
} as const;

const ofProxy = { title: "Address of a proxy", help: "a proxy in front of the vendor's API" };

/** Of a chat that takes messages at an address of the channel, which is its secret. */
function fieldsOfWebhook(kind: keyof typeof secrets, title = "Webhook URL"): Variant["fields"] {
  return {
    secret: { title, help: secrets[kind], asked: true, needs: ["secret", "url"] },
    url: { title: "URL, where it is no secret", help: urls.openWebhook },
  };
}

export const variants: Readonly<Record<TargetKind, Variant>> = {
  pagerduty: {
    title: "PagerDuty",
    help: "Opens an incident in a PagerDuty service, and resolves it when the alert ends. In the service, add the integration Events API V2 and copy its integration key.",
    link: "https://support.pagerduty.com/main/docs/services-and-integrations",
    fields: {
      secret: { title: "Integration key", help: secrets.pagerduty, asked: true, needs: ["secret"] },
      url: { title: "Address of another region", help: urls.region },
    },
  },
  opsgenie: {
    title: "Opsgenie",
    help: "Opens an alert in Opsgenie, and closes it when the alert here ends. In your team, add an integration of the type API and copy its key.",
    link: "https://support.atlassian.com/opsgenie/docs/create-a-default-api-integration/",
    fields: {
      secret: { title: "API key", help: secrets.opsgenie, asked: true, needs: ["secret"] },
      url: { title: "Address of another region", help: urls.region },
    },
  },
  servicenow: {
    title: "ServiceNow",
    help: "Opens an incident in ServiceNow, and resolves it when the alert ends. It needs the address of your instance, and a user or an OAuth token that may write incidents.",
    link: "https://developer.servicenow.com/dev.do#!/reference/api/latest/rest/c_TableAPI",
    fields: {
      url: { title: "Address of the instance", help: urls.servicenow, asked: true, needs: ["url"] },
      secret: {
        title: "User and password, or token",
        help: secrets.servicenow,
        asked: true,
        needs: ["secret"],
      },
    },
  },
  slack: {
    title: "Slack",
    help: "Posts each alert in one Slack channel. In your Slack app, switch on incoming webhooks, add one for the channel, and copy its URL.",
    link: "https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks",
    fields: fieldsOfWebhook("slack"),
  },
  teams: {
    title: "Microsoft Teams",
    help: "Posts each alert in one Teams channel. At the channel, add the workflow for webhook alerts, and copy its URL.",
    link: "https://support.microsoft.com/en-us/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498",
    fields: fieldsOfWebhook("teams", "Workflow URL"),
  },
  victorops: {
    title: "Splunk On-Call",
    help: "Opens an incident in Splunk On-Call (VictorOps), and ends it when the alert ends. Switch on the integration REST Generic, and copy its key and a routing key.",
    link: "https://help.victorops.com/knowledge-base/rest-endpoint-integration-guide/",
    fields: {
      secret: { title: "API key", help: secrets.victorops, asked: true, needs: ["secret"] },
      recipient: { title: "Routing key", help: recipients.victorops, asked: true, needs: ["recipient"] },
      url: ofProxy,
    },
  },
  incident_io: {
    title: "incident.io",
    help: "Sends alerts to incident.io, and their ends. Add an alert source of the type Alertmanager, and copy its address and token.",
    link: "https://docs.incident.io/alerts/alertmanager",
    fields: {
      url: { title: "Address of the alert source", help: urls.incident_io, asked: true, needs: ["url"] },
      secret: { title: "Token", help: secrets.incident_io, asked: true, needs: ["secret"] },
    },
  },
  jira: {
    title: "Jira",
    help: "Opens an issue in a project of Jira Cloud, and moves it to done when the alert ends. It needs the address of your site, and an API token of a user that may create and move issues.",
    link: "https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/",
    fields: {
      url: { title: "Address of the site", help: urls.jira, asked: true, needs: ["url"] },
      recipient: { title: "Project", help: recipients.jira, asked: true, needs: ["recipient"] },
      secret: { title: "Email and token", help: secrets.jira, asked: true, needs: ["secret"] },
    },
  },
  discord: {
    title: "Discord",
    help: "Posts each alert in one Discord channel. In the channel's settings, add a webhook and copy its URL.",
    link: "https://support.discord.com/hc/en-us/articles/228383668-Intro-to-Webhooks",
    fields: fieldsOfWebhook("discord"),
  },
  google_chat: {
    title: "Google Chat",
    help: "Posts each alert in one space of Google Chat. In the space, add a webhook and copy its URL.",
    link: "https://developers.google.com/workspace/chat/quickstart/webhooks",
    fields: fieldsOfWebhook("google_chat"),
  },
  mattermost: {
    title: "Mattermost",
    help: "Posts each alert in one Mattermost channel. Add an incoming webhook for the channel and copy its URL.",
    link: "https://developers.mattermost.com/integrate/webhooks/incoming/",
    fields: fieldsOfWebhook("mattermost"),
  },
  rocketchat: {
    title: "Rocket.Chat",
    help: "Posts each alert in one Rocket.Chat channel. Add an incoming integration for the channel and copy its URL.",
    link: "https://docs.rocket.chat/docs/integrations",
    fields: fieldsOfWebhook("rocketchat"),
  },
  telegram: {
    title: "Telegram",
    help: "Sends each alert to one Telegram chat. Make a bot with BotFather, add it to the chat, and copy its token and the id of the chat.",
    link: "https://core.telegram.org/bots/features#botfather",
    fields: {
      secret: { title: "Bot token", help: secrets.telegram, asked: true, needs: ["secret"] },
      recipient: { title: "Chat", help: recipients.telegram, asked: true, needs: ["recipient"] },
      url: ofProxy,
    },
  },
  webex: {
    title: "Webex",
    help: "Posts each alert in one Webex room. Make a bot, add it to the room, and copy its access token and the id of the room.",
    link: "https://developer.webex.com/docs/bots",
    fields: {
      secret: { title: "Access token", help: secrets.webex, asked: true, needs: ["secret"] },
      recipient: { title: "Room", help: recipients.webex, asked: true, needs: ["recipient"] },
      url: ofProxy,
    },
  },
  ntfy: {
    title: "ntfy",
    help: "Publishes each alert to a topic of ntfy. Whoever subscribes to the topic sees it on their phone.",
    link: "https://docs.ntfy.sh/publish/",
    fields: {
      url: { title: "Address of the topic", help: urls.ntfy, asked: true, needs: ["url"] },
      secret: { title: "Access token, or user:password", help: secrets.ntfy },
    },
  },
  gotify: {
    title: "Gotify",
    help: "Pushes each alert to a Gotify server. In Gotify, add an application and copy its token.",
    link: "https://gotify.net/docs/pushmsg",
    fields: {
      url: { title: "Address of the server", help: urls.gotify, asked: true, needs: ["url"] },
      secret: { title: "Application token", help: secrets.gotify, asked: true, needs: ["secret"] },
    },
  },
  pushover: {
    title: "Pushover",
    help: "Pushes each alert to a user or a group of Pushover. Make an application there, and copy its token and the key of the user or group.",
    link: "https://pushover.net/api",
    fields: {
      secret: { title: "Key and token", help: secrets.pushover, asked: true, needs: ["secret"] },
      url: ofProxy,
    },
  },
  sns: {
    title: "Amazon SNS",
    help: "Publishes each alert to a topic of Amazon SNS. It needs an access key that may do sns:Publish on the topic, and nothing else.",
    link: "https://docs.aws.amazon.com/sns/latest/dg/sns-create-topic.html",
    fields: {
      recipient: { title: "ARN of the topic", help: recipients.sns, asked: true, needs: ["recipient"] },
      secret: { title: "Access key", help: secrets.sns, asked: true, needs: ["secret"] },
      url: { title: "Address of another endpoint", help: "an endpoint of your own, such as that of a VPC" },
    },
  },
  email: {
    title: "Email",
    help: "Mails each alert to one address, such as a mailing list. The mail server of this service sends it.",
    fields: { address: { title: "Email address", asked: true, needs: ["address"] } },
  },
  webhook: {
    title: "Webhook",
    help: "Posts each alert as JSON to an address of yours. With a signing key, your program can check that a message came from here.",
    link: "https://www.standardwebhooks.com/",
    fields: {
      url: { title: "URL", help: urls.webhook, asked: true, needs: ["url"] },
      secret: { title: "Signing key", help: secrets.webhook },
    },
  },
};
