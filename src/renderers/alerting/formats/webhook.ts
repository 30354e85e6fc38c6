/**
 * A message as Standard Webhooks has it (https://www.standardwebhooks.com): the service's own words, signed. Or the body
 * of Alertmanager's webhook, for programs that read that.
 */
import {
  type AlertMessage,
  alertMessageFields,
  isCalm,
  messageAlertFields,
} from "../../../kernel/alert-message.ts";
import { list, object, text } from "../../../kernel/field.ts";
import { bodyOf, standardBody, standardWebhook } from "../../../kernel/webhook.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { alertmanagerBody, alertmanagerWebhook } from "./alertmanager-body.ts";
import { readBy } from "./answers.ts";
import { type Format, jsonHeaders, type Target, unset } from "./format.ts";
import { wordOf } from "./severity.ts";

/** A severity as the target's row says it, which may be any word. */
const word = ({ description }: { readonly description: string }) =>
  text({
    description: `${description} In the target's own words, where its severity_map has one.`,
    max: Number.MAX_SAFE_INTEGER,
    nullable: true,
  });

const data = object({
  description: "The alerts, and why it is notified of them.",
  fields: {
    ...alertMessageFields,
    severity: word(alertMessageFields.severity),
    alerts: list({
      ...alertMessageFields.alerts,
      items: object({
        ...alertMessageFields.alerts.items,
        fields: { ...messageAlertFields, severity: word(messageAlertFields.severity) },
      }),
    }),
  },
});

const to = "Posted to an outbound target of the kind webhook whose format is standard";
const shared = { tag: outboundConfigs.kind, data } as const;

/** By what is said of an incident, that it goes on, that it is over, or that it was, while it was kept back, or of a rota. */
const messages = {
  firing: standardWebhook({
    ...shared,
    name: "alert.firing",
    title: "Alerts are open",
    description: `${to}, when alerts begin, with each reminder and with each step of an escalation; phase says which. A test of the target is one, too, with the label alertname="Test".`,
  }),
  resolved: standardWebhook({
    ...shared,
    name: "alert.resolved",
    title: "Alerts are over",
    description: `${to}, when none of what shares dedup_key is open any more.`,
  }),
  summary: standardWebhook({
    ...shared,
    name: "alert.summary",
    title: "Alerts that a mute kept back",
    description: `${to}, after a mute: alerts that began and ended in it.`,
  }),
  handover: standardWebhook({
    ...shared,
    name: "on_call.handover",
    title: "Who is on call has changed",
    description: `${to}, at a hand-over of a rota that names the target as its handover_target_id. Nothing is wrong by it.`,
  }),
} as const;

/** All that a target of this kind is posted. */
export const alertWebhooks = [...Object.values(messages), alertmanagerWebhook];

export const webhook: Format = ({ at, message }, target) => {
  const { url, format, name = "" } = target;
  if (url === null) return unset("url is not set: it holds the address that alerts are posted to");
  const { phase } = message;
  const kind = isCalm(phase) ? phase : "firing";
  return {
    request: {
      method: "POST",
      url,
      signed: true,
      headers: jsonHeaders,
      body:
        format === "alertmanager"
          ? bodyOf(alertmanagerWebhook, alertmanagerBody(message, name))
          : standardBody(messages[kind], at, worded(message, target)),
    },
    read: readBy({ target, taken: "it took the message" }),
  };
};

/** The message with the target's own words for severities. */
function worded(message: AlertMessage, { severity_map }: Target) {
  const { severity, alerts } = message;
  return {
    ...message,
    severity: wordOf(severity, severity_map),
    alerts: alerts.map((alert) => ({ ...alert, severity: wordOf(alert.severity, severity_map) })),
  };
}
