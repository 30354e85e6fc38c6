/** Receivers of Grafana's own Alertmanager: each integration has a type and settings, its secrets apart. */
import type { Attributes } from "../attributes.ts";
import { mailbox, standIn, type Target, webhookAt } from "./targets.ts";

/** @param receiver its name */
export function grafanaTargets(blocks: readonly Attributes[], receiver: string): Target[] {
  return blocks.flatMap((block) => {
    block.ignore("uid", "name", "orgId", "disableResolveMessage");
    for (const secrets of ["secureSettings", "secureFields", "secure_settings"])
      block.ignore(...(block.hasSecret(secrets) ? [secrets] : []));
    const type = block.text("type") ?? "";
    const settings = block.map("settings");
    settings.ignore(...settings.names());
    const read = Object.hasOwn(types, type) ? types[type] : undefined;
    return read?.(settings) ?? [standIn(receiver, `there is no target of the kind ${type} here`)];
  });
}

const types: Readonly<Record<string, (settings: Attributes) => Target[]>> = {
  email: (settings) =>
    (settings.text("addresses") ?? "")
      .split(/[,;\n]/)
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map(mailbox),
  slack: () => secret("slack", "the URL of Slack's incoming webhook"),
  discord: () => secret("slack", "the URL of Discord's webhook, with /slack at its end"),
  pagerduty: () => secret("pagerduty", "PagerDuty's routing key (integrationKey)"),
  opsgenie: () => secret("opsgenie", "Opsgenie's API key (apiKey)"),
  teams: () => secret("teams", "the URL of the workflow in Teams that takes webhook requests"),
  webhook: (settings) => [webhookAt(settings.text("url") ?? "", settings)],
};

function secret(kind: Target["kind"], holds: string): Target[] {
  return [{ kind, secrets: [{ field: "secret", holds }] }];
}
