import { defineCollection } from "../kernel/define-kind.ts";
import { boolean, choice, map, secret, text } from "../kernel/field.ts";
import { healthFields, nameField, reportedTime } from "./parts.ts";

const kinds = ["pagerduty", "opsgenie", "servicenow", "slack", "teams", "email", "webhook"] as const;

/** Kinds whose secret can be left out where the url says all. */
const byAddress: readonly string[] = ["slack", "teams"];
const withoutSecret: readonly string[] = ["email", "webhook"];

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
      fixed: true,
    }),
    url: text({
      description:
        "Where the target is reached, in place of the vendor's own address: for pagerduty and opsgenie the API of another region, for slack and teams the webhook, where its URL is no secret. servicenow needs it, as the address of the instance (its incident table is used) or of a table; webhook needs it, as the address that alerts are posted to.",
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
      description:
        "pagerduty: the integration's routing key. opsgenie: the key of an API integration. servicenow: user:password, or an OAuth access token. slack: the URL of the incoming webhook. teams: the URL of the workflow that takes webhook requests. webhook: the key that messages are signed with, or none. email needs none. A key, a token or a password is sent to the url that it was saved with; for another server, save it again.",
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
