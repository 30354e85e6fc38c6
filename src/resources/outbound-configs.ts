import { defineCollection } from "../kernel/define-kind.ts";
import { boolean, choice, map, secret, text, type Variant } from "../kernel/field.ts";
import { healthFields, nameField, reportedTime } from "./parts.ts";

const kinds = [
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

type TargetKind = (typeof kinds)[number];

/** What each kind takes as its secret, as its vendor calls it. */
const secrets = {
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
const recipients = {
  telegram: "the id of the chat, or @ and the channel's name",
  webex: "the id of the room",
  victorops: "the routing key",
  jira: "the project's key, or that, a slash and the issue type",
  sns: "the ARN of the topic",
} as const;

const moved =
  "A key, a token or a password is sent to the url that it was saved with; for another server, save it again.";

const urls = {
  region: "the API of another region",
  openWebhook: "the webhook, where its URL is no secret",
  servicenow: "the address of the instance (its incident table is used) or of a table",
  webhook: "the address that alerts are posted to",
  ntfy: "the address of the topic, such as https://ntfy.sh/alerts",
  gotify: "the address of the server",
  incident_io: "the address of the alert source",
  jira: "the address of the site",
} as const;

/** The partition, the region and the end of a FIFO topic's name are its groups. */
export const topicArn = /^arn:(aws[a-z-]*):sns:([a-z0-9-]+):\d{12}:[\w-]{1,251}(\.fifo)?$/;

const variants: Readonly<Record<TargetKind, Variant>> = {
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
    fields: {
      secret: { title: "Webhook URL", help: secrets.slack, asked: true, needs: ["secret", "url"] },
      url: { title: "URL, where it is no secret", help: urls.openWebhook },
    },
  },
  teams: {
    title: "Microsoft Teams",
    help: "Posts each alert in one Teams channel. At the channel, add the workflow for webhook alerts, and copy its URL.",
    link: "https://support.microsoft.com/en-us/office/create-incoming-webhooks-with-workflows-for-microsoft-teams-8ae491c7-0394-4861-ba59-055e33f75498",
    fields: {
      secret: { title: "Workflow URL", help: secrets.teams, asked: true, needs: ["secret", "url"] },
      url: { title: "URL, where it is no secret", help: urls.openWebhook },
    },
  },
  victorops: {
    title: "Splunk On-Call",
    help: "Opens an incident in Splunk On-Call (VictorOps), and ends it when the alert ends. Switch on the integration REST Generic, and copy its key and a routing key.",
    link: "https://help.victorops.com/knowledge-base/rest-endpoint-integration-guide/",
    fields: {
      secret: { title: "API key", help: secrets.victorops, asked: true, needs: ["secret"] },
      recipient: { title: "Routing key", help: recipients.victorops, asked: true, needs: ["recipient"] },
      url: { title: "Address of a proxy", help: "a proxy in front of the vendor's API" },
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
    fields: {
      secret: { title: "Webhook URL", help: secrets.discord, asked: true, needs: ["secret", "url"] },
      url: { title: "URL, where it is no secret", help: urls.openWebhook },
    },
  },
  google_chat: {
    title: "Google Chat",
    help: "Posts each alert in one space of Google Chat. In the space, add a webhook and copy its URL.",
    link: "https://developers.google.com/workspace/chat/quickstart/webhooks",
    fields: {
      secret: { title: "Webhook URL", help: secrets.google_chat, asked: true, needs: ["secret", "url"] },
      url: { title: "URL, where it is no secret", help: urls.openWebhook },
    },
  },
  mattermost: {
    title: "Mattermost",
    help: "Posts each alert in one Mattermost channel. Add an incoming webhook for the channel and copy its URL.",
    link: "https://developers.mattermost.com/integrate/webhooks/incoming/",
    fields: {
      secret: { title: "Webhook URL", help: secrets.mattermost, asked: true, needs: ["secret", "url"] },
      url: { title: "URL, where it is no secret", help: urls.openWebhook },
    },
  },
  rocketchat: {
    title: "Rocket.Chat",
    help: "Posts each alert in one Rocket.Chat channel. Add an incoming integration for the channel and copy its URL.",
    link: "https://docs.rocket.chat/docs/integrations",
    fields: {
      secret: { title: "Webhook URL", help: secrets.rocketchat, asked: true, needs: ["secret", "url"] },
      url: { title: "URL, where it is no secret", help: urls.openWebhook },
    },
  },
  telegram: {
    title: "Telegram",
    help: "Sends each alert to one Telegram chat. Make a bot with BotFather, add it to the chat, and copy its token and the id of the chat.",
    link: "https://core.telegram.org/bots/features#botfather",
    fields: {
      secret: { title: "Bot token", help: secrets.telegram, asked: true, needs: ["secret"] },
      recipient: { title: "Chat", help: recipients.telegram, asked: true, needs: ["recipient"] },
      url: { title: "Address of a proxy", help: "a proxy in front of the vendor's API" },
    },
  },
  webex: {
    title: "Webex",
    help: "Posts each alert in one Webex room. Make a bot, add it to the room, and copy its access token and the id of the room.",
    link: "https://developer.webex.com/docs/bots",
    fields: {
      secret: { title: "Access token", help: secrets.webex, asked: true, needs: ["secret"] },
      recipient: { title: "Room", help: recipients.webex, asked: true, needs: ["recipient"] },
      url: { title: "Address of a proxy", help: "a proxy in front of the vendor's API" },
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
      url: { title: "Address of a proxy", help: "a proxy in front of the vendor's API" },
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

function kindsWhere(holds: (fields: Variant["fields"]) => boolean): readonly TargetKind[] {
  return kinds.filter((kind) => holds(variants[kind].fields));
}

/** Kinds whose secret can be left out where the url says all. */
const byAddress = kindsWhere(({ secret }) => secret?.needs?.includes("url") === true);
const withoutSecret = kindsWhere(({ secret }) => secret?.needs === undefined);
const withUrl = kindsWhere(({ url }) => url?.needs !== undefined);

/** Kinds that only sign with their secret. */
const signing: readonly TargetKind[] = ["sns", "webhook"];

/** Kinds whose secret goes along with what is sent. The others have it in their address, or only sign with it. */
const secretSent = kindsWhere(({ secret }) => secret !== undefined).filter(
  (kind) => !byAddress.includes(kind) && !signing.includes(kind),
);

export function sendsSecret(kind: TargetKind): boolean {
  return secretSent.includes(kind);
}

/** Whether nothing can be sent to a target before its secret is saved. */
export function lacksSecret(
  { kind, url }: { readonly kind: TargetKind; readonly url: string | null },
  isSet: boolean,
): boolean {
  return !isSet && !withoutSecret.includes(kind) && (url === null || !byAddress.includes(kind));
}

export const outboundConfigs = defineCollection({
  kind: "outbound_configs",
  notifies: ["update"],
  decides: true,
  title: "Outbound targets",
  group: "Alerting",
  description:
    "An outbound target is where alerts can be sent outside: a pager, a chat room, a phone, a ticket queue, a mailbox, a webhook. Alert routes and outbound rules point at it, and it cannot be deleted while one does.",
  level: "admin",
  idPrefix: "outc",
  naturalKey: ["name"],
  listColumns: ["name", "health_status", "enabled", "kind", "last_delivery_at", "last_success_at"],
  fields: {
    name: nameField(),
    kind: choice({
      description: "What the target is.",
      choices: kinds,
      variants,
      fixed: true,
    }),
    url: text({
      description: `Where the target is reached, in place of the vendor's own address: for pagerduty and opsgenie ${urls.region}, for ${byAddress.join(", ")} ${urls.openWebhook}, for telegram, webex, pushover, victorops and sns a proxy in front of it. servicenow needs it, as ${urls.servicenow}; webhook needs it, as ${urls.webhook}; ntfy as ${urls.ntfy}; gotify as ${urls.gotify}; incident_io as ${urls.incident_io}; jira as ${urls.jira}.`,
      format: "url",
      min: 1,
      nullable: true,
      onlyFor: { field: "kind", values: kinds.filter((kind) => kind !== "email") },
    }),
    address: text({
      description: "The mailbox that alerts go to; email needs it.",
      format: "email",
      min: 1,
      max: 254,
      nullable: true,
      onlyFor: { field: "kind", values: ["email"] },
    }),
    recipient: text({
      description: `Whom it reaches at the vendor: for ${Object.entries(recipients)
        .map(([kind, what]) => `${kind} ${what}`)
        .join(", for ")}.`,
      min: 1,
      max: 255,
      nullable: true,
      onlyFor: { field: "kind", values: Object.keys(recipients) },
    }),
    format: choice({
      description:
        "What a webhook is posted. standard: this service's own message, as Standard Webhooks has it. alertmanager: version 4 of the body of Alertmanager's webhook, for programs that read what Alertmanager sends; its groupKey is this service's.",
      choices: ["standard", "alertmanager"],
      default: "standard",
      onlyFor: { field: "kind", values: ["webhook"] },
      section: "Advanced",
    }),
    secret: secret({
      description: `${Object.entries(secrets)
        .map(([kind, what]) => `${kind}: ${what}.`)
        .join(" ")} email needs none. ${moved}`,
      sentTo: "url",
      sentBy: { field: "kind", values: secretSent },
      onlyFor: { field: "kind", values: kinds.filter((kind) => kind !== "email") },
    }),
    severity_map: map({
      description:
        "Maps our severities (info, warning, error, critical) to the target's own words: pagerduty's info to critical, opsgenie's P1 to P5, servicenow's urgencies 1 to 3, victorops' CRITICAL, WARNING and INFO, jira's priorities. A pager's word that it does not know is passed over. Other kinds show any word.",
      section: "Advanced",
    }),
    enabled: boolean({ description: "Whether anything is sent to it.", default: true, switch: true }),
    last_delivery_at: reportedTime("When the target last took an alert. Tests do not count."),
    ...healthFields,
  },
  example: {
    name: "Checkout pager",
    kind: "pagerduty",
    severity_map: { error: "critical", warning: "error" },
    secret: "<the routing key that PagerDuty gave out>",
  },
  check({ configuration: { kind, url, address, recipient } }) {
    if (withUrl.includes(kind) && url === null)
      return [{ field: "url", message: `is required for the kind ${kind}` }];
    if (kind in recipients && recipient === null)
      return [{ field: "recipient", message: `is required for the kind ${kind}` }];
    if (kind === "sns" && recipient !== null && !topicArn.test(recipient))
      return [
        {
          field: "recipient",
          message: "must be the ARN of a topic, such as arn:aws:sns:eu-central-1:123456789012:alerts",
        },
      ];
    if (kind === "email" && address === null)
      return [{ field: "address", message: "is required for the kind email" }];
    return [];
  },
});
