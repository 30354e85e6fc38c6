/**
 * Receivers as outbound targets: one for each of their integrations, and of mail one for each address. Nobody is dropped
 * because a value cannot be had: a target stands in the place of what there is no kind for, and is switched off.
 */
import { given } from "../../../../kernel/given.ts";
import type { Attributes } from "../attributes.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import {
  addTarget,
  alertmanagerWebhookAt,
  mailbox,
  ofDiscord,
  ownServer,
  type Recipient,
  secretly,
  severityMap,
  standIn,
  type Target,
  toJira,
  toRecipient,
  toTopic,
  unknownKind,
  vendorAddress,
  webhookAt,
  workflow,
} from "../targets.ts";
import { grafanaTargets } from "./grafana-receivers.ts";
import { partsAtCommas } from "./matchers.ts";
import type { Receiver } from "./shapes.ts";
import { type Constants, constantOf } from "./templates.ts";

/** Reads one integration of a type. */
type Read = (block: Attributes, constants: Constants) => Target[];

/** Adds the targets of a receiver. @param taken names of targets, which are unique */
export function mapReceiver(
  { name }: Receiver,
  attributes: Attributes,
  constants: Constants,
  taken: Set<string>,
  add: AddRow,
  context: MigrationContext,
): Recipient[] {
  attributes.ignore("name");
  const targets = attributes.names().flatMap((type): Target[] => {
    if (type === "grafana_managed_receiver_configs") return grafanaTargets(attributes.blocks(type), name);
    if (!type.endsWith("_configs")) return [];
    const read = integrations[type];
    return attributes.blocks(type).flatMap((block) => {
      if (read !== undefined) return read(block, constants);
      block.ignore(...block.names());
      return [unknownKind(name, type.replace(/_configs$/, ""))];
    });
  });
  return targets.map((target, index) =>
    addTarget(freeName(name, taken), target, index === 0 ? undefined : String(index + 1), add, context),
  );
}

const longestName = 240;

function freeName(receiver: string, taken: Set<string>): string {
  const name = Array.from(receiver).slice(0, longestName).join("");
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${name} ${count}`;
    if (taken.has(free)) continue;
    taken.add(free);
    return free;
  }
}

const integrations: Readonly<Record<string, Read>> = {
  pagerduty_configs: pagerduty,
  opsgenie_configs: opsgenie,
  slack_configs: slack,
  email_configs: email,
  webhook_configs: webhook,
  msteams_configs: teams,
  msteamsv2_configs: teams,
  discord_configs: discord,
  mattermost_configs: (block) =>
    chat(block, "mattermost", "webhook_url", "the URL of Mattermost's incoming webhook"),
  rocketchat_configs: (block) =>
    chat(
      block,
      "rocketchat",
      "api_url",
      "the URL of an incoming integration of Rocket.Chat for the channel, which takes the place of token and token_id",
    ),
  telegram_configs: telegram,
  webex_configs: webex,
  pushover_configs: pushover,
  victorops_configs: victorops,
  incidentio_configs: incidentIo,
  sns_configs: sns,
  jira_configs: jira,
};

/** What messages say, and how they look: here all of them have the service's own form. */
const texts = [
  ...["title", "title_link", "text", "pretext", "fallback", "color", "fields", "footer", "actions", "html"],
  ...[
    "callback_id",
    "icon_emoji",
    "icon_url",
    "image_url",
    "thumb_url",
    "link_names",
    "short_fields",
    "mrkdwn_in",
  ],
  ...[
    "headers",
    "message",
    "description",
    "details",
    "note",
    "tags",
    "source",
    "entity",
    "client",
    "client_url",
  ],
  ...[
    "class",
    "component",
    "group",
    "images",
    "links",
    "summary",
    "content",
    "username",
    "avatar_url",
    "emoji",
  ],
  ...["message_text", "update_message", "timeout", "attachments", "props", "subject"],
];

/** How the connection is made, which is this service's own here. */
const connection = [
  ...["smarthost", "from", "hello", "auth_username", "auth_password", "auth_password_file", "auth_secret"],
  ...["auth_secret_file", "auth_identity", "require_tls", "tls_config"],
];

/** What every integration has. @param resolves whether it is notified of the end where nothing is said */
function common(block: Attributes, resolves: boolean): void {
  const own = block.names().filter((name) => texts.includes(name));
  const sending = block.names().filter((name) => connection.includes(name));
  block.ignore(...texts, ...connection);
  if (sending.length > 0)
    block.note("", `how mail is sent (${sending.join(", ")}) is a setting of this service here`, "info");
  if (own.length > 0)
    block.note(
      "",
      `its own texts (${own.join(", ")}) are not carried over: messages here have this service's`,
      "info",
    );
  if (!(block.flag("send_resolved") ?? resolves))
    block.note("send_resolved", "is false; here whoever was notified is notified of the end too", "info");
  block.lost("http_config", "how the address is called (proxy, certificates, sign-in) is not carried over");
}

