/** Alerts that Tidewater had: a month of them that are over, and what burns at the moment. */
import type { JsonObject } from "../kernel/validate.ts";

/** What is raised again and again, and how it looks. */
interface Trouble {
  readonly alertname: string;
  readonly service: string;
  readonly severity: "critical" | "error" | "warning" | "info";
  readonly summary: string;
  /** How often it comes, and for how long as a rule; in minutes. */
  readonly every: number;
  readonly lasts: number;
  readonly more?: Readonly<Record<string, string>>;
}

const day = 24 * 60;

const troubles: readonly Trouble[] = [
  {
    ...{ alertname: "CheckoutErrors", service: "checkout", severity: "critical", every: 9 * day, lasts: 34 },
    summary: "More than 5% of the orders at the checkout fail",
  },
  {
    ...{ alertname: "CheckoutSlow", service: "checkout", severity: "warning", every: 2 * day, lasts: 21 },
    summary: "The checkout takes more than 2 s for one order in a hundred",
  },
  {
    ...{ alertname: "CapturesFail", service: "payments", severity: "critical", every: 11 * day, lasts: 52 },
    summary: "The acquirer declines one payment in eight",
    more: { provider: "bambora" },
  },
  {
    ...{ alertname: "CaptureQueueOld", service: "payments", severity: "error", every: 3 * day, lasts: 18 },
    summary: "Captures wait for more than 10 minutes",
    more: { provider: "adyen" },
  },
  {
    ...{ alertname: "SearchSlow", service: "search", severity: "warning", every: 1_300, lasts: 12 },
    summary: "Search answers in more than 800 ms",
  },
  {
    ...{ alertname: "FrontPageErrors", service: "storefront", severity: "error", every: 5 * day, lasts: 9 },
    summary: "The front page fails for one visitor in fifty",
  },
  {
    ...{ alertname: "StockStale", service: "inventory", severity: "warning", every: 1_700, lasts: 44 },
    summary: "Stock figures are older than 15 minutes",
    more: { warehouse: "Göteborg-3" },
  },
  {
    ...{ alertname: "CarrierSilent", service: "tracking", severity: "warning", every: 2_100, lasts: 95 },
    summary: "A carrier has sent no update for an hour",
    more: { carrier: "postnord" },
  },
  {
    ...{ alertname: "BatchSlow", service: "invoicing", severity: "warning", every: day, lasts: 70 },
    summary: "The nightly batch is slow",
  },
  {
    ...{ alertname: "QueueDeep", service: "notifications", severity: "info", every: 4 * day, lasts: 30 },
    summary: "More than 10,000 mails wait",
  },
];

/** Resolved alerts of the last `days`, the oldest first: the same ones each time, counted from now. */
export function pastAlerts(now: Date, days = 30): JsonObject[] {
  return troubles
    .flatMap((trouble, which) => {
      const count = Math.floor((days * day) / trouble.every);
      return Array.from({ length: count }, (_, index) => {
        // Spread like things that nobody planned, and the same in each run.
        const spread = Math.sin(which * 37 + index * 11);
        const began = Math.max(180, (index + 0.5) * trouble.every + spread * trouble.every * 0.4);
        const lasted = trouble.lasts * (1 + spread * 0.7);
        return alertOf(trouble, at(now, began), at(now, began - lasted));
      });
    })
    .sort((one, other) => String(one.startsAt).localeCompare(String(other.startsAt)));
}

/** What burns now, and the route that takes it. */
export interface OpenAlert {
  readonly route: string;
  readonly trouble: Trouble;
  readonly minutes: number;
  /** Who works on it. */
  readonly takenBy?: string;
}

export const openAlerts: readonly OpenAlert[] = [
  {
    ...{ route: "freight", minutes: 26 },
    trouble: {
      ...{ alertname: "StockUnknown", service: "inventory", severity: "critical", every: 0, lasts: 0 },
      summary: "Nobody can order: the stock of Göteborg-2 cannot be read",
      more: { warehouse: "Göteborg-2", carrier: "none" },
    },
  },
  {
    ...{ route: "Søk", minutes: 51, takenBy: "chloe@tidewater.example" },
    trouble: {
      ...{ alertname: "IndexOld", service: "recommendations", severity: "error", every: 0, lasts: 0 },
      summary: "Recommendations come from an index of yesterday",
    },
  },
  {
    ...{ route: "everything else", minutes: 8 },
    trouble: {
      ...{ alertname: "DiskXFull", service: "mobile-gateway", severity: "warning", every: 0, lasts: 0 },
      summary: "A disk of the mobile gateway is full in two days",
    },
  },
];

export function openAlert(now: Date, { trouble, minutes }: OpenAlert): JsonObject {
  return alertOf(trouble, at(now, minutes));
}

function at(now: Date, minutes: number): string {
  return new Date(now.getTime() - Math.round(minutes * 60_000)).toISOString();
}

function alertOf(trouble: Trouble, startsAt: string, endsAt?: string): JsonObject {
  const { alertname, service, severity, summary, more } = trouble;
  return {
    status: endsAt === undefined ? "firing" : "resolved",
    labels: { alertname, service, severity, environment: "prod", ...more },
    annotations: {
      summary,
      runbook_url: `https://runbooks.tidewater.example/${service}/${alertname.toLowerCase()}`,
    },
    startsAt,
    ...(endsAt !== undefined && { endsAt }),
    fingerprint: `${alertname}-${service}`,
  };
}
