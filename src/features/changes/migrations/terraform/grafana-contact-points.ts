/** What Grafana's contact points become: a target for each integration, and of mail one for each address. */
import { given } from "../../../../kernel/given.ts";
import type { Attributes } from "../attributes.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import {
  addTarget,
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
} from "../targets.ts";

/** The integrations that there is a target for, and how each is read. */
const integrations: Readonly<Record<string, (block: Attributes) => Target[]>> = {
  email(block) {
    const addresses = block.texts("addresses");
    return (addresses.length > 0 ? addresses : [""]).map(mailbox);
  },
  pagerduty(block) {
    block.hasSecret("integration_key");
    const url = vendorAddress(block, "url", "https://events.pagerduty.com");
    const severities = severityMap(block, "pagerduty", "severity", "critical");
    return [secretly("pagerduty", "PagerDuty's routing key", { ...given({ url }), ...severities })];
  },
  opsgenie(block) {
    block.hasSecret("api_key");
    const url = vendorAddress(block, "url", "https://api.opsgenie.com");
    return [secretly("opsgenie", "Opsgenie's API key", given({ url }))];
  },
  slack: (block) => [slack(block)],
  discord(block) {
    block.hasSecret("url");
    return [secretly("discord", ofDiscord)];
  },
  googlechat(block) {
    block.hasSecret("url");
    return [secretly("google_chat", "the URL of the space's webhook")];
  },
  telegram(block) {
    block.hasSecret("token");
    return [toRecipient("telegram", "the bot's token", block.numeral("chat_id"))];
  },
  webex(block) {
    block.hasSecret("token");
    return [toRecipient("webex", "the bot's access token", block.text("room_id"))];
  },
  pushover(block) {
    for (const name of ["user_key", "api_token"]) block.hasSecret(name);
    return [secretly("pushover", "user_key, a colon, and api_token")];
  },
  teams(block) {
    block.hasSecret("url");
    return [secretly("teams", "the URL of Teams' incoming webhook")];
  },
  sns(block) {
    for (const name of ["access_key", "secret_key"]) block.hasSecret(name);
    for (const name of ["assume_role_arn", "external_id", "authentication_provider"])
      block.lost(name, "is not carried over: an access key signs here, and takes on no role");
    return [toTopic(block.text("topic"))];
  },
  jira(block) {
    for (const name of ["user", "password", "api_token"]) block.hasSecret(name);
    const [url, project, type] = [block.text("api_url"), block.text("project"), block.text("issue_type")];
    return [toJira(block, "api_url", { url, project, type })];
  },
  webhook: (block) => [webhook(block)],
};

export function mapContactPoint(
  point: Attributes,
  add: AddRow,
  context: MigrationContext,
): string | undefined {
  point.ignore("id", "org_id", "disable_provenance");
  const name = point.text("name") ?? "";
  const known = Object.keys(integrations);
  const others = point.blockNames().filter((type) => !known.includes(type));
  const targets = [...known, ...others].flatMap((type) =>
    point.blocks(type).flatMap((block) => {
      block.ignore("uid");
      const read = integrations[type];
      if (read !== undefined) return read(block).map((target) => ({ type, target }));
      block.ignore(...block.names());
      return [{ type, target: unknownKind(name, type) }];
    }),
  );
  const count = new Map<string, number>();
  for (const { type, target } of targets) {
    const called = target.kind === "slack" ? "slack" : type;
    const number = (count.get(called) ?? 0) + 1;
    count.set(called, number);
    const end = number === 1 ? called : `${called} ${number}`;
    const alone = targets.length === 1;
    addTarget(alone ? name : `${name} ${end}`, target, alone ? undefined : end, add, context);
  }
  return targets.length > 0 ? undefined : "it has no integration";
}

function slack(block: Attributes): Target {
  if (block.hasSecret("url") || !block.hasSecret("token")) {
    block.lost("recipient", "an incoming webhook posts to the channel that it was made for");
    return secretly("slack", "the URL of Slack's incoming webhook");
  }
  const channel = block.text("recipient");
  block.note(
    "token",
    "a bot's token posts nothing here: make an incoming webhook for the channel in Slack, and give its URL as the secret",
  );
  const place = channel === undefined ? "" : ` for ${channel}`;
  return secretly("slack", `the URL of an incoming webhook${place}, to be made in Slack`);
}

function webhook(block: Attributes): Target {
  block.ignore("authorization_scheme", "basic_auth_user");
  block.usual({ http_method: "POST", max_alerts: 0 });
  block.lost("authorization_credentials", "a webhook here is signed instead: set secret, and check it there");
  block.lost("basic_auth_password", "a webhook here is signed instead: set secret, and check it there");
  block.lost(
    "hmac_config",
    "the signature has another form here: set secret, and check it as Standard Webhooks",
  );
  return alertmanagerWebhookAt(block, "url");
}
