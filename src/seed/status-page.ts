import { logo } from "./logo.ts";
import { type Body, type Known, ref, row, type SeedRow, type Step, update } from "./row.ts";

const check = (name: string) => ({ synthetic_check_id: ref("synthetic_checks", name) });
const slo = (service: string, name = "availability") => ({ slo_id: ref("slos", service, name) });

const shown = (position: number, group: string, name: string, more: Body) =>
  row("status_page_components", { group, name, position, ...more });

const components = [
  shown(0, "Shop", "Website", {
    description: "Browsing, product pages and campaigns",
    service: "storefront",
    publish: "automatic",
    ...check("shop front page"),
    ...slo("storefront"),
  }),
  shown(1, "Shop", "Search", {
    service: "search",
    publish: "draft",
    status: "degraded_performance",
    ...check("search"),
    ...slo("search", "folk hittar något"),
  }),
  shown(2, "Shop", "Cart", { service: "cart", ...slo("cart") }),
  shown(3, "Shop", "Checkout", {
    description: "From the cart to the confirmation",
    service: "checkout",
    ...check("checkout answers"),
    ...slo("checkout"),
  }),
  shown(4, "Shop", "Återbruk", { service: "återbruk", show_uptime: false }),
  shown(10, "Payments", "Card payments", {
    service: "payments",
    status: "partial_outage",
    ...check("a test payment goes through"),
    ...slo("payments", "captures succeed"),
  }),
  shown(11, "Payments", "Invoices", { service: "invoicing", ...slo("invoicing") }),
  shown(20, "Deliveries", "Parcel tracking", {
    service: "tracking",
    status_source: "observed",
    ...check("track a parcel"),
  }),
  shown(21, "Deliveries", "Склад (warehouse) · Göteborg", {
    service: "inventory",
    status: "under_maintenance",
    ...slo("inventory"),
  }),
  shown(30, "", "Sign-in", {
    description: "Accounts, passkeys and password resets",
    service: "accounts",
    ...check("sign-in page"),
  }),
  shown(31, "", "Mobile apps", { service: "mobile-gateway" }),
  shown(40, "", "Customer service portal", {
    description: "Being replaced; see the maintenance notices",
    status: "major_outage",
    show_uptime: false,
    ...check("legacy crm (switched off)"),
  }),
];

const component = (name: string, group = "") => ref("status_page_components", group, name);

const incident = (
  minutes: number,
  impact: string,
  title: string,
  components: readonly Known[],
  body: string,
  more: Body,
  ...then: readonly Step[]
) => ({
  ...row("status_page_incidents", { title, impact, component_ids: components, body, ...more }, ...then),
  minutes,
});
const day = 24 * 60;
const next = (after: number, status: string, body: string) => update({ status, body }, after);

