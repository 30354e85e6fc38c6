/** What recipients become before they are rows, and the nearest where a value cannot be had. */
import { formats } from "../../../kernel/format.ts";
import { given } from "../../../kernel/given.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { eventSeverities, priorities } from "../../../renderers/alerting/formats/severity.ts";
import { outboundConfigs, topicArn } from "../../../resources/outbound-configs.ts";
import { secretIn } from "./address-secret.ts";
import type { Attributes } from "./attributes.ts";
import type { AddRow, MigrationContext } from "./mapping.ts";
import { quoted } from "./quoted.ts";
import type { Secret } from "./rows.ts";

/** One recipient of a receiver, before it is a row. */
export interface Target {
  readonly kind: ConfigurationOf<typeof outboundConfigs>["kind"];
  readonly url?: string;
  readonly recipient?: string;
  readonly format?: ConfigurationOf<typeof outboundConfigs>["format"];
  readonly address?: string;
  readonly severity_map?: Readonly<Record<string, string>>;
  readonly secrets?: readonly Secret[];
  /** Why whoever was notified by it is not any more, in a part of a sentence that begins with "it": its row is switched off. */
  readonly lost?: string;
}

/** A recipient of the configuration, and the row that stands for it. */
export interface Recipient {
  /** The row's name. */
  readonly name: string;
  /** Undefined where its row was refused. */
  readonly rowId: string | undefined;
  /** Why it is notified of nothing any more. */
  readonly lost: string | undefined;
}

/** Adds the row of a target. Where nobody is notified by it any more, the report begins with that. */
export function addTarget(
  name: string,
  { secrets = [], lost, ...body }: Target,
  labelEnd: string | undefined,
  add: AddRow,
  context: MigrationContext,
): Recipient {
  const off = lost === undefined ? {} : { enabled: false };
  const added = add(outboundConfigs, { name, ...body, ...off }, { secrets, ...given({ labelEnd }) });
  const why = lost ?? (added.accepted ? undefined : "its target was refused");
  if (why !== undefined)
    context.first(`the recipient ${quoted(name)} is notified of nothing any more: ${why}`);
  return { name, rowId: added.accepted ? added.id : undefined, lost: why };
}

/** What keeps the place of a recipient that there is no kind for. */
export function standIn(receiver: string, lost: string): Target {
  const host = receiver
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 50);
  return { kind: "webhook", url: `https://${host || "receiver"}.invalid/`, lost };
}

/** @param type what the other tool calls it */
export function unknownKind(receiver: string, type: string): Target {
  const why = /^(jira|sns)/i.test(type)
    ? `its ${type} says too little for a target of that kind: make one by hand`
    : `there is no target of the kind ${type} here`;
  return standIn(receiver, why);
}

/** A target that needs nothing but a secret. @param holds what the secret is, in a few words */
export function secretly(kind: Target["kind"], holds: string, more: Partial<Target> = {}): Target {
  return { kind, ...more, secrets: [{ field: "secret", holds }] };
}

export const ofDiscord = "the URL of Discord's webhook";
export const workflow = "the URL of the workflow in Teams that takes webhook requests";

/** @param text an address, with a name before it or not */
export function mailbox(text: string): Target {
  const [, inner] = /<([^<>]*)>$/.exec(text) ?? [];
  const address = inner ?? text;
  if (formats.email.check(address) === undefined) return { kind: "email", address };
  return standIn(
    "mail",
    text === ""
      ? "it names no email address: write one into the file, and run this again"
      : `${quoted(text)} is no email address: write the real one into the file, and run this again`,
  );
}

/**
 * A webhook at the address in an attribute, as far as it can be copied: one that is a secret is not.
 * @param url the address, where it is not what the attribute says
 * @param absent what is said of an address that is empty
 */
export function webhookAt(
  block: Attributes,
  name: string,
  url = block.text(name) ?? "",
  absent = "is not in the file",
): Target {
  const [whole, secret] = [urlIn(url), secretIn(url)];
  if (whole !== undefined && secret === undefined) {
    block.note(name, "stands in the file as it is: look whether a credential is in it", "info");
    return { kind: "webhook", url: whole };
  }
  const origin = URL.canParse(url) ? `${new URL(url).origin}/` : "";
  const nearest = urlIn(origin) ?? "https://webhook.invalid/";
  const why =
    url === ""
      ? absent
      : secret === undefined
        ? "is no address of http or https that can be called"
        : `has a credential in it (${secret})`;
  const then =
    secret === undefined || whole === undefined
      ? "write an address without a credential there"
      : "write the address there by hand and not in the file";
  return {
    kind: "webhook",
    url: nearest,
    lost: `its address ${why}: it is switched off at ${nearest}; ${then}, and switch it on`,
  };
}

/** The address, if the service takes it; what only had to be percent-encoded is the same one. */
function urlIn(url: string): string | undefined {
  const encoded = URL.canParse(url) ? new URL(url).href : "";
  return [url, encoded].find((one) => one !== "" && formats.url.check(one) === undefined);
}

