import { defineCollection } from "../kernel/define-kind.ts";
import { boolean, choice, map, secret, text, type Variant } from "../kernel/field.ts";
import { healthFields, nameField, reportedTime } from "./parts.ts";

const kinds = ["pagerduty", "opsgenie", "servicenow", "slack", "teams", "email", "webhook"] as const;

type TargetKind = (typeof kinds)[number];

/** What each kind takes as its secret, as its vendor calls it. */
const secrets = {
  pagerduty: "the integration's routing key",
  opsgenie: "the key of an API integration",
  servicenow: "user:password, or an OAuth access token",
  slack: "the URL of the incoming webhook",
  teams: "the URL of the workflow that takes webhook requests",
  webhook: "the key that messages are signed with, or none",
} as const;

const moved =
  "A key, a token or a password is sent to the url that it was saved with; for another server, save it again.";

const urls = {
  region: "the API of another region",
  openWebhook: "the webhook, where its URL is no secret",
  servicenow: "the address of the instance (its incident table is used) or of a table",
  webhook: "the address that alerts are posted to",
} as const;

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

/** Kinds whose secret can be left out where the url says all. */
const byAddress: readonly string[] = ["slack", "teams"];
const withoutSecret: readonly string[] = ["email", "webhook"];

/** Kinds whose secret goes along with what is sent. The others have it in their address, or only sign with it. */
const secretSent: readonly TargetKind[] = ["pagerduty", "opsgenie", "servicenow"];

export function sendsSecret(kind: TargetKind): boolean {
  return secretSent.includes(kind);
}

/** Whether nothing can be sent to a target before its secret is saved. */
export function lacksSecret(
  { kind, url }: { readonly kind: string; readonly url: string | null },
  isSet: boolean,
): boolean {
  return !isSet && !withoutSecret.includes(kind) && (url === null || !byAddress.includes(kind));
}

export const outboundConfigs = defineCollection({
  kind: "outbound_configs",
  decides: true,
  title: "Outbound targets",
  group: "Alerting",
  description:
    "An outbound target is where alerts can be sent outside: a pager, a chat room, a ticket queue, a mailbox, a webhook. Alert routes and outbound rules point at it, and it cannot be deleted while one does.",
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
      description: `Where the target is reached, in place of the vendor's own address: for pagerduty and opsgenie ${urls.region}, for slack and teams ${urls.openWebhook}. servicenow needs it, as ${urls.servicenow}; webhook needs it, as ${urls.webhook}.`,
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
    secret: secret({
      description: `${Object.entries(secrets)
        .map(([kind, what]) => `${kind}: ${what}.`)
        .join(" ")} email needs none. ${moved}`,
      sentTo: "url",
      onlyFor: { field: "kind", values: kinds.filter((kind) => kind !== "email") },
    }),
    severity_map: map({
      description:
        "Maps our severities (info, warning, error, critical) to the target's own words: pagerduty's info to critical, opsgenie's P1 to P5, servicenow's urgencies 1 to 3. A pager's word that it does not know is passed over. Other kinds show any word.",
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
  check({ configuration: { kind, url, address } }) {
    const needsUrl = kind === "webhook" || kind === "servicenow";
    if (needsUrl && url === null) return [{ field: "url", message: `is required for the kind ${kind}` }];
    if (kind === "email" && address === null)
      return [{ field: "address", message: "is required for the kind email" }];
    return [];
  },
});
