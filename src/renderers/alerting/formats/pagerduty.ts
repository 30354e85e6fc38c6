/** PagerDuty's Events API v2: https://developer.pagerduty.com/docs/events-api-v2/overview/ */
import type { AlertMessage } from "../../../kernel/alert-message.ts";
import { jsonOf, memberOf, plain } from "../../connection-tests/probe.ts";
import { webAddress } from "../web-address.ts";
import { readBy } from "./answers.ts";
import { endpoint, type Format, jsonHeaders, type Target, unset } from "./format.ts";
import { eventSeverities, vendorWord, wordOf } from "./severity.ts";
import { endedBecause, fitted, headline, isReadable, servicesIn, within } from "./texts.ts";

const path = "/v2/enqueue";
/** PagerDuty takes 512 KB. */
const maxBytes = 500_000;
const sizes = [100, 50, 20, 5, 1, 0];

/** Where events go: the row's address is PagerDuty's own endpoint, as of its EU region, or one of a proxy. */
export function eventsAddress(url: string | null): string {
  return endpoint(url, "https://events.pagerduty.com", path);
}

export const pagerduty: Format = ({ message }, target) => {
  const { secret, url } = target;
  if (secret === undefined) return unset("secret is not set: it holds the integration's routing key");
  const ends = message.phase === "resolved";
  const event = { routing_key: secret, dedup_key: message.dedup_key };
  return {
    request: {
      method: "POST",
      url: eventsAddress(url),
      carriesSecret: true,
      headers: jsonHeaders,
      body: ends
        ? JSON.stringify({ ...event, event_action: "resolve", ...endOf(message, target) })
        : within(maxBytes, sizes, (size) => ({ ...event, ...triggerOf(message, target, size) })),
    },
    read: readBy({
      target,
      taken: ends ? "PagerDuty took the end of the incident" : "PagerDuty took the incident",
      kinds: ({ text }) => (/routing.?key/i.test(text) ? { 400: "auth_invalid" } : {}),
      said,
    }),
  };
};

/** An end says nothing of itself, unless nobody measured it. */
function endOf(message: AlertMessage, { severity_map }: Target) {
  const because = endedBecause(message);
  if (because === "") return {};
  return {
    payload: {
      summary: fitted(`${headline(message)}: ${because}`, 1_024),
      source: fitted(message.organization.name, 1_024),
      severity: vendorWord(eventSeverities, message.severity, severity_map),
      custom_details: { ended_because: fitted(because, 1_024) },
    },
  };
}

function triggerOf(message: AlertMessage, { severity_map }: Target, size: number) {
  const { alerts, severity, title, organization, group_labels, link, count, by } = message;
  const [first] = alerts;
  const services = servicesIn(alerts);
  const address = webAddress(link);
  const runbook = webAddress(first?.url ?? null);
  return {
    event_action: "trigger",
    client: "orgconfig",
    client_url: address,
    payload: {
      summary: fitted(title, 1_024),
      source: fitted([first?.labels.instance, services[0]].find(isNamed) ?? organization.name, 1_024),
      severity: vendorWord(eventSeverities, severity, severity_map),
      timestamp: first?.started_at,
      ...(services.length === 0 ? {} : { component: fitted(services.join(", "), 1_024) }),
      ...(isNamed(first?.labels.alertname) ? { class: fitted(first.labels.alertname, 1_024) } : {}),
      custom_details: {
        organization: organization.name,
        sent_by: by.name,
        severity: wordOf(severity, severity_map),
        count,
        ...(size === 0 ? {} : { group: group_labels, alerts: alerts.slice(0, size) }),
      },
    },
    links: [
      ...(address === undefined ? [] : [{ href: address, text: "The alert" }]),
      ...(runbook === undefined ? [] : [{ href: runbook, text: "Runbook, or what raised it" }]),
    ],
  };
}

function isNamed(text: string | undefined): text is string {
  return text !== undefined && isReadable(text);
}

/** PagerDuty says what is wrong in a list next to its message. */
function said(text: string): string {
  const body = jsonOf(text);
  if (body === undefined) return text;
  const errors = Array.isArray(body.errors) ? body.errors.map(plain) : [];
  return [plain(memberOf(body, "message")), ...errors].filter((one) => one !== "").join(": ");
}
