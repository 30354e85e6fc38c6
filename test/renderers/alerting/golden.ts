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
  jira: "https://acme.atlassian.net",
  sns: null,
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
  jira: "ada@acme.example:token",
  sns: "AKIDEXAMPLE:secret",
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
  jira: "OPS/Bug",
  sns: "arn:aws:sns:eu-central-1:123456789012:alerts.fifo",
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

/** All requests of one message, the bodies as JSON; there is an incident or an issue of what is resolved, and no other. */
export function conversation(format: Format, one: Notification, target: Target): readonly object[] {
  const requests: object[] = [];
  for (let step = begun(format(one, target)); ; ) {
    const { body, ...request } = step.request;
    requests.push({ ...request, ...(body === undefined ? {} : { body: membersOf(body) }) });
    const ends = one.message.phase === "resolved";
    const [result, issues] = ends ? [[{ sys_id: "sys1" }], [{ id: "10001", key: "OPS-1" }]] : [[], []];
    const transitions = [
      { id: "11", to: { statusCategory: { key: "indeterminate" } } },
      { id: "31", to: { statusCategory: { key: "done" } } },
    ];
    const text = JSON.stringify({ result, issues, transitions });
    const next = step.read({ status: 200, headers: {}, text }, new Date(0));
    if (!("request" in next)) return requests;
    step = next;
  }
}

/** A body in JSON, or a form. */
function membersOf(body: string): unknown {
  return body.startsWith("{") ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
}

export function begun(step: ReturnType<Format>): Step {
  if ("request" in step) return step;
  throw new Error(step.message);
}
