import { boolean, choice, map, secret, text } from "../kernel/field.ts";
import { defineCollection } from "../kernel/resource.ts";
import { healthFields, nameField, reportedTime } from "./parts.ts";

export const outboundConfigs = defineCollection({
  kind: "outbound_configs",
  title: "Outbound targets",
  group: "Alerting",
  description:
    "An outside target that alerts can be sent to: a pager, a chat room, a ticket queue, a mailbox, a webhook. Alert routes and outbound rules point at it, and it cannot be deleted while one does.",
  level: "admin",
  idPrefix: "outc",
  naturalKey: ["name"],
  listColumns: ["name", "health_status", "enabled", "kind", "last_delivery_at", "last_success_at"],
  fields: {
    name: nameField(),
    kind: choice({
      description: "What the target is.",
      choices: ["pagerduty", "opsgenie", "servicenow", "slack", "teams", "email", "webhook"],
      fixed: true,
    }),
    url: text({
      description: "Where the target is reached; webhook and servicenow need it.",
      format: "url",
      min: 1,
      nullable: true,
    }),
    address: text({
      description: "The mailbox that alerts go to; email needs it.",
      format: "email",
      min: 1,
      max: 254,
      nullable: true,
    }),
    secret: secret({
      description:
        "The credential that the target needs: a routing key, a token, a key to sign with; for slack and teams, the incoming webhook's URL.",
    }),
    severity_map: map({
      description: "Maps our severities to the target's own words, such as critical to P1.",
    }),
    enabled: boolean({ description: "Whether anything is sent to it.", default: true, switch: true }),
    last_delivery_at: reportedTime("When an alert last reached it."),
    ...healthFields,
  },
  example: {
    name: "Checkout pager",
    kind: "pagerduty",
    severity_map: { critical: "P1", error: "P2" },
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
