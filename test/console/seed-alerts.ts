/** Alerts of an evening that nobody wishes for: what their pages are looked at and tested with. */
import { type Fired, webhook } from "../alerts/support.ts";
import type { Tenant } from "../support/service.ts";

/** The title of the one whose id is answered: a route took it, and a rule has a step to come. */
export const seededTitle = "Checkout answers more than 5% of requests with an error";

/** 30 that are open, of which some are muted and one is acknowledged, and 3 that are over. */
export async function seedAlerts(send: Tenant["api"], connectorId: string, routeId: string): Promise<string> {
  const notify = (receiver: string, group: string, fired: readonly Fired[]) =>
    send("POST", `intake/alertmanager/${connectorId}`, { body: webhook({ receiver, group }, fired) });
  await notify(routeId, "checkout", [
    {
      name: "CheckoutErrors",
      startsAt: before(47),
      labels: {
        service: "checkout",
        severity: "critical",
        region: "eu-central-1",
        namespace: "shop",
        pod: "checkout-6c9f7d5b8-x2x7p",
      },
      annotations: {
        summary: seededTitle,
        description:
          "5xx of the checkout service over 5 minutes: 7.4%. The budget of the month lasts 9 hours so.",
        runbook_url: "https://runbooks.example.com/checkout/errors",
        dashboard: "https://grafana.example.com/d/checkout",
      },
    },
    ...["search-1", "search-2", "search-3"].map((instance, index) => ({
      name: `SearchDown-${index}`,
      startsAt: before(12 + index),
      labels: { alertname: "SearchDown", service: "search", severity: "critical", instance },
      annotations: { summary: `${instance} does not answer` },
    })),
  ]);
  await notify("orgconfig", "rest", [
    ...Array.from({ length: 16 }, (_, index): Fired => {
      const instance = `node-${index + 1}.eu-central-1.compute.internal:9100`;
      return {
        name: `NodeLoad-${index}`,
        startsAt: before(90 + index * 37),
        labels: {
          alertname: "NodeLoadHigh",
          service: "platform",
          severity: index % 3 === 0 ? "error" : "warning",
          instance,
        },
        annotations: { summary: `Load of ${instance} is above its cores for 15 minutes` },
      };
    }),
    ...Array.from(
      { length: 4 },
      (_, index): Fired => ({
        name: `Disk-${index}`,
        startsAt: before(600 + index * 500),
        labels: { alertname: "DiskFull", service: "batch", severity: "warning", instance: `batch-${index}` },
        annotations: { summary: `DiskFull on batch-${index}` },
      }),
    ),
    ...Array.from(
      { length: 4 },
      (_, index): Fired => ({
        name: `Cert-${index}`,
        startsAt: before(3_000 + index),
        labels: { alertname: "CertificateExpires", severity: "info", hostname: `shop-${index}.example.com` },
        annotations: { summary: `The certificate of shop-${index}.example.com ends in less than 21 days` },
      }),
    ),
    {
      name: "Queue",
      startsAt: before(5),
      labels: { alertname: "QueueGrows", service: "billing", severity: "page", queue: "invoices" },
      annotations: {
        summary: `The queue invoices grows faster than it is worked off, ${"and its consumers-in-eu-central-1-and-us-east-1 ".repeat(4)}`,
      },
    },
    { name: "Watchdog", startsAt: before(9_000), labels: { severity: "info" } },
    ...["Deploy failed", "Latency of search", "Latency of cart"].map(
      (summary, index): Fired => ({
        name: `Over-${index}`,
        startsAt: before(300 + index * 60),
        endsAt: before(200 + index * 60),
        labels: { alertname: "Over", service: "search", severity: "error" },
        annotations: { summary },
      }),
    ),
  ]);
  const { data } = (await send("GET", "alerts?status=open")).body as {
    data: { id: string; title: string }[];
  };
  const idOf = (wanted: string) => data.find((alert) => alert.title === wanted)?.id ?? "";
  await send("POST", `alerts/${idOf("search-2 does not answer")}/acknowledge`);
  return idOf(seededTitle);
}

/** So many minutes ago. */
function before(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}
