/** Messages about alerts as formats are given them. */

import type { AlertMessage, MessageAlert } from "../../../src/kernel/alert-message.ts";
import type { Notification } from "../../../src/renderers/alerting/formats/format.ts";

export function messageAlert(more: Partial<MessageAlert> = {}): MessageAlert {
  return {
    id: "alert_1",
    title: "Checkout answers slowly",
    service: "checkout",
    severity: "critical",
    labels: { alertname: "Slow", service: "checkout", severity: "critical", instance: "shop-1:9090" },
    annotations: { summary: "Checkout answers slowly" },
    url: "https://runbooks.example/checkout?why=a|b&c=<d>",
    started_at: "2026-11-22T09:00:00.000Z",
    resolved_at: null,
    ...more,
  };
}

export function firing(more: Partial<AlertMessage> = {}): Notification {
  return {
    at: "2026-11-22T09:00:30.000Z",
    message: {
      phase: "firing",
      dedup_key: "a1b2c3",
      organization: { name: "Acme & Söhne", slug: "acme" },
      by: { kind: "alert_routes", id: "route_1", name: "all <of> them" },
      step: null,
      title: "Checkout answers slowly",
      severity: "critical",
      group_labels: { service: "checkout" },
      alerts: [messageAlert()],
      count: 1,
      link: "https://config.example/o/acme/alerts/alert_1",
      ...more,
    },
  };
}

/** Two alerts, one of which knows little, with what would be markup in a title. */
export const several = firing({
  title: "2 alerts: <!channel> *Disk* [is](http://evil.example) full & hot",
  severity: "warning",
  group_labels: {},
  alerts: [
    messageAlert({
      title: "<!channel> *Disk* [is](http://evil.example) full & hot",
      severity: "warning",
      service: null,
    }),
    messageAlert({
      id: "alert_2",
      title: "Alert",
      severity: null,
      service: "cart",
      labels: {},
      annotations: {},
      url: null,
    }),
  ],
  count: 120,
});

export const resolved = firing({
  phase: "resolved",
  alerts: [messageAlert({ resolved_at: "2026-11-22T09:20:00.000Z" })],
});
