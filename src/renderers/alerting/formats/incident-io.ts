/**
 * incident.io's alert source for Alertmanager, which takes the body of Alertmanager's webhook with a token:
 * https://docs.incident.io/alerts/alertmanager
 */
import { alertmanagerBody } from "./alertmanager-body.ts";
import { readBy } from "./answers.ts";
import { type Format, jsonHeaders, unset } from "./format.ts";
import { within } from "./texts.ts";

/** Alertmanager sends incident.io 512 KB at most. */
const maxBytes = 500_000;
const sizes = [100, 50, 20, 5, 1];

export const incident_io: Format = ({ message }, target) => {
  const { secret, url } = target;
  if (secret === undefined) return unset("secret is not set: it holds the alert source's token");
  if (url === null) return unset("url is not set: it holds the address of the alert source");
  return {
    request: {
      method: "POST",
      url,
      carriesSecret: true,
      headers: { ...jsonHeaders, authorization: `Bearer ${secret}` },
      body: within(maxBytes, sizes, (size) =>
        alertmanagerBody({ ...message, alerts: message.alerts.slice(0, size) }, target.name ?? ""),
      ),
    },
    read: readBy({ target, taken: "incident.io took the alerts" }),
  };
};
