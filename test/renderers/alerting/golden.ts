/** What each kind of target is sent for the same messages. */
import type { Format, Notification, Step, Target } from "../../../src/renderers/alerting/formats/format.ts";
import { formats } from "../../../src/renderers/alerting/formats/index.ts";
import { firing, resolved, several } from "./messages.ts";

const url = {
  pagerduty: null,
  opsgenie: "https://api.eu.opsgenie.com",
  servicenow: "https://acme.service-now.com",
  slack: null,
  teams: null,
  webhook: "https://hooks.acme.example/alerts",
  victorops: null,
  incident_io: "https://api.incident.io/v2/alert_events/alertmanager/01ABC",
  discord: null,
  google_chat: null,
  mattermost: null,
  rocketchat: null,
  telegram: null,
  webex: null,
  ntfy: "https://ntfy.sh/acme-alerts",
  gotify: "https://push.acme.example/gotify",
  pushover: null,
} as const;

const secret = {
  pagerduty: "R0UTINGKEY",
  opsgenie: "GENIE-KEY",
  servicenow: "user:password",
  slack: "https://hooks.slack.com/services/T/B/secret",
  teams: "https://prod.logic.azure.example/workflows/secret",
  webhook: "signing-key",
  victorops: "API-KEY",
  incident_io: "TOKEN",
  discord: "https://discord.com/api/webhooks/1/secret",
  google_chat: "https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t",
  mattermost: "https://chat.acme.example/hooks/secret",
  rocketchat: "https://rocket.acme.example/hooks/id/secret",
  telegram: "123:ABC",
  webex: "TOKEN",
  ntfy: "tk_secret",
  gotify: "APPTOKEN",
  pushover: "USERKEY:APPTOKEN",
} as const;

const recipient: Readonly<Record<string, string>> = {
  telegram: "-1001234",
  webex: "Y2lzY29zcGFyazovL3VzL1JPT00",
  victorops: "payments",
};

const maps: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pagerduty: { critical: "P1", warning: "error" },
  opsgenie: { warning: "P2", critical: "red" },
  slack: { critical: "SEV1" },
  webhook: { critical: "4" },
};

/** By their names below test/golden. */
export const goldenFormats: Readonly<Record<string, () => string>> = Object.fromEntries(
  Object.entries(formats).map(([kind, format]) => [
    `backends/alerting/${kind}.json`,
    () => {
      const key = kind as keyof typeof formats;
      const target = {
        url: url[key],
        secret: secret[key],
        severity_map: maps[kind] ?? {},
        recipient: recipient[kind] ?? null,
      };
      const requests = { firing: firing(), several, resolved };
      return `${JSON.stringify(
        Object.fromEntries(
          Object.entries(requests).map(([name, one]) => [name, conversation(format, one, target)]),
        ),
        null,
        2,
      )}\n`;
    },
  ]),
);

/** All requests of one message, the bodies as JSON; a ServiceNow has an incident of what is resolved, and no other. */
export function conversation(format: Format, one: Notification, target: Target): readonly object[] {
  const requests: object[] = [];
  for (let step = begun(format(one, target)); ; ) {
    const { body, ...request } = step.request;
    requests.push({ ...request, ...(body === undefined ? {} : { body: JSON.parse(body) }) });
    const result = one.message.phase === "resolved" ? [{ sys_id: "sys1" }] : [];
    const next = step.read({ status: 200, headers: {}, text: JSON.stringify({ result }) }, new Date(0));
    if (!("request" in next)) return requests;
    step = next;
  }
}

export function begun(step: ReturnType<Format>): Step {
  if ("request" in step) return step;
  throw new Error(step.message);
}
