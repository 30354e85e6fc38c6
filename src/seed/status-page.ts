import { ref, row, rows, type SeedRow, update } from "./row.ts";

const check = (name: string) => ref("synthetic_checks", name);
const slo = (service: string, name = "availability") => ref("slos", service, name);

const components = rows("status_page_components", [
  {
    group: "Shop",
    name: "Website",
    description: "Browsing, product pages and campaigns",
    service: "storefront",
    position: 0,
    synthetic_check_id: check("shop front page"),
    slo_id: slo("storefront"),
  },
  {
    group: "Shop",
    name: "Search",
    service: "search",
    position: 1,
    status: "degraded_performance",
    synthetic_check_id: check("search"),
    slo_id: slo("search", "folk hittar något"),
  },
  { group: "Shop", name: "Cart", service: "cart", position: 2, slo_id: slo("cart") },
  {
    group: "Shop",
    name: "Checkout",
    description: "From the cart to the confirmation",
    service: "checkout",
    position: 3,
    synthetic_check_id: check("checkout answers"),
    slo_id: slo("checkout"),
  },
  { group: "Shop", name: "Återbruk", service: "återbruk", position: 4, show_uptime: false },
  {
    group: "Payments",
    name: "Card payments",
    service: "payments",
    position: 10,
    status: "partial_outage",
    synthetic_check_id: check("a test payment goes through"),
    slo_id: slo("payments", "captures succeed"),
  },
  { group: "Payments", name: "Invoices", service: "invoicing", position: 11, slo_id: slo("invoicing") },
  {
    group: "Deliveries",
    name: "Parcel tracking",
    service: "tracking",
    position: 20,
    synthetic_check_id: check("track a parcel"),
  },
  {
    group: "Deliveries",
    name: "Склад (warehouse) · Göteborg",
    service: "inventory",
    position: 21,
    status: "under_maintenance",
    slo_id: slo("inventory"),
  },
  {
    name: "Sign-in",
    description: "Accounts, passkeys and password resets",
    service: "accounts",
    position: 30,
    synthetic_check_id: check("sign-in page"),
  },
  { name: "Mobile apps", service: "mobile-gateway", position: 31 },
  {
    name: "Customer service portal",
    description: "Being replaced; see the maintenance notices",
    position: 40,
    status: "major_outage",
    show_uptime: false,
    synthetic_check_id: check("legacy crm (switched off)"),
  },
]);

const component = (name: string, group = "") => ref("status_page_components", group, name);

const incidents = [
  row(
    "status_page_incidents",
    {
      title: "Double charges on card payments",
      impact: "major",
      component_ids: [component("Card payments", "Payments"), component("Checkout", "Shop")],
      body: "Some customers see a card payment twice. We are looking into it.",
      external_id: "OPS-2113",
    },
    update({
      status: "identified",
      body: "A retry after a slow answer was booked as a second payment. No more are made.",
    }),
    update({
      status: "monitoring",
      body: "The fix is out. All double payments are being refunded, which takes up to three days.",
    }),
    update({
      status: "resolved",
      body: "Every double payment was refunded. What happened, and what we change, is written up at https://www.tidewater.example/blogg/dubbla-betalningar.\n\nWe are sorry for the trouble.\n",
    }),
  ),
  row(
    "status_page_incidents",
    {
      title: "Parcel tracking shows yesterday's state",
      impact: "minor",
      component_ids: [component("Parcel tracking", "Deliveries")],
      body: "Updates from one carrier arrive late.",
      external_id: "OPS-2207",
      notify: false,
    },
    update({ status: "resolved", body: "The carrier has caught up." }),
  ),
  row(
    "status_page_incidents",
    {
      title: "New data centre in Göteborg",
      status: "scheduled",
      impact: "maintenance",
      component_ids: [component("Склад (warehouse) · Göteborg", "Deliveries")],
      body: "Stock figures may be a few minutes old while the warehouse moves.",
      external_id: "CHG-0098",
      scheduled_for: "2026-05-02T20:00:00Z",
      scheduled_until: "2026-05-03T04:00:00Z",
    },
    update({ status: "in_progress", body: "The move has begun." }),
    update({ status: "completed", body: "The move is done, two hours early." }),
  ),
  row("status_page_incidents", {
    title: "Card payments are declined more often than usual",
    impact: "critical",
    component_ids: [component("Card payments", "Payments")],
    body: "About one in eight card payments is declined without reason. Invoices and Swish work. Vi felsöker tillsammans med banken. 当社は原因を調査しています。",
    external_id: "OPS-2291",
  }),
  row(
    "status_page_incidents",
    {
      title: "Search is slow",
      impact: "minor",
      component_ids: [component("Search", "Shop")],
      body: "Answers take some seconds.",
      external_id: "OPS-2288",
    },
    update({ status: "identified", body: "An index grew too large for its machine; it is being split." }),
  ),
  // Opened by hand on the page, so that no other system has a name for it.
  row(
    "status_page_incidents",
    {
      title: "Customer service portal is unavailable",
      impact: "none",
      component_ids: [component("Customer service portal")],
      body: "Call us instead: 0771-00 00 42.",
    },
    update({ status: "monitoring" }),
  ),
  row("status_page_incidents", {
    title: "Stocktaking in the warehouse",
    status: "in_progress",
    impact: "maintenance",
    component_ids: [component("Склад (warehouse) · Göteborg", "Deliveries")],
    body: "Orders are taken and packed from tomorrow on.",
    external_id: "CHG-0113",
    scheduled_for: "2026-06-30T18:00:00Z",
    notify: false,
  }),
  row("status_page_incidents", {
    title: "The customer service portal is switched off",
    status: "scheduled",
    impact: "maintenance",
    component_ids: [component("Customer service portal"), component("Sign-in")],
    body: `What you wrote to us moves to "My pages".\n\n${"Letters, receipts and complaints move in the order of their age; nothing is lost, and nothing has to be done. ".repeat(12)}`,
    external_id: "CHG-0101",
    scheduled_for: "2031-01-07T06:00:00Z",
    scheduled_until: "2031-01-07T09:00:00Z",
  }),
];

const settings = row("status_page_settings", {
  enabled: true,
  title: "Tidewater – driftstatus",
  description:
    "How the shop, its payments and its deliveries fare.\nHur butiken mår, på svenska och engelska.",
  // No two organizations of an installation share one.
  slug: ({ slug }) => `status-${slug}`,
  visibility: "password",
  password: "demo-status-page-password",
  theme: "dark",
  logo_url: "https://www.tidewater.example/logo.svg",
  support_url: "https://www.tidewater.example/hj%C3%A4lp",
  timezone: "Europe/Stockholm",
  history_days: 60,
  allow_indexing: false,
});

export const statusPageRows: readonly SeedRow[] = [...components, ...incidents, settings];