function pagerduty(block: Attributes, constants: Constants): Target[] {
  common(block, true);
  const older = block.hasSecret("service_key") || block.hasSecret("service_key_file");
  block.hasSecret("routing_key_file");
  const key = constantOf(block.text("routing_key") ?? "", constants);
  const url = vendorAddress(block, "url", "https://events.pagerduty.com");
  const holds = older
    ? "PagerDuty's routing key: the key that was used is of the Events API v1, so make an integration of the Events API v2"
    : "PagerDuty's routing key (routing_key)";
  const lost = key === undefined ? "its routing key is made by a template" : undefined;
  const severities = severityMap(block, "pagerduty", "severity", "error");
  return [secretly("pagerduty", holds, { ...given({ url, lost }), ...severities })];
}

function opsgenie(block: Attributes, constants: Constants): Target[] {
  common(block, true);
  block.hasSecret("api_key_file");
  block.hasSecret("api_key");
  block.lost("update_alerts", "the text of an alert in Opsgenie stays as it was when it was first sent");
  const responders = block.blocks("responders");
  const named = responders.map((responder) => {
    responder.ignore("type");
    return responder.text("name") ?? responder.text("username") ?? responder.text("id") ?? "";
  });
  const all = [...named, block.text("teams") ?? ""].filter((name) => name !== "");
  const templated = all.some((name) => constantOf(name, constants) === undefined);
  if (all.length > 0 && !templated)
    block.note("responders", "who responds is said by the integration in Opsgenie, and not by each alert");
  const lost = templated ? "its responders are made by a template" : undefined;
  const url = vendorAddress(block, "api_url", "https://api.opsgenie.com");
  const priorities = severityMap(
    block,
    "opsgenie",
    "priority",
    "P3",
    constantOf(block.text("priority") ?? "", constants) || block.text("priority"),
  );
  return [secretly("opsgenie", "Opsgenie's API key (api_key)", { ...given({ url, lost }), ...priorities })];
}

function slack(block: Attributes, constants: Constants): Target[] {
  common(block, false);
  for (const name of ["api_url", "api_url_file"]) block.hasSecret(name);
  for (const name of ["app_token", "app_token_file", "app_url"])
    block.lost(name, "an app's token posts nothing here: make an incoming webhook for the channel in Slack");
  const written = block.text("channel") ?? "";
  const channel = constantOf(written, constants);
  if (channel !== undefined && channel !== "")
    block.note("channel", "an incoming webhook posts to the channel that it was made for", "info");
  const place = channel === undefined || channel === "" ? "" : ` for ${channel}`;
  const lost = channel === undefined ? "its channel is made by a template" : undefined;
  return [secretly("slack", `the URL of Slack's incoming webhook${place}`, given({ lost }))];
}

function teams(block: Attributes): Target[] {
  common(block, true);
  block.hasSecret("webhook_url");
  block.hasSecret("webhook_url_file");
  return [secretly("teams", workflow)];
}

function discord(block: Attributes): Target[] {
  common(block, true);
  block.hasSecret("webhook_url");
  block.hasSecret("webhook_url_file");
  return [secretly("discord", ofDiscord)];
}

function chat(block: Attributes, kind: Target["kind"], address: string, holds: string): Target[] {
  common(block, false);
  for (const name of [address, `${address}_file`, "token", "token_file", "token_id", "token_id_file"])
    block.hasSecret(name);
  block.lost("channel", "an incoming webhook posts to the channel that it was made for", "info");
  return [secretly(kind, holds)];
}

function telegram(block: Attributes, constants: Constants): Target[] {
  common(block, true);
  for (const name of ["bot_token", "bot_token_file", "token", "token_file"]) block.hasSecret(name);
  block.lost("parse_mode", "messages here have this service's own form", "info");
  block.lost("disable_notifications", "messages here are notified of with the chat's usual sound");
  block.lost("message_thread_id", "messages go to the chat, and to no topic in it");
  block.lost("chat_id_file", "stands in another file: write the chat's id as recipient of the target");
  // Telegram's ids are whole numbers; a template is text.
  const chat = block.names().includes("chat_id") ? String(block.numeral("chat_id") ?? "") : "";
  const url = vendorAddress(block, "api_url", "https://api.telegram.org");
  return [
    named("telegram", "the bot's token (bot_token)", chat, "its chat_id is not in the file", constants, url),
  ];
}

function webex(block: Attributes, constants: Constants): Target[] {
  common(block, true);
  const room = block.text("room_id") ?? "";
  const url = vendorAddress(block, "api_url", "https://webexapis.com/v1/messages");
  return [
    named(
      "webex",
      "the bot's access token (http_config.authorization.credentials)",
      room,
      "its room_id is not in the file",
      constants,
      url,
    ),
  ];
}

