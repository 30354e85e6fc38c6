/** Receivers of Grafana's own Alertmanager: each integration has a type and settings, its secrets apart. */
import { given } from "../../../../kernel/given.ts";
import type { Attributes } from "../attributes.ts";
import {
  alertmanagerWebhookAt,
  mailbox,
  ofDiscord,
  secretly,
  severityMap,
  type Target,
  toJira,
  toRecipient,
  toTopic,
  unknownKind,
  vendorAddress,
  workflow,
} from "../targets.ts";

/** @param receiver its name */
export function grafanaTargets(blocks: readonly Attributes[], receiver: string): Target[] {
  return blocks.flatMap((block) => {
    block.ignore("uid", "name", "orgId");
    block.lost(
      "disableResolveMessage",
      "here whoever was notified is notified of the end of an alert too",
      "info",
    );
    for (const secrets of ["secureSettings", "secureFields", "secure_settings"])
      block.ignore(...(block.hasSecret(secrets) ? [secrets] : []));
    const type = block.text("type") ?? "";
    const settings = block.map("settings");
    const read = Object.hasOwn(types, type) ? types[type] : undefined;
    const targets = read?.(settings) ?? [unknownKind(receiver, type)];
    const others = settings.names().filter((name) => !addresses.includes(name));
    if (others.length > 0)
      settings.note(
        "",
        `of its settings (${others.join(", ")}) only who is notified is carried over`,
        "info",
      );
    settings.ignore(...settings.names());
    return targets;
  });
}

/** Settings that say who is notified, and those that are secrets. */
const addresses = [
  "addresses",
  "url",
  "apiUrl",
  "severity",
  "token",
  "integrationKey",
  "apiKey",
  "chatid",
  "room_id",
  "topic_arn",
  "api_url",
  "project",
  "issue_type",
];

const types: Readonly<Record<string, (settings: Attributes) => Target[]>> = {
  email: (settings) => {
    const all = (settings.text("addresses") ?? "").split(/[,;\n]/).map((part) => part.trim());
    const named = all.filter((part) => part !== "");
    return (named.length > 0 ? named : [""]).map(mailbox);
  },
  slack: () => [secretly("slack", "the URL of Slack's incoming webhook")],
  discord: () => [secretly("discord", ofDiscord)],
  googlechat: () => [secretly("google_chat", "the URL of the space's webhook (url)")],
  telegram: (settings) => [toRecipient("telegram", "the bot's token (bottoken)", settings.numeral("chatid"))],
  webex: (settings) => [toRecipient("webex", "the bot's access token (bot_token)", settings.text("room_id"))],
  sns: (settings) => [toTopic(settings.text("topic_arn"))],
  jira: (settings) => {
    const [url, project] = [settings.text("api_url"), settings.text("project")];
    return [toJira(settings, "api_url", { url, project, type: settings.text("issue_type") })];
  },
  pushover: () => [secretly("pushover", "userKey, a colon, and apiToken")],
  pagerduty: (settings) => [
    secretly(
      "pagerduty",
      "PagerDuty's routing key (integrationKey)",
      severityMap(settings, "pagerduty", "severity", "critical"),
    ),
  ],
  opsgenie: (settings) => {
    const url = vendorAddress(settings, "apiUrl", "https://api.opsgenie.com");
    return [secretly("opsgenie", "Opsgenie's API key (apiKey)", given({ url }))];
  },
  teams: () => [secretly("teams", workflow)],
  webhook: (settings) => [alertmanagerWebhookAt(settings, "url")],
};
