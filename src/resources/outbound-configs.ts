import { defineCollection } from "../kernel/define-kind.ts";
import { boolean, choice, map, secret, text, type Variant } from "../kernel/field.ts";
import { kinds, recipients, secrets, type TargetKind, urls, variants } from "./outbound-kinds.ts";
import { healthFields, nameField, reportedTime } from "./parts.ts";

const moved =
  "A key, a token or a password is sent to the url that it was saved with; for another server, save it again.";

/** The partition, the region and the end of a FIFO topic's name are its groups. */
export const topicArn = /^arn:(aws[a-z-]*):sns:([a-z0-9-]+):\d{12}:[\w-]{1,251}(\.fifo)?$/;

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