function victorops(block: Attributes, constants: Constants): Target[] {
  common(block, true);
  block.hasSecret("api_key");
  block.hasSecret("api_key_file");
  block.lost("message_type", "follows from the alert's severity here");
  for (const name of ["entity_display_name", "state_message", "monitoring_tool"])
    block.lost(name, "is not carried over: messages here have this service's texts", "info");
  block.lost("custom_fields", "is not carried over: messages here have this service's fields", "info");
  const key = block.text("routing_key") ?? "";
  const url = vendorAddress(
    block,
    "api_url",
    "https://alert.victorops.com/integrations/generic/20131114/alert",
  );
  return [
    named(
      "victorops",
      "the API key of the REST endpoint (api_key)",
      key,
      "its routing_key is not in the file",
      constants,
      url,
    ),
  ];
}

/** A target that reaches somebody by a name that the vendor knows. @param absent what is said of an empty one */
function named(
  kind: Target["kind"],
  holds: string,
  written: string,
  absent: string,
  constants: Constants,
  url: string | undefined,
): Target {
  const recipient = constantOf(written, constants);
  const lost = recipient === undefined ? "its recipient is made by a template" : absent;
  return toRecipient(kind, holds, recipient, lost, given({ url }));
}

function pushover(block: Attributes): Target[] {
  common(block, true);
  for (const name of ["user_key", "user_key_file", "token", "token_file"]) block.hasSecret(name);
  for (const name of ["url", "url_title", "sound"])
    block.lost(
      name,
      "is not carried over: messages have this service's link, and the user's own sound",
      "info",
    );
  block.lost("device", "messages go to all devices of the user or group", "info");
  for (const name of ["priority", "retry", "expire", "ttl", "monospace"])
    block.lost(
      name,
      "priorities follow from severities here, and none rings until it is acknowledged",
      "info",
    );
  return [secretly("pushover", "user_key, a colon, and token")];
}

function incidentIo(block: Attributes, constants: Constants): Target[] {
  common(block, true);
  for (const name of ["alert_source_token", "alert_source_token_file"]) block.hasSecret(name);
  block.lost("max_alerts", "messages here hold what fits into one", "info");
  const inFile = block.hasSecret("url_file");
  const url = constantOf(block.text("url") ?? "", constants) ?? "";
  const at = webhookAt(block, "url", url, inFile ? "stands in another file" : undefined);
  return [ownServer("incident_io", at, "the token of the alert source (alert_source_token)")];
}

function email(block: Attributes, constants: Constants): Target[] {
  common(block, false);
  const written = block.text("to") ?? "";
  const to = constantOf(written, constants);
  if (to === undefined) return [standIn("mail", "its address is made by a template")];
  const addresses = partsAtCommas(to).map((part) => part.trim());
  const named = addresses.filter((address) => address !== "");
  return (named.length > 0 ? named : [""]).map(mailbox);
}

function webhook(block: Attributes, constants: Constants): Target[] {
  common(block, true);
  block.usual({ max_alerts: "0" });
  const inFile = block.hasSecret("url_file");
  const url = constantOf(block.text("url") ?? "", constants);
  if (url === undefined) return [standIn("webhook", "its address is made by a template")];
  return [alertmanagerWebhookAt(block, "url", url, inFile ? "stands in another file" : undefined)];
}

function sns(block: Attributes, constants: Constants): Target[] {
  common(block, true);
  const keys = block.map("sigv4");
  for (const name of ["access_key", "secret_key"]) keys.hasSecret(name);
  for (const name of ["profile", "role_arn", "external_id"])
    keys.lost(name, "is not carried over: an access key signs here, and takes on no role");
  block.lost("attributes", "messages here have no attributes of their own", "info");
  for (const name of ["phone_number", "target_arn"])
    block.lost(name, "SNS is reached by the ARN of a topic here");
  const topic = constantOf(block.text("topic_arn") ?? "", constants);
  const region = keys.text("region");
  if (region !== undefined && !topic?.includes(`:${region}:`))
    keys.note("region", "the region of the topic's ARN is the one that counts here");
  const url = block.text("api_url");
  const own = url === undefined || /\.amazonaws\.com(\.cn)?\/?$/.test(url) ? undefined : url;
  return [
    toTopic(topic || undefined, given({ url: own && vendorAddress(block, "api_url", "https://sns.") })),
  ];
}

function jira(block: Attributes, constants: Constants): Target[] {
  common(block, true);
  const of = (name: string) => constantOf(block.text(name) ?? "", constants) || undefined;
  block.usual({ api_type: "auto" });
  block.lost("labels", "an issue has the labels orgconfig and that of its group here", "info");
  for (const name of ["reopen_transition", "reopen_duration", "wont_fix_resolution", "resolve_transition"])
    block.lost(name, "an issue that is done stays so, and what fires again gets a new one");
  const priority = block.names().includes("priority") ? of("priority") : undefined;
  if (priority === undefined)
    block.lost("priority", "is made by a template: severity_map says a priority for each severity here");
  const severities = ["info", "warning", "error", "critical"].map((severity) => [severity, priority ?? ""]);
  return [
    {
      ...toJira(block, "api_url", { url: of("api_url"), project: of("project"), type: of("issue_type") }),
      ...(priority === undefined ? {} : { severity_map: Object.fromEntries(severities) }),
    },
  ];
}
