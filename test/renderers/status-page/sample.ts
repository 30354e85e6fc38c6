/** A page with a bit of everything. */
import type {
  Day,
  PageComponent,
  PageIncident,
  PageState,
} from "../../../src/renderers/status-page/index.ts";

export const at = "2026-11-26T20:00:00.000Z";

export const view = {
  link: (path: string) => (path === "" ? "/status/acme" : `/status/acme/${path}`),
  asOf: null,
  now: at,
};

/** So many days up to the sample's own, the oldest first, each whole and operational. */
export function quietDays(count: number): Day[] {
  return Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.parse(at) - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
    seconds: { operational: 86_400 },
  }));
}

export function component(over: Partial<PageComponent> = {}): PageComponent {
  return {
    id: "spc_checkout",
    group: "Shop",
    name: "Checkout",
    description: "Paying for what is in the cart.",
    status: "operational",
    unknownSince: null,
    showUptime: true,
    createdAt: "2026-01-05T09:00:00.000Z",
    updatedAt: "2026-11-20T09:00:00.000Z",
    days: quietDays(90),
    changes: [],
    ...over,
  };
}

export function incident(over: Partial<PageIncident> = {}): PageIncident {
  return {
    id: "spi_slow",
    title: "Slow checkout",
    status: "investigating",
    impact: "minor",
    componentIds: ["spc_checkout"],
    scheduledFor: null,
    scheduledUntil: null,
    startedAt: "2026-11-26T19:00:00.000Z",
    resolvedAt: null,
    createdAt: "2026-11-26T19:00:00.000Z",
    updatedAt: "2026-11-26T19:30:00.000Z",
    updates: [
      { at: "2026-11-26T19:00:00.000Z", status: "investigating", body: "Payments take longer than usual." },
    ],
    ...over,
  };
}

export const ended = incident({
  id: "spi_ended",
  title: "Emails were late",
  status: "resolved",
  impact: "major",
  startedAt: "2026-11-20T08:00:00.000Z",
  resolvedAt: "2026-11-20T09:30:00.000Z",
  updates: [
    { at: "2026-11-20T08:00:00.000Z", status: "investigating", body: "Emails are late." },
    { at: "2026-11-20T09:00:00.000Z", status: "monitoring", body: "A queue was stuck." },
    { at: "2026-11-20T09:30:00.000Z", status: "resolved", body: "All were sent." },
  ],
});

export const upgrade = incident({
  id: "spi_upgrade",
  title: "Database upgrade",
  status: "scheduled",
  impact: "maintenance",
  scheduledFor: "2026-11-28T02:00:00.000Z",
  scheduledUntil: "2026-11-28T03:00:00.000Z",
  updates: [
    { at: "2026-11-25T10:00:00.000Z", status: "scheduled", body: "Checkout is read-only for an hour." },
  ],
});

export const page: PageState["page"] = {
  id: "org_acme",
  title: "Acme status",
  description: "How Acme is doing.",
  url: "https://config.example.com/status/acme",
  theme: "auto",
  support_url: "https://acme.example.com/help",
  timezone: "Europe/Berlin",
  history_days: 90,
  show_uptime: true,
  allow_indexing: true,
  logo: null,
  accent: null,
  closed: false,
  updatedAt: "2026-11-26T19:30:00.000Z",
};

export function pageState(over: Partial<PageState> = {}): PageState {
  return { page, components: [component()], incidents: [incident(), upgrade, ended], at, ...over };
}
