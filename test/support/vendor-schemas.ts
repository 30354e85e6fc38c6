/** What the vendors say that they take, from their own documentation, and nothing besides. */
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const text = (maxLength: number, minLength = 1) => ({ type: "string", minLength, maxLength });
const url = { type: "string", format: "uri", pattern: "^https?://", maxLength: 3_000 };
const object = (properties: Readonly<Record<string, object>>, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const list = (items: object, maxItems: number, minItems = 1) => ({
  type: "array",
  items,
  maxItems,
  minItems,
});

/** https://api.slack.com/reference/block-kit/blocks, and "Sending messages using incoming webhooks". */
const mrkdwn = (longest: number) =>
  object({ type: { const: "mrkdwn" }, text: text(longest), verbatim: { type: "boolean" } }, ["type", "text"]);
const section = {
  ...object({ type: { const: "section" }, text: mrkdwn(3_000), fields: list(mrkdwn(2_000), 10) }, ["type"]),
  anyOf: [{ required: ["text"] }, { required: ["fields"] }],
};
const context = object({ type: { const: "context" }, elements: list(mrkdwn(3_000), 10) }, [
  "type",
  "elements",
]);
const plainText = object({ type: { const: "plain_text" }, text: text(75) }, ["type", "text"]);
const button = object({ type: { const: "button" }, text: plainText, url: text(3_000) }, [
  "type",
  "text",
  "url",
]);
const actions = object({ type: { const: "actions" }, elements: list(button, 25) }, ["type", "elements"]);
const slack = object(
  {
    text: text(4_000),
    attachments: list(
      object({
        color: { type: "string", pattern: "^#[0-9a-f]{6}$" },
        blocks: list({ oneOf: [section, actions, context] }, 50),
      }),
      20,
    ),
  },
  ["text"],
);

/** https://adaptivecards.io/explorer, version 1.4, in the message that a workflow of Teams takes. */
const openUrl = object({ type: { const: "Action.OpenUrl" }, title: text(200), url }, ["type", "url"]);
const textRun = object(
  {
    type: { const: "TextRun" },
    text: text(5_000),
    weight: { enum: ["lighter", "default", "bolder"] },
    size: { enum: ["default", "small", "medium", "large", "extraLarge"] },
    color: { enum: ["default", "dark", "light", "accent", "good", "warning", "attention"] },
    isSubtle: { type: "boolean" },
    selectAction: openUrl,
  },
  ["type", "text"],
);
const teams = object(
  {
    type: { const: "message" },
    attachments: list(
      object(
        {
          contentType: { const: "application/vnd.microsoft.card.adaptive" },
          contentUrl: { type: "null" },
          content: object(
            {
              $schema: { const: "http://adaptivecards.io/schemas/adaptive-card.json" },
              type: { const: "AdaptiveCard" },
              version: { const: "1.4" },
              fallbackText: text(1_000),
              msteams: object({ width: { const: "Full" } }),
              body: list(
                object({ type: { const: "RichTextBlock" }, inlines: list(textRun, 10) }, ["type", "inlines"]),
                100,
              ),
              actions: list(openUrl, 6),
            },
            ["type", "version", "body"],
          ),
        },
        ["contentType", "content"],
      ),
      1,
    ),
  },
  ["type", "attachments"],
);

/** Alertmanager sends it with ends, too. */
const payload = object(
  {
    summary: text(1_024),
    source: text(1_024),
    severity: { enum: ["critical", "error", "warning", "info"] },
    timestamp: { type: "string", format: "date-time" },
    component: text(1_024),
    group: text(1_024),
    class: text(1_024),
    custom_details: { type: "object" },
  },
  ["summary", "source", "severity"],
);

/** https://developer.pagerduty.com/docs/send-alert-event */
const event = { routing_key: text(255), dedup_key: text(255) };
const pagerduty = {
  oneOf: [
    object(
      {
        ...event,
        event_action: { const: "trigger" },
        client: text(1_024),
        client_url: url,
        payload,
        links: list(object({ href: url, text: text(1_024) }, ["href"]), 10, 0),
      },
      ["routing_key", "event_action", "payload"],
    ),
    object({ ...event, event_action: { const: "resolve" }, payload }, [
      "routing_key",
      "event_action",
      "dedup_key",
    ]),
  ],
};

/** https://docs.opsgenie.com/docs/alert-api */
const opsgenie = object(
  {
    message: text(130),
    alias: text(512),
    description: text(15_000),
    entity: text(512, 0),
    source: text(100),
    priority: { enum: ["P1", "P2", "P3", "P4", "P5"] },
    tags: list(text(50), 20, 0),
    details: { type: "object", additionalProperties: { type: "string" } },
  },
  ["message"],
);
const opsgenieClose = object({ source: text(100), note: text(25_000), user: text(100) });

/** The columns of the incident table. */
const note = text(4_000);
const incident = object(
  {
    short_description: text(160),
    description: note,
    urgency: { enum: ["1", "2", "3"] },
    impact: { enum: ["1", "2", "3"] },
    correlation_id: text(100),
    correlation_display: text(100),
  },
  ["short_description"],
);
const incidentUpdate = {
  oneOf: [
    object({ work_notes: note }, ["work_notes"]),
    // Of a resolved incident the two are mandatory.
    object({ state: { const: "6" }, close_code: text(40), close_notes: note }, [
      "state",
      "close_code",
      "close_notes",
    ]),
  ],
};

/** https://www.standardwebhooks.com, with what docs/alerts.md says of `data`. */
const word = { type: ["string", "null"] };
const labels = { type: "object", additionalProperties: { type: "string" } };
const time = { type: "string", format: "date-time" };
const reported = object(
  {
    id: text(64),
    title: text(300),
    service: word,
    severity: word,
    labels,
    annotations: labels,
    url: word,
    started_at: time,
    resolved_at: { type: ["string", "null"] },
    ended_because: text(1_000),
  },
  ["id", "title", "service", "severity", "labels", "annotations", "url", "started_at", "resolved_at"],
);
const webhook = object(
  {
    type: { enum: ["alert.firing", "alert.resolved", "on_call.handover"] },
    timestamp: time,
    data: object({
      phase: { enum: ["firing", "reminder", "escalation", "resolved", "handover"] },
      dedup_key: { type: "string", pattern: "^[A-Za-z0-9_]{1,64}$" },
      organization: object({ name: text(255), slug: text(255) }, ["name", "slug"]),
      by: object({ kind: text(64), id: text(64), name: text(255) }, ["kind", "id", "name"]),
      step: { type: ["integer", "null"] },
      title: text(300),
      severity: word,
      group_labels: labels,
      alerts: list(reported, 100),
      count: { type: "integer", minimum: 1 },
      link: url,
    }),
  },
  ["type", "timestamp", "data"],
);

/** https://discord.com/developers/docs/resources/webhook#execute-webhook */
const discord = object(
  { content: text(2_000), allowed_mentions: object({ parse: list({ type: "string" }, 3, 0) }) },
  ["content"],
);
/** developers.google.com/workspace/chat: 32,000 bytes; Mattermost: 16,383 characters; Rocket.Chat: 5,000. */
const posted = (longest: number) => object({ text: text(longest) }, ["text"]);
/** https://core.telegram.org/bots/api#sendmessage */
const telegram = object(
  {
    chat_id: text(255),
    text: text(4_096),
    link_preview_options: object({ is_disabled: { type: "boolean" } }),
  },
  ["chat_id", "text"],
);
/** https://developer.webex.com/docs/api/v1/messages/create-a-message: 7,439 bytes of text. */
const webex = object({ roomId: text(255), text: text(7_439) }, ["roomId", "text"]);
/** https://docs.ntfy.sh/publish/#publish-as-json: 4,096 bytes of message. */
const ntfy = object(
  {
    topic: text(64),
    title: text(250),
    message: text(4_096),
    priority: { enum: [1, 2, 3, 4, 5] },
    click: url,
  },
  ["topic"],
);
/** https://gotify.net/api-docs: a message */
const gotify = object(
  { title: text(250), message: text(10_000), priority: { type: "integer", minimum: 0, maximum: 10 } },
  ["message"],
);
/** https://pushover.net/api */
const pushover = object(
  {
    token: text(1_000, 0),
    user: text(1_000),
    title: text(250),
    message: text(1_024),
    url: { ...url, maxLength: 512 },
    url_title: text(100),
    priority: { enum: [-2, -1, 0, 1] },
  },
  ["token", "user", "message"],
);
/** help.victorops.com, "REST Endpoint Integration Guide" */
const victorops = object(
  {
    message_type: { enum: ["CRITICAL", "WARNING", "INFO", "ACKNOWLEDGEMENT", "RECOVERY"] },
    entity_id: text(512),
    entity_display_name: text(255),
    state_message: text(20_480),
    state_start_time: { type: "integer" },
    monitoring_tool: text(100),
  },
  ["message_type"],
);
/** Version 4 of Alertmanager's webhook: prometheus.io/docs/alerting/latest/configuration/#webhook_config */
const state = { enum: ["firing", "resolved"] };
const alertmanager = object(
  {
    version: { const: "4" },
    groupKey: text(20_000),
    truncatedAlerts: { type: "integer", minimum: 0 },
    status: state,
    receiver: text(255, 0),
    groupLabels: labels,
    commonLabels: labels,
    commonAnnotations: labels,
    externalURL: url,
    alerts: list(
      object(
        {
          status: state,
          labels,
          annotations: labels,
          startsAt: time,
          endsAt: time,
          generatorURL: { type: "string" },
          fingerprint: { type: "string", pattern: "^[0-9a-f]{16}$" },
        },
        ["status", "labels", "annotations", "startsAt", "endsAt", "generatorURL", "fingerprint"],
      ),
      100,
    ),
  },
  ["version", "groupKey", "truncatedAlerts", "status", "receiver", "groupLabels", "commonLabels"],
);

/** developer.atlassian.com, Jira Cloud's REST API v3: search by JQL, issues, comments and transitions; a document of ADF. */
const adf = object(
  {
    type: { const: "doc" },
    version: { const: 1 },
    content: list(
      object(
        {
          type: { const: "paragraph" },
          content: {
            type: "array",
            items: {
              oneOf: [
                object({ type: { const: "text" }, text: { type: "string", minLength: 1 } }, ["type", "text"]),
                object({ type: { const: "hardBreak" } }, ["type"]),
              ],
            },
          },
        },
        ["type", "content"],
      ),
      1,
    ),
  },
  ["type", "version", "content"],
);
const jira = object(
  {
    fields: object(
      {
        project: object({ key: text(255) }, ["key"]),
        issuetype: object({ name: text(60) }, ["name"]),
        summary: { type: "string", minLength: 1, maxLength: 255, pattern: "^[^\\n\\r]*$" },
        description: adf,
        labels: {
          type: "array",
          items: { type: "string", minLength: 1, maxLength: 255, pattern: "^[^ ]*$" },
        },
        priority: object({ name: { type: "string" } }, ["name"]),
      },
      ["project", "issuetype", "summary"],
    ),
  },
  ["fields"],
);
const jiraComment = object({ body: adf }, ["body"]);
const jiraSearch = object(
  {
    jql: { type: "string", minLength: 1 },
    fields: { type: "array", items: { type: "string" } },
    maxResults: { type: "integer" },
  },
  ["jql", "fields"],
);
const jiraMove = object({ transition: object({ id: { type: "string" } }, ["id"]) }, ["transition"]);

/** docs.aws.amazon.com, the action Publish of Amazon SNS. */
const fifoId = { type: "string", minLength: 1, maxLength: 128, pattern: "^[!-~]+$" };
const sns = object(
  {
    Action: { const: "Publish" },
    Version: { const: "2010-03-31" },
    TopicArn: { type: "string", pattern: "^arn:aws[a-z-]*:sns:" },
    Subject: { type: "string", minLength: 1, maxLength: 99, pattern: "^[^\\u0000-\\u001f\\u007f]*$" },
    Message: { type: "string", minLength: 1 },
    MessageGroupId: fifoId,
    MessageDeduplicationId: fifoId,
  },
  ["Action", "Version", "TopicArn", "Message"],
);

const schemas = {
  jira,
  jiraComment,
  jiraSearch,
  jiraMove,
  sns,
  discord,
  google_chat: posted(32_000),
  mattermost: posted(16_383),
  rocketchat: posted(5_000),
  telegram,
  webex,
  ntfy,
  gotify,
  pushover,
  victorops,
  incident_io: alertmanager,
  alertmanager,
  slack,
  teams,
  pagerduty,
  opsgenie,
  opsgenieClose,
  incident,
  incidentUpdate,
  webhook,
};

/** Most bytes of a request. */
const mostBytes: Readonly<Partial<Record<VendorSchema, number>>> = {
  teams: 23_500,
  pagerduty: 512_000,
  google_chat: 32_000,
  incident_io: 512_000,
  sns: 262_144,
};

export type VendorSchema = keyof typeof schemas;

const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
// Its types are of CommonJS, where the default export is the module.
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);

/** What a vendor would not take of a body; undefined where it takes all of it. */
export function bodyFault(name: VendorSchema, body: string): string | undefined {
  const most = mostBytes[name] ?? Number.POSITIVE_INFINITY;
  if (Buffer.byteLength(body) > most) return `has more than ${most} bytes`;
  const value: unknown = JSON.parse(body);
  const check = ajv.getSchema(name) ?? ajv.addSchema(schemas[name], name).getSchema(name);
  if (!check?.(value)) return ajv.errorsText(check?.errors ?? null);
  return name === "opsgenie" ? detailsFault(value as { details?: Record<string, string> }) : undefined;
}

function detailsFault({ details = {} }: { readonly details?: Record<string, string> }): string | undefined {
  const letters = Object.entries(details).flat().join("").length;
  return letters > 8_000 ? "details has more than 8,000 characters" : undefined;
}
