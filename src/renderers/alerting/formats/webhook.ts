/**
 * A message as Standard Webhooks has it (https://www.standardwebhooks.com): the service's own words, signed. Or the body
 * of Alertmanager's webhook, for programs that read that.
 */
import type { AlertMessage } from "../../../kernel/alert-message.ts";
import { alertmanagerBody } from "./alertmanager-body.ts";
import { readBy } from "./answers.ts";
import { type Format, jsonHeaders, type Target, unset } from "./format.ts";
import { wordOf } from "./severity.ts";

export const webhook: Format = ({ at, message }, target) => {
  const { url, format, name = "" } = target;
  if (url === null) return unset("url is not set: it holds the address that alerts are posted to");
  const { phase } = message;
  const type = phase === "resolved" || phase === "summary" ? (`alert.${phase}` as const) : "alert.firing";
  return {
    request: {
      method: "POST",
      url,
      signed: true,
      headers: jsonHeaders,
      body: JSON.stringify(
        format === "alertmanager"
          ? alertmanagerBody(message, name)
          : { type, timestamp: at, data: worded(message, target) },
      ),
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