/** A webhook of which programs read what Alertmanager sends: it gets that here too. */
export function alertmanagerWebhookAt(...[block, name, ...more]: Parameters<typeof webhookAt>): Target {
  const target = webhookAt(block, name, ...more);
  block.note(
    name,
    "gets the body that Alertmanager sends (format: alertmanager), with groupKey and externalURL of this service; what is read of the end of an alert comes when the last of its group has ended",
    "info",
  );
  return { ...target, format: "alertmanager" };
}

/** A target that reaches somebody by a name that the vendor knows; without one it is switched off. */
export function toRecipient(
  kind: Target["kind"],
  holds: string,
  recipient: string | number | undefined,
  lost = "its recipient is not in the file",
  more: Partial<Target> = {},
): Target {
  return recipient === undefined || recipient === ""
    ? secretly(kind, holds, { recipient: "unknown", lost, ...more })
    : secretly(kind, holds, { recipient: String(recipient), ...more });
}

/** What stands in the place of a topic whose name cannot be had. */
const noTopic = "arn:aws:sns:us-east-1:000000000000:unknown";

/** A topic of Amazon SNS; without its ARN the target is switched off. */
export function toTopic(arn: string | undefined, more: Partial<Target> = {}): Target {
  const holds = "the id of an access key that may do sns:Publish on the topic, a colon, and its secret";
  if (arn !== undefined && topicArn.test(arn)) return secretly("sns", holds, { recipient: arn, ...more });
  const lost =
    arn === undefined
      ? "its topic (topic_arn) is made by a template, or it names none: SNS is reached by the ARN of a topic here"
      : "its topic is no ARN of a topic of SNS";
  return secretly("sns", holds, { recipient: noTopic, ...more, lost });
}

/**
 * A project of Jira Cloud, at an address as other tools write it: with the path of the API or without. Another Jira is
 * switched off.
 */
export function toJira(
  block: Attributes,
  name: string,
  { url, project, type }: Readonly<Record<"url" | "project" | "type", string | undefined>>,
): Target {
  const site = url !== undefined && URL.canParse(url) ? new URL(url) : undefined;
  const isCloud = site !== undefined && /\.(atlassian\.net|jira\.com)$/.test(site.hostname);
  const at = webhookAt(block, name, site === undefined ? "" : `${site.origin}/`);
  const lost = !isCloud
    ? "its address (api_url) is at no site of Jira Cloud (atlassian.net), whose API is the one that is called here"
    : project === undefined
      ? "its project is made by a template, or is not in the file"
      : type === undefined
        ? "its type of issue is made by a template"
        : at.lost;
  const recipient = project === undefined ? "UNKNOWN" : `${project}/${type ?? "Task"}`;
  block.note(
    "",
    "issues of before are not known here: an alert that is open when you switch gets a new one; at its end an issue moves by the first transition to a status that is done",
    "info",
  );
  return secretly("jira", "email:token of a user that may create and move issues", {
    ...given({ url: at.url, lost }),
    recipient,
  });
}

/** A target at an address of the team's own, as far as it can be copied. @param holds what its secret is */
export function ownServer(kind: Target["kind"], at: Target, holds: string): Target {
  const { url, lost } = at;
  return secretly(kind, holds, { ...given({ url, lost }) });
}

/** The address of a vendor's API that is not its usual one. */
export function vendorAddress(block: Attributes, name: string, usual: string): string | undefined {
  const url = block.text(name);
  if (url === undefined || url === usual || url.startsWith(`${usual}/`)) return undefined;
  if (formats.url.check(url) === undefined && secretIn(url) === undefined) return url;
  block.note(name, "is no address of http or https, or has a credential in it: write it yourself");
  return undefined;
}

const vendors = {
  pagerduty: { field: "severity", ...eventSeverities },
  opsgenie: { field: "priority", ...priorities },
} as const;

/**
 * The map by which every alert has the same severity for a pager, where the other tool sends it one word.
 * @param usual what the other tool sends where nothing is written
 * @param written what is written; it may be made by a template
 */
export function severityMap(
  block: Attributes,
  kind: keyof typeof vendors,
  name: string,
  usual: string,
  written = block.text(name),
): { readonly severity_map?: Readonly<Record<string, string>> } {
  const { field, words } = vendors[kind];
  if (written !== undefined && words.includes(written))
    return {
      severity_map: Object.fromEntries(
        ["info", "warning", "error", "critical"].map((severity) => [severity, written]),
      ),
    };
  block.note(
    name,
    written === undefined
      ? `says nothing, so that every alert had the ${field} ${usual}; here it is that of the alert's own severity: severity_map says other words`
      : `is made by a template, or is not one of ${words.join(", ")}; here the ${field} is that of the alert's own severity: severity_map says other words`,
  );
  return {};
}
