/**
 * The body of Alertmanager's webhook, version 4 (https://prometheus.io/docs/alerting/latest/configuration/#webhook_config),
 * for programs that read what Alertmanager sends. Of what this service knows and that body has no place for, nothing is in it.
 */
import type { AlertMessage, MessageAlert } from "../../../kernel/alert-message.ts";
import { choice, integer, list, map, object, text, timestamp } from "../../../kernel/field.ts";
import type { ObjectValueOf } from "../../../kernel/row-types.ts";
import type { Webhook } from "../../../kernel/webhook.ts";
import { outboundConfigs } from "../../../resources/outbound-configs.ts";
import { fingerprintOf } from "../fingerprint.ts";

type Labels = MessageAlert["labels"];

/** What Alertmanager writes where an alert has no end. */
const noEnd = "0001-01-01T00:00:00Z";

const anything = Number.MAX_SAFE_INTEGER;
const labels = (description: string) => map({ description, maxEntries: anything, maxValue: anything });
const status = choice({ description: "firing while one is open.", choices: ["firing", "resolved"] });

const alertFields = {
  status,
  labels: labels("Its labels."),
  annotations: labels("Its annotations; ended_because says why it ended, where nobody measured that."),
  startsAt: timestamp({ description: "When it began." }),
  endsAt: timestamp({ description: `When it ended; ${noEnd} while it is open.` }),
  generatorURL: text({
    description: "The page of what raised it; empty without one.",
    min: 0,
    max: anything,
  }),
  fingerprint: text({ description: "A hash of its labels, as Alertmanager makes it." }),
} as const;

const bodyFields = {
  receiver: text({ description: "What the target is called.", min: 0, max: anything }),
  status,
  alerts: list({
    description: "The alerts that it reports, the first hundred at most.",
    items: object({ description: "One alert.", fields: alertFields }),
  }),
  groupLabels: labels("The labels that the alerts are grouped by."),
  commonLabels: labels("The labels that all of them have."),
  commonAnnotations: labels("The annotations that all of them have."),
  externalURL: text({ description: "Where people reach this service.", max: anything }),
  version: choice({ description: "The version of the format.", choices: ["4"] }),
  groupKey: text({ description: "This service's own name for the group.", max: anything }),
  truncatedAlerts: integer({ description: "How many alerts are left out.", min: 0 }),
} as const;

export const alertmanagerWebhook = {
  name: "alertmanager",
  title: "Alerts as Alertmanager posts them",
  description:
    "Posted to an outbound target of the kind webhook whose format is alertmanager: version 4 of the body of Alertmanager's webhook.",
  tag: outboundConfigs.kind,
  signed: true,
  fields: bodyFields,
} as const satisfies Webhook;

/** @param receiver what the target is called */
export function alertmanagerBody(message: AlertMessage, receiver: string): ObjectValueOf<typeof bodyFields> {
  const { alerts, count, group_labels, by, link } = message;
  const reported = alerts.map(alertOf);
  const grouped = Object.entries(group_labels)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return {
    receiver,
    status: reported.some(({ status }) => status === "firing") ? "firing" : "resolved",
    alerts: reported,
    groupLabels: group_labels,
    commonLabels: shared(alerts.map(({ labels }) => labels)),
    commonAnnotations: shared(reported.map(({ annotations }) => annotations)),
    externalURL: new URL(link).origin,
    version: "4",
    groupKey: `{}/{${by.kind}=${JSON.stringify(by.name)}}:{${grouped.join(", ")}}`,
    truncatedAlerts: count - alerts.length,
  };
}

/** Why an alert ended that nobody measured an end of is an annotation: there is no other place for it. */
function alertOf({
  labels,
  annotations,
  url,
  started_at,
  resolved_at,
  ended_because,
}: MessageAlert): ObjectValueOf<typeof alertFields> {
  return {
    status: resolved_at === null ? "firing" : "resolved",
    labels,
    annotations: ended_because === undefined ? annotations : { ...annotations, ended_because },
    startsAt: started_at,
    endsAt: resolved_at ?? noEnd,
    // Where an alert has a runbook, that is its address here, and nobody kept what raised it.
    generatorURL: url === null || url === annotations.runbook_url ? "" : url,
    fingerprint: fingerprintOf(labels),
  };
}

/** What all of them say alike. */
function shared(all: readonly Labels[]): Labels {
  const [first = {}, ...others] = all;
  return Object.fromEntries(
    Object.entries(first).filter(([name, value]) => others.every((labels) => labels[name] === value)),
  );
}