const incidents = [
  incident(
    12 * day,
    "major",
    "Double charges on card payments",
    [component("Card payments", "Payments"), component("Checkout", "Shop")],
    "Some customers see a card payment twice. We are looking into it.",
    { external_id: "OPS-2113" },
    next(24, "identified", "A retry after a slow answer was booked as a second payment. No more are made."),
    next(
      71,
      "monitoring",
      "The fix is out. All double payments are being refunded, which takes up to three days.",
    ),
    next(
      186,
      "resolved",
      "Every double payment was refunded. What happened, and what we change, is written up at https://www.tidewater.example/blogg/dubbla-betalningar.\n\nWe are sorry for the trouble.\n",
    ),
  ),
  incident(
    31 * day,
    "minor",
    "Parcel tracking shows yesterday's state",
    [component("Parcel tracking", "Deliveries")],
    "The carrier has caught up.",
    {
      status: "resolved",
      external_id: "OPS-2207",
      notify: false,
      updates: [
        {
          at: "2026-04-20T06:40:00Z",
          status: "investigating",
          body: "Parcels seem to stand still. We are looking into it.",
        },
        { at: "2026-04-20T07:15:00Z", status: "identified", body: "Updates from one carrier arrive late." },
        { at: "2026-04-20T09:50:00Z", status: "resolved", body: "The carrier has caught up." },
      ],
    },
  ),
  incident(
    31 * day,
    "maintenance",
    "New data centre in Göteborg",
    [component("Склад (warehouse) · Göteborg", "Deliveries")],
    "The move is done, two hours early.",
    // Its hours are past: written step by step, the service would end it by itself before the last step was there.
    {
      status: "completed",
      external_id: "CHG-0098",
      mute_alerts: true,
      notify: false,
      scheduled_for: "2026-05-02T20:00:00Z",
      scheduled_until: "2026-05-03T04:00:00Z",
      updates: [
        {
          at: "2026-04-25T09:00:00Z",
          status: "scheduled",
          body: "Stock figures may be a few minutes old while the warehouse moves.",
        },
        { at: "2026-05-02T20:00:00Z", status: "in_progress", body: "The move has begun." },
        { at: "2026-05-03T02:00:00Z", status: "completed", body: "The move is done, two hours early." },
      ],
    },
  ),
  incident(
    47,
    "critical",
    "Card payments are declined more often than usual",
    [component("Card payments", "Payments")],
    "About one in eight card payments is declined without reason. Invoices and Swish work. Vi felsöker tillsammans med banken. 当社は原因を調査しています。",
    { external_id: "OPS-2291" },
  ),
  incident(
    190,
    "minor",
    "Search is slow",
    [component("Search", "Shop")],
    "Answers take some seconds.",
    { external_id: "OPS-2288" },
    next(38, "identified", "An index grew too large for its machine; it is being split."),
  ),
  incident(
    33,
    "minor",
    "Invoices arrive late",
    [component("Invoices", "Payments")],
    "Invoices of this morning are sent this afternoon.",
    { external_id: "OPS-2293", draft: true },
  ),
  // Opened by hand on the page, so that no other system has a name for it.
  incident(
    2 * day,
    "none",
    "Customer service portal is unavailable",
    [component("Customer service portal")],
    "Call us instead: 0771-00 00 42.",
    {},
    update({ status: "monitoring" }),
  ),
  incident(
    day,
    "maintenance",
    "Stocktaking in the warehouse",
    [component("Склад (warehouse) · Göteborg", "Deliveries")],
    "Orders are taken and packed from tomorrow on.",
    {
      status: "in_progress",
      external_id: "CHG-0113",
      scheduled_for: "2026-06-30T18:00:00Z",
      notify: false,
    },
  ),
  incident(
    6 * day,
    "maintenance",
    "The customer service portal is switched off",
    [component("Customer service portal"), component("Sign-in")],
    `What you wrote to us moves to "My pages".\n\n${"Letters, receipts and complaints move in the order of their age; nothing is lost, and nothing has to be done. ".repeat(12)}`,
    {
      status: "scheduled",
      external_id: "CHG-0101",
      scheduled_for: "2031-01-07T06:00:00Z",
      scheduled_until: "2031-01-07T09:00:00Z",
    },
  ),
];

const settings = row("status_page_settings", {
  enabled: true,
  title: "Tidewater – driftstatus",
  description:
    "How the shop, its payments and its deliveries fare.\nHur butiken mår, på svenska och engelska.",
  // No two organizations of an installation share one.
  slug: ({ slug }) => `status-${slug}`,
  domain: ({ slug }) => `status.${slug}.example`,
  visibility: "public",
  theme: "dark",
  accent_color: "#0f766e",
  logo,
  logo_url: "https://www.tidewater.example/logo.png",
  support_url: "https://www.tidewater.example/hj%C3%A4lp",
  timezone: "Europe/Stockholm",
  history_days: 60,
  update_templates: [
    {
      name: "Payments: we look into it",
      status: "investigating",
      body: "Some payments with {components} fail. No card is charged twice. The next update follows within 30 minutes.",
    },
    {
      name: "Over, with a report",
      status: "resolved",
      body: "The trouble with {components} is over. A report follows within five working days.",
    },
  ],
  allow_indexing: false,
});

export const statusPageRows: readonly SeedRow[] = [...components, ...incidents, settings];
