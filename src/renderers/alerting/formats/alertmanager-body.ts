/**
 * The body of Alertmanager's webhook, version 4 (https://prometheus.io/docs/alerting/latest/configuration/#webhook_config),
 * for programs that read what Alertmanager sends. Of what this service knows and that body has no place for, nothing is in it.
 */
import type { AlertMessage, MessageAlert } from "../../../kernel/alert-message.ts";
import { fingerprintOf } from "../fingerprint.ts";

type Labels = MessageAlert["labels"];

/** What Alertmanager writes where an alert has no end. */
const noEnd = "0001-01-01T00:00:00Z";

/** @param receiver what the target is called */
export function alertmanagerBody(message: AlertMessage, receiver: string) {
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
function alertOf({ labels, annotations, url, started_at, resolved_at, ended_because }: MessageAlert) {
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
